import { expect, test } from 'vitest';
import { ownServer } from '../../support/own-server.ts';
import { givenFailed } from './given-fallbacks.ts';
import { askedNetwork, send } from './given.ts';

const server = ownServer();

const given = async () => {
  const made = await givenFailed(server);
  return { ...made, cancel: () => made.member.post(`${made.transfers}/${made.id}/cancel`) };
};

test('cancelRunTransfer of a transfer that has failed has its fallback not rung', async () => {
  const { cancel, member, rows, show, id } = await given();

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
  const { cancel, rows } = await given();
  await send(server.app);

  const { status, body } = await cancel();

  expect([status, body.code, body.state]).toEqual([409, 'transfer_ended', 'failed']);
  expect(await rows()).toHaveLength(2);
});
