import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from './client.ts';
import type { Postgres } from './postgres.ts';
import type { Tenant } from './tenant.ts';

/** Longer than any call of the network lasts, with its reports. */
const quietMs = 25_000;
/** Whoever is left when nothing has gone on for so long, whatever the clock, is forgotten. */
const patienceMs = 150_000;
const limitMs = 30 * 60_000;
const advanceSeconds = 400;

interface Unfinished {
  readonly left: number;
  readonly progress: string;
}

/**
 * Resumes what is paused, and waits until nothing is left to do. Time that only lost calls would take is skipped.
 * Returns when the clock was first set.
 */
export async function finish(
  postgres: Postgres,
  tenants: readonly Tenant[],
  admin: Client,
): Promise<number> {
  const end = Date.now() + limitMs;
  let clockSetAt = Infinity;
  let last = { progress: '', at: Date.now() };
  let skippedAt = 0;
  while (Date.now() < Math.min(end, last.at + patienceMs)) {
    for (const tenant of tenants) await resumeAll(tenant);
    const { left, progress } = await unfinished(postgres);
    if (left === 0) return clockSetAt;
    if (progress !== last.progress) last = { progress, at: Date.now() };
    else if (Date.now() - Math.max(last.at, skippedAt) > quietMs) {
      skippedAt = Date.now();
      clockSetAt = Math.min(clockSetAt, skippedAt);
      await admin('POST', '/simulation/clock', { advance_seconds: advanceSeconds });
    }
    await pause(1000);
  }
  return clockSetAt;
}

async function resumeAll({ api, send }: Tenant): Promise<void> {
  const { items } = await api('GET', '/campaign?state=paused&limit=100');
  for (const { id } of items)
    await send({
      method: 'POST',
      path: `/campaign/${id}/resume`,
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
}

/** What has not ended, and a text that changes as long as anything goes on. */
const unfinished = (postgres: Postgres): Promise<Unfinished> =>
  postgres.persistently(async (client) => {
    const { rows } = await client.query<Unfinished>(
      `select open.campaigns + open.runs + open.contacts + open.events + open.deliveries + open.transfers + open.tools as left, open::text as progress from (select
         (select count(*)::int from campaigns where state not in ('completed', 'canceled')) as campaigns,
         (select count(*)::int from workflow_runs where state <> 'completed' and mode <> 'test') as runs,
         (select count(*)::int from campaign_contacts where state not in ('done', 'skipped')) as contacts,
         (select count(*)::int from pending_events) as events,
         (select count(*)::int from webhook_deliveries where state = 'pending') as deliveries,
         (select count(*)::int from run_transfers where status in ('requested', 'ringing', 'briefing')) as transfers,
         (select count(*)::int from tool_executions where status = 'sending') as tools,
         (select count(*)::int from simulated_calls) as calls) as open`,
    );
    return rows[0]!;
  });
