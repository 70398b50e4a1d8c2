import { describe, expect, test } from 'vitest';
import { runToken } from '../../../src/auth/run-tokens.ts';
import { transferUrl } from '../../../src/telephony/transfers/commands.ts';
import { endWithCalls } from '../../../src/telephony/transfers/changes.ts';
import { newOrganization } from '../../support/organizations.ts';
import { callBack, until } from '../calls/given.ts';
import { askedNetwork, givenTransferable, send, transferServer } from './given.ts';

const server = transferServer();

const busy = {
  name: 'reception',
  phone_number: '+12025550140',
  fallback: 'mobile',
  has_machine_detection: false,
};
const mobile = { name: 'mobile', phone_number: '+12025550110' };

async function given() {
  const member = await newOrganization({ server });
  const made = await givenTransferable(member, {
    settings: { run_token_scopes: ['run:act'] },
    destinations: [busy, mobile],
  });
  const { run_id } = made;
  const { organization_id } = member;
  const path = `/api/v1/runs/${run_id}/hang-up`;
  const key = runToken(server.app.secrets, { organization_id, run_id });
  const hangUp = {
    person: () => member.post(path),
    agent: () => member.send('POST', path, { key }),
  };
  return { member, ...made, hangUp, network: askedNetwork(server) };
}

describe('Once a person hangs up', () => {
  test('a transfer that was not sent is not sent', async () => {
    const { transfer, hangUp, network, rows } = await given();
    await transfer();

    const { status } = await hangUp.person();
    await send(network.app);

    expect(status).toBe(202);
    expect(await rows()).toMatchObject([
      { status: 'failed', failure: 'call_ended', sending_at: null, fallback_at: null },
    ]);
    expect(network.asked).toEqual([]);
  });

  test('no fallback is rung', async () => {
    const { transfer, hangUp, network, rows, show } = await given();
    const { id } = (await transfer()).body;
    await send(server.app);
    await until(
      () => show(id),
      ({ status }) => status === 'failed',
    );

    await hangUp.person();
    await send(network.app);

    expect(await rows()).toMatchObject([{ failure: 'busy', fallback_refusal: 'call_ended' }]);
    expect(network.asked).toEqual([]);
  });
});

test.each(['person', 'agent'] as const)(
  'Once the %s hangs up no further transfer is accepted',
  async (who) => {
    const { transfer, hangUp } = await given();

    await hangUp[who]();

    expect((await transfer()).body.code).toBe('call_ended');
  },
);

test('A ring that the end of the call has canceled has no fallback rung', async () => {
  const { member, transfer, configuration_id, run_id, network, rows } = await given();
  const { id } = (await transfer()).body;
  await send(network.app);

  const call = { provider: 'simulated', configuration_id, run_id, id };
  await callBack(member, transferUrl('', call), { transfer: 'canceled' });
  await send(network.app);

  expect(await rows()).toMatchObject([{ id, failure: 'call_ended', fallback_at: null }]);
  expect(network.asked).toHaveLength(1);
});

test.each([true, false])(
  'The end of a call ends transfers of its organization alone: %j',
  async (own) => {
    const { member, transfer, run_id, rows } = await given();
    await transfer();
    const organization_id = own
      ? member.organization_id
      : (await newOrganization({ server })).organization_id;
    const { db, jobs } = server.app;
    const now = server.app.now();
    const calls = [{ id: run_id, organization_id, started_at: now }];

    await db.transaction().execute((trx) => endWithCalls(trx, jobs, { calls, now }));

    expect(await rows()).toMatchObject([{ status: own ? 'failed' : 'requested' }]);
  },
);
