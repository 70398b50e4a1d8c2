import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Values } from '../telemetry/metrics.ts';
import type { Timestamp } from '../timestamp.ts';

/** How many seconds the oldest due work of each kind has waited; 0 if none is due. Each kind has a table or an index of its own. */
export async function oldestWorkSeconds(db: Db, now: Timestamp): Promise<Values> {
  const { rows } = await sql<{ work: string; seconds: number }>`
    select work, coalesce(greatest(extract(epoch from ${now}::timestamptz - since), 0), 0)::float8 as seconds
    from (
      select 'events' as work, min(due_at) as since from pending_events
      union all select 'placing', min(placing_at) from live_calls where state = 'placing'
      union all select 'scheduled_calls', min(due_at) from scheduled_calls where due_at is not null
      union all select 'emails', min(next_attempt_at) from pending_mails
      union all select 'retention', min(due_at) from retention_work
      union all select 'erasures', min(due_at) from erasures where state = 'in_progress'
    ) as oldest`.execute(db);
  return Object.fromEntries(rows.map(({ work, seconds }) => [work, seconds]));
}

/** Figures of the database server, by the names of `serverMetrics`. */
export async function serverValues(db: Db): Promise<Values> {
  const { rows } = await sql<Record<string, number | null>>`
    select
      (
        select max(age(xmin)) from (
          select backend_xmin as xmin from pg_stat_activity
          union all select xmin from pg_replication_slots
          union all select transaction from pg_prepared_xacts
        ) as snapshots
      ) as database_snapshot_age_transactions,
      (select max(age(datfrozenxid)) from pg_database) as database_frozen_age_transactions,
      (
        select extract(epoch from max(replay_lag))::float8 from pg_stat_replication
      ) as database_replication_lag_seconds,
      (
        select deadlocks from pg_stat_database where datname = current_database()
      ) as database_deadlocks_total,
      (
        select count(*) from (
          (select from webhook_events_default limit 50001)
          union all (select from webhook_deliveries_default limit 50001)
          union all (select from webhook_attempts_default limit 50001)
          union all (select from audit_events_default limit 50001)
        ) as kept
      ) as database_default_partition_rows,
      (select count(*) from (select from usage_changes limit 100001) as waiting) as usage_changes_waiting`.execute(
    db,
  );
  const known = Object.entries(rows[0] ?? {}).filter(
    (entry): entry is [string, number] => entry[1] !== null,
  );
  return Object.fromEntries(known);
}
