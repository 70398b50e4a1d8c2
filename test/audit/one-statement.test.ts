import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { insertEvent } from '../../src/audit/queries.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { eventsOf } from './given.ts';

const at = '2026-03-01T12:00:00.000Z';

/** Changes the organization's limit and records the event in one statement. */
const setLimit = ({ server, organization_id, user_id }: Member, limit: number) =>
  server.app.db
    .with('old', (part) =>
      part
        .selectFrom('organizations')
        .select(['id', 'concurrent_call_limit'])
        .where('id', '=', organization_id)
        .forNoKeyUpdate(),
    )
    .with('changed', (part) =>
      part
        .updateTable('organizations')
        .from('old')
        .set({ concurrent_call_limit: limit })
        .whereRef('organizations.id', '=', 'old.id')
        .returning([
          'organizations.id',
          'old.concurrent_call_limit as former',
          'organizations.concurrent_call_limit',
        ]),
    )
    .with('event', (part) =>
      insertEvent(
        part,
        {
          created_at: at,
          organization_id: sql.ref('changed.id'),
          actor_kind: 'user',
          actor_id: user_id,
          action: 'organization.limits_updated',
          subject_id: sql.ref('changed.id'),
          before: sql`jsonb_build_object('concurrent_call_limit', changed.former)`,
          after: sql`jsonb_build_object('concurrent_call_limit', changed.concurrent_call_limit)`,
          request_id: 'one-statement',
        },
        'changed',
      ),
    )
    .selectFrom('changed')
    .select(['id', 'concurrent_call_limit'])
    .execute();

describe('An event in the statement of its change', () => {
  test('is written with the change', async () => {
    const member = await newOrganization();

    const rows = await setLimit(member, 44);

    expect(rows).toEqual([{ id: member.organization_id, concurrent_call_limit: 44 }]);
    expect(await eventsOf(member, { organization_id: member.organization_id })).toEqual([
      expect.objectContaining({
        created_at: at,
        action: 'organization.limits_updated',
        subject_id: String(member.organization_id),
        before: { concurrent_call_limit: 20 },
        after: { concurrent_call_limit: 44 },
        request_id: 'one-statement',
      }),
    ]);
  });

  test('is not written if nothing was changed', async () => {
    const member = await newOrganization();

    await setLimit({ ...member, organization_id: Number.MAX_SAFE_INTEGER }, 44);

    expect(await eventsOf(member, { actor_user_id: member.user_id })).toEqual([]);
  });

  test('starts with the values of the previous event, even under concurrency', async () => {
    const member = await newOrganization();
    const limits = Array.from({ length: 20 }, (_, i) => 100 + i);

    await Promise.all(limits.map((limit) => setLimit(member, limit)));

    const events = (
      await eventsOf(member, { organization_id: member.organization_id })
    ).toReversed();
    const steps = events.map(({ before, after }) => [
      before?.['concurrent_call_limit'],
      after?.['concurrent_call_limit'],
    ]);
    const next = new Map(steps.map(([from, to]) => [from, to]));
    expect(steps.map(([, to]) => to).toSorted((a, b) => Number(a) - Number(b))).toEqual(limits);
    const chain = [20];
    while (next.has(chain.at(-1))) chain.push(next.get(chain.at(-1)) as number);
    expect(chain).toHaveLength(21);
  });
});
