import { expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { until } from '../calls/given.ts';
import { askedNetwork, givenTransferable, send } from './given.ts';

const server = ownServer();

/** The simulated network finds the reception busy; the others answer. */
const reception = { name: 'reception', phone_number: '+12025550140', fallback: 'mobile' };
const mobile = { name: 'mobile', phone_number: '+12025550110' };

/** A transfer that has failed, whose fallback is about to be rung. */
async function givenFailed() {
  const member = await newOrganization({ server, connector: 'crm' });
  const made = await givenTransferable(member, { destinations: [reception, mobile] });
  const { id } = (await made.transfer()).body;
  await send(server.app);
  await until(
    () => made.show(id),
    ({ status }) => status === 'failed',
  );
  return { member, ...made, id, cancel: () => member.post(`${made.transfers}/${id}/cancel`) };
}

test('cancelRunTransfer of a transfer that has failed has its fallback not rung', async () => {
  const { cancel, member, rows, show, id } = await givenFailed();

  const canceled = await cancel();
  const network = askedNetwork(server);
  await send(network.app);
  const again = await cancel();

  expect([canceled.status, canceled.body.status]).toEqual([200, 'failed']);
  expect(canceled.body.fallback).toEqual({
    destination: 'mobile',
    transfer_id: null,
    refusal: 'canceled',
  });
  expect(again.body).toEqual(canceled.body);
  expect(await show(id)).toEqual(canceled.body);
  expect(network.asked).toEqual([]);
  expect(await rows()).toMatchObject([{ id, fallback_at: null, briefing: null }]);
  const { body: log } = await member.get(
    '/api/v1/audit-events?action=workflow_run.transfer_canceled',
  );
  expect(log.items).toHaveLength(1);
});

test('cancelRunTransfer of a transfer whose fallback rings is refused', async () => {
  const { cancel, rows } = await givenFailed();
  await send(server.app);

  const { status, body } = await cancel();

  expect([status, body.code, body.state]).toEqual([409, 'transfer_ended', 'failed']);
  expect(await rows()).toHaveLength(2);
});
