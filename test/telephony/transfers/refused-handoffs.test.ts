import { describe, expect, test } from 'vitest';
import { givenHandoff } from './given-handoffs.ts';
import { transferServer } from './given.ts';

const server = transferServer();

describe('createRunTransfer refuses a handoff', () => {
  test.each([
    [{ kind: 'cold' }, 'kind'],
    [{ kind: 'warm', briefing: { text: 'x' } }, 'kind'],
    [{ destination: 'reception' }, 'kind'],
    [{ briefing: { text: 'x', language: 'de-DE' } }, 'briefing.language'],
  ])('whose kind or briefing does not fit its destination: %j', async (changes, member) => {
    const { handOff, rows } = await givenHandoff(server);

    const { status, body } = await handOff(changes);

    expect([status, body.detail[0].loc]).toEqual([422, ['body', ...member.split('.')]]);
    expect(await rows()).toEqual([]);
  });

  test.each([
    ['workflow_archived', { status: 'archived' }],
    ['workflow_not_published', undefined],
  ] as const)('to a workflow without an agent: %s', async (reason, changes) => {
    const { next, handOff, rows } = await givenHandoff(server);
    const { db } = server.app;
    if (changes) await db.updateTable('workflows').set(changes).where('id', '=', next.id).execute();
    else
      await db
        .updateTable('workflow_definitions')
        .set({ version_status: 'archived' })
        .where('workflow_id', '=', next.id)
        .execute();

    const { status, body } = await handOff();

    expect([status, body.code, body.reason, body.workflow_id]).toEqual([
      409,
      'handoff_workflow_unavailable',
      reason,
      next.id,
    ]);
    expect(await rows()).toEqual([]);
  });

  test('to a workflow of another organization, or one that was deleted', async () => {
    const other = await givenHandoff(server);
    const { handOff, workflow_id } = await givenHandoff(server);
    const to = [{ name: 'billing', workflow_id: other.next.id }];
    await server.app.db
      .updateTable('workflows')
      .set({ workflow_configurations: JSON.stringify({ transfer_destinations: to }) })
      .where('id', '=', workflow_id)
      .execute();

    const { status, body } = await handOff();

    expect([status, body.code, body.reason]).toEqual([
      409,
      'handoff_workflow_unavailable',
      'not_found',
    ]);
  });

  test('of a call that has changed its agent five times', async () => {
    const { member, next, transfers, workflow_id, sendAll, rows } = await givenHandoff(server);
    const destinations = (id: number) =>
      JSON.stringify({ transfer_destinations: [{ name: 'other', workflow_id: id }] });
    for (const [id, to] of [
      [workflow_id, next.id],
      [next.id, workflow_id],
    ] as const)
      await server.app.db
        .updateTable('workflows')
        .set({ workflow_configurations: destinations(to) })
        .where('id', '=', id)
        .execute();
    const change = () => member.post(transfers, { destination: 'other', kind: 'handoff' });
    for (let changed = 0; changed < 5; changed += 1) {
      expect((await change()).status).toBe(202);
      await sendAll();
    }

    const { status, body } = await change();

    expect([status, body.code, body.limit_name, body.limit]).toEqual([
      409,
      'limit_reached',
      'handoffs',
      5,
    ]);
    expect(await rows()).toHaveLength(5);
  });

  test('to another organization, and to the token of a run without run:act', async () => {
    const { transfers, tokenOf, member } = await givenHandoff(server, { isActing: false });
    const other = await givenHandoff(server);
    const body = { destination: 'billing', kind: 'handoff' };

    const elsewhere = await other.member.post(transfers, body);
    const unscoped = await member.send('POST', transfers, { key: tokenOf(), body });

    expect([elsewhere.status, unscoped.status]).toEqual([404, 403]);
  });
});
