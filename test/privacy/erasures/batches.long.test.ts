import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { eraseDue } from '../../../src/privacy/erasures/eraser.ts';
import {
  nextRows,
  type WalkedTable,
  walkedTables,
} from '../../../src/privacy/erasures/walk-queries.ts';
import type { Place } from '../../../src/privacy/erasures/walk-rules.ts';
import { later } from '../../../src/timestamp.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { givenRun, givenWorkflow } from '../../workflows/given.ts';
import { erasuresPath, givenErasure } from '../given.ts';

const ada = '+12025550185';

/**
 * The tables in which a walk may read rows of others: of what people make one by one, and of what is soon removed. A walk by
 * parents would cost a batch for each of very many parents.
 */
const unindexed = [
  'generation_versions',
  'pending_events',
  'phone_numbers',
  'run_conversations',
  'sessions',
  'voice_samples',
  'workflow_test_cases',
];

const server = ownServer();

/** Runs of others in which something was said. */
async function givenRuns(member: Member, texts: readonly string[]) {
  const workflow = await givenWorkflow(member, { versions: ['published'] });
  const at = server.app.now();
  for (const text of texts)
    await givenRun(member, workflow, {
      mode: 'ad_hoc',
      to_number: '+12025550141',
      state: 'completed',
      outcome: 'completed',
      started_at: at,
      ended_at: at,
      transcript: JSON.stringify([{ role: 'caller', at, text }]),
    });
}

/** Erases the number batch by batch; returns in how many texts each batch replaced it. */
async function batches(member: Member): Promise<number[]> {
  const id = await givenErasure(member, ada);
  const counts = [0];
  for (;;) {
    server.setNow(later(server.app.now(), 1000));
    await eraseDue(server.app, 0);
    const { body } = await member.get(`${erasuresPath}/${id}`);
    counts.push(body.counts.other_texts);
    if (body.status === 'completed') break;
  }
  server.setNow(undefined);
  return counts.slice(1).map((count, index) => count - (counts[index] ?? 0));
}

async function tableOf(name: string): Promise<WalkedTable> {
  const table = (await walkedTables(server.app.db)).find((each) => each.name === name);
  if (!table) throw new Error(`${name} is not walked.`);
  return table;
}

describe('createErasure', () => {
  test('replaces the number in at most 20 rows with one transaction', async () => {
    const member = await newOrganization({ server });
    await givenRuns(member, Array(45).fill('Call 202-555-0185.'));

    const replaced = await batches(member);

    expect(replaced.filter((count) => count > 0)).toEqual([20, 20, 5]);
  });

  test('ends a transaction after 2 MiB of texts with the number', async () => {
    const member = await newOrganization({ server });
    const text = `${'Well. '.repeat(200_000)}Call 202-555-0185.`;
    await givenRuns(member, Array(5).fill(text));

    const replaced = await batches(member);

    expect(replaced.filter((count) => count > 0)).toEqual([2, 2, 1]);
  });

  test('reads few large texts with one statement', async () => {
    const member = await newOrganization({ server });
    const { organization_id } = member;
    await givenRuns(
      member,
      Array.from({ length: 6 }, () => randomBytes(50_000).toString('base64')),
    );
    const table = await tableOf('workflow_runs');

    const places: Place[] = [];
    for (let place: Place | undefined = {}; place;) {
      const step = { organization_id, phone_number: ada, rough: '2025550185', place };
      ({ next: place } = await nextRows(server.app.db, table, step));
      if (place) places.push(place);
    }

    expect(places).toHaveLength(5);
  });

  test("replaces the number in the organization's name and in why it was suspended", async () => {
    const [member, other] = [await newOrganization({ server }), await newOrganization({ server })];
    const { db } = server.app;
    const name = 'Ada, 202-555-0185';
    const at = server.app.now();
    const id = await givenErasure(member, ada);
    await db
      .updateTable('organizations')
      .set({ name, suspension_reason: 'She called from +12025550185.', suspended_at: at })
      .where('id', 'in', [member.organization_id, other.organization_id])
      .execute();

    await eraseDue(server.app, 60_000);

    const { state, counts } = await db
      .selectFrom('erasures')
      .select(['state', 'counts'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect([state, counts]).toMatchObject(['completed', { other_texts: 1 }]);
    const rows = await db
      .selectFrom('organizations')
      .select(['name', 'suspension_reason'])
      .where('id', 'in', [member.organization_id, other.organization_id])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { name: 'Ada, [erased]', suspension_reason: 'She called from [erased].' },
      { name, suspension_reason: 'She called from +12025550185.' },
    ]);
  });

  test("reads no other organization's rows on its way through a large table", async () => {
    const { rows } = await sql<{ table: string; columns: string[] }>`
      select indrelid::regclass::text as table, array(
        select attname::text from unnest(indkey::int2[]) with ordinality as part (attribute, place)
        join pg_attribute on attrelid = indrelid and attnum = attribute order by place
      ) as columns
      from pg_index where indpred is null and indrelid in (
        select oid from pg_class where relnamespace = 'public'::regnamespace and not relispartition
      )`.execute(server.app.db);
    const isIndexed = (table: string, columns: readonly string[]) =>
      rows.some(
        (index) =>
          index.table === table && columns.every((name, place) => index.columns[place] === name),
      );

    const slow = (await walkedTables(server.app.db)).filter(({ name, owner, parent, keys }) =>
      parent
        ? !isIndexed(name, [parent.column, ...keys.map((key) => key.name)]) ||
          !isIndexed(parent.table, ['organization_id'])
        : !isIndexed(name, [owner]),
    );

    expect(slow.map(({ name }) => name).toSorted()).toEqual(unindexed);
  });
});
