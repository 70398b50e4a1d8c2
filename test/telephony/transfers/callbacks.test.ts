import { describe, expect, test } from 'vitest';
import { transferUrl } from '../../../src/telephony/transfers/commands.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { callBack } from '../calls/given.ts';
import { givenAnswered } from './given.ts';

const server = ownServer();
const given = () => givenAnswered(server);

describe('receiveTransferCallback', () => {
  test('with a wrong signature changes nothing', async () => {
    const { member, transfer, show, run_id, configuration_id } = await given();
    const { id } = (await transfer()).body;
    const path = `/api/v1/telephony/transfer-callbacks/simulated/${configuration_id}?run_id=${run_id}&transfer_id=${id}`;

    const answer = await callBack(
      member,
      path,
      { transfer: 'answered' },
      { 'x-simulated-signature': 'x' },
    );

    expect([answer.status, answer.body.code]).toEqual([403, 'signature_invalid']);
    expect((await show(id)).status).toBe('requested');
  });

  test('changes no transfer of another run or configuration', async () => {
    const { member, transfer, show, run_id, configuration_id } = await given();
    const { id } = (await transfer()).body;
    const other = await given();
    const to = (configuration: number, run: number) =>
      `/api/v1/telephony/transfer-callbacks/simulated/${configuration}?run_id=${run}&transfer_id=${id}`;

    await callBack(member, to(other.configuration_id, run_id), { transfer: 'answered' });
    await callBack(member, to(other.configuration_id, other.run_id), { transfer: 'answered' });
    await callBack(member, to(configuration_id, other.run_id), { transfer: 'answered' });

    expect((await show(id)).status).toBe('requested');
  });
});

test('receiveTransferCallback does not know a configuration that was deleted', async () => {
  const member = await newOrganization({ server });
  const call = { provider: 'simulated', configuration_id: 999_999, run_id: 1, id: 1 };

  const { status, body } = await callBack(member, transferUrl('', call), { transfer: 'ringing' });

  expect([status, body.param]).toEqual([404, 'config_id']);
});
