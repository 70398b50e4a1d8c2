import { describe, expect, test } from 'vitest';
import { givenPolicy } from '../../approvals/given.ts';
import {
  givenDestinations,
  givenFailed,
  hours,
  mobile,
  morning,
  noon,
  reception,
} from './given-fallbacks.ts';
import { askedNetwork, send, transferServer } from './given.ts';

const server = transferServer();

describe('A fallback', () => {
  test('that the settings no longer have is not rung', async () => {
    const { change, id, show, rows } = await givenFailed(server);
    await change([reception]);

    await send(server.app);

    expect((await show(id)).fallback.refusal).toBe('transfer_destination_unknown');
    expect(await rows()).toHaveLength(1);
  });

  type Failed = Awaited<ReturnType<typeof givenFailed>>;
  const db = () => server.app.db;

  test.each<[code: string, change: (made: Failed) => Promise<unknown>]>([
    [
      'number_on_do_not_call_list',
      ({ member: { organization_id } }) =>
        db()
          .insertInto('do_not_call_numbers')
          .values({
            organization_id,
            phone_number: mobile.phone_number,
            created_at: server.app.now(),
          })
          .execute(),
    ],
    [
      'outside_calling_hours',
      ({ member: { organization_id } }) =>
        db()
          .insertInto('calling_hours')
          .values({
            organization_id,
            enabled: true,
            timezone: 'UTC',
            slots: JSON.stringify(hours('01:00', '01:01').slots),
          })
          .execute(),
    ],
    [
      'transfer_destination_closed',
      ({ change }) => change([reception, { ...mobile, fallback: undefined, hours: morning }]),
    ],
    [
      'organization_suspended',
      ({ member: { organization_id } }) =>
        db()
          .updateTable('organizations')
          .set({ suspended_at: server.app.now(), suspension_reason: 'Unpaid.' })
          .where('id', '=', organization_id)
          .execute(),
    ],
    [
      'workflow_archived',
      ({ workflow_id }) =>
        db()
          .updateTable('workflows')
          .set({ status: 'archived' })
          .where('id', '=', workflow_id)
          .execute(),
    ],
    [
      'call_ended',
      ({ run_id }) =>
        db()
          .updateTable('workflow_runs')
          .set({ hang_up_requested_at: server.app.now() })
          .where('id', '=', run_id)
          .execute(),
    ],
    ['transfer_in_progress', ({ transfer }) => transfer()],
  ])('obeys what the first did, and says which refuses it: %s', async (code, change) => {
    server.setNow(noon);
    const made = await givenFailed(server);
    await change(made);
    const network = askedNetwork(server);

    await send(network.app);

    const row = (await made.rows()).find(({ id }) => id === made.id);
    expect([row?.fallback_refusal, row?.fallback_id, row?.fallback_at]).toEqual([code, null, null]);
    const called = network.asked.map(({ to }) => to);
    expect(called).not.toContain(mobile.phone_number);
  });

  test.each([
    ['exact_e164', reception.phone_number, 'approval_required', 1],
    ['e164_prefix', '+1202', null, 2],
  ])(
    'of a transfer of a connector needs an approval of its own: %s %s',
    async (destination_kind, destination_value, refusal, used_count) => {
      const { member, transfers, workflow_id, failed, show } = await givenDestinations(server);
      const policy = await givenPolicy(member, {
        target_id: workflow_id,
        destination_kind: destination_kind as 'e164_prefix',
        destination_value,
      });
      const { body } = await member.send('POST', transfers, {
        key: member.key,
        body: { destination: 'reception', kind: 'cold' },
      });
      await send(server.app);
      await failed(body.id);

      await send(server.app);

      expect((await show(body.id)).fallback.refusal).toBe(refusal);
      const { body: used } = await member.get(`/api/v1/approval-policies/${policy}`);
      expect(used.used_count).toBe(used_count);
    },
  );
});
