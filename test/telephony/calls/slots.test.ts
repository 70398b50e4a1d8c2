import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createCallSlots } from '../../../src/telephony/calls/slots.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenCall, givenCallable } from './given.ts';

/** An organization with a limit of ten, of which two are for single calls. */
async function givenSlots() {
  const member = await newOrganization();
  const { configuration_id } = await givenCallable(member);
  const { db } = member.server.app;
  await db
    .updateTable('organizations')
    .set({ concurrent_call_limit: 10, reserved_for_single_calls: 20 })
    .where('id', '=', member.organization_id)
    .execute();
  return { member, begin: () => givenCall(member, configuration_id) };
}

const end = (member: Member, id: number) =>
  member.server.app.db.deleteFrom('live_calls').where('run_id', '=', id).execute();

const locked = (member: Member, slots: ReturnType<typeof createCallSlots>) =>
  member.server.app.db.transaction().execute((trx) => slots.lock(trx, member.organization_id));

describe('The slots of an organization', () => {
  test('are those that neither calls seen before nor newer ones take', async () => {
    const { member, begin } = await givenSlots();
    const slots = createCallSlots();
    const free: number[] = [];
    const look = async (): Promise<void> => void free.push((await locked(member, slots)).free);

    await look();
    const [first] = [await begin(), await begin()];
    await look();
    await begin();
    await look();
    await end(member, first);
    await look();
    await look();

    expect(free).toEqual([10, 8, 7, 8, 8]);
  });

  test('are counted anew on another server, which may have lost ids and given them again', async () => {
    const { member, begin } = await givenSlots();
    const { db } = member.server.app;
    const slots = createCallSlots();
    const setLast = (id: number) => sql`select setval('workflow_runs_id_seq', ${id})`.execute(db);
    const last = await begin();
    await setLast(last + 1000);
    await locked(member, slots);
    const elsewhere = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => ({
        ...result,
        rows: result.rows.map((row) => ('server' in row ? { ...row, server: 'other' } : row)),
      }),
    });

    await setLast(last);
    await begin();
    const { free } = await elsewhere
      .transaction()
      .execute((trx) => slots.lock(trx, member.organization_id));
    await setLast(last + 1000);

    expect(free).toBe(8);
  });

  test('are the same for a process that never looked, and for one that looked long ago', async () => {
    const { member, begin } = await givenSlots();
    const [old, late] = [createCallSlots(), createCallSlots()];
    await locked(member, old);
    for (let calls = 0; calls < 3; calls += 1) await end(member, await begin());
    await begin();
    const other = await givenSlots();
    await other.begin();

    expect(await locked(member, late)).toMatchObject({ limit: 10, free: 9, freeForCampaigns: 8 });
    expect(await locked(member, old)).toMatchObject({ limit: 10, free: 9, freeForCampaigns: 8 });
    const { organization_id, server } = member;
    expect(await old.look(server.app.db, organization_id)).toMatchObject({
      limit: 10,
      free: 9,
      freeForCampaigns: 8,
    });
  });
});
