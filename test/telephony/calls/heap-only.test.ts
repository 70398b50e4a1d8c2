import { sql, type Transaction } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../../src/db/connect.ts';
import * as live from '../../../src/telephony/calls/live-queries.ts';
import { setHangUp } from '../../../src/telephony/hang-ups/queries.ts';
import { setHangUpRequested, write } from '../../../src/workflows/runs/call-queries.ts';
import { onPostgres } from '../../support/database.ts';
import { newOrganization } from '../../support/organizations.ts';
import { givenCall, givenCallable } from './given.ts';

describe.runIf(onPostgres)('What a carrier reports of a call in progress, and hanging up,', () => {
  test('change no index: updates are heap-only', async () => {
    const member = await newOrganization();
    const { configuration_id } = await givenCallable(member);
    const id = await givenCall(member, configuration_id);
    const { app } = member.server;
    const now = app.now();
    const call = {
      id,
      outcome: null,
      failure: null,
      carrier_code: null,
      carrier_call_id: 'call-1',
      ended_at: null,
      placing_at: now,
    };

    const updates = await app.db.transaction().execute(async (trx) => {
      // A connection counts the updates of its last transactions too, until it has reported them.
      const before = await updatesIn(trx);
      for (const started_at of [null, now]) {
        const answered_by = started_at === null ? null : 'machine';
        await write(trx, [
          { ...call, state: 'running', answered_by, message_left_at: null, started_at },
        ]);
        const state = started_at === null ? 'ringing' : 'in_progress';
        await live.write(trx, [{ run_id: id, state }], now);
      }
      await setHangUpRequested(trx, [id], now);
      await setHangUp(trx, [id], now);
      return (await updatesIn(trx)).map(({ name, updated, heap_only }, index) => ({
        name,
        updated: updated - (before[index]?.updated ?? 0),
        heap_only: heap_only - (before[index]?.heap_only ?? 0),
      }));
    });

    expect(updates).toEqual([
      { name: 'live_calls', updated: 3, heap_only: 3 },
      { name: 'workflow_runs', updated: 3, heap_only: 3 },
    ]);
  });
});

async function updatesIn(trx: Transaction<Database>) {
  const { rows } = await sql<{ name: string; updated: number; heap_only: number }>`
    select name, pg_stat_get_xact_tuples_updated(name::regclass) as updated,
      pg_stat_get_xact_tuples_hot_updated(name::regclass) as heap_only
    from unnest(array['live_calls', 'workflow_runs']) as name`.execute(trx);
  return rows;
}
