import pg from 'pg';
import { v7 as uuid } from 'uuid';

/** What an organization got. */
export interface Filled {
  readonly campaign_id: number;
  readonly contact_id: number;
  readonly run_id: number;
}

interface Wanted {
  readonly organization_id: number;
  readonly workflow_id: number;
  /** Contacts and runs, each. */
  readonly rows: number;
}

const inBatch = 50_000;

/**
 * Gives an organization a completed campaign whose contacts were called once each. The rows satisfy every constraint, but
 * nothing checks their foreign keys, which takes as long as all else.
 */
export async function fill(db: pg.Client, wanted: Wanted): Promise<Filled> {
  const { organization_id, workflow_id, rows } = wanted;
  const source_id = uuid();
  await db.query(
    `insert into campaign_sources (id, organization_id, total_rows, columns, created_at)
     values ($1, $2, $3, '["first_name"]', now() - interval '1 year')`,
    [source_id, organization_id, rows],
  );
  const { rows: made } = await db.query<{ id: string }>(
    `insert into campaigns (organization_id, name, workflow_id, state, source_id, total_rows, retry_config, circuit_breaker,
       created_at, started_at, completed_at)
     select $1, 'Filled', $2, 'completed', $3, $4, retry_config, circuit_breaker, now() - interval '1 year',
       now() - interval '1 year', now()
     from campaigns order by id limit 1 returning id`,
    [organization_id, workflow_id, source_id, rows],
  );
  const campaign_id = Number(made[0]?.id);
  await db.query('set session_replication_role = replica');
  for (let from = 1; from <= rows; from += inBatch) {
    const part = [organization_id, campaign_id, from, Math.min(from + inBatch - 1, rows)];
    await db.query(contacts, part);
    await db.query(runs, [...part, workflow_id, rows]);
  }
  await db.query('reset session_replication_role');
  await db.query(counts, [organization_id, campaign_id, workflow_id]);
  const { rows: ids } = await db.query<{ contact_id: string; run_id: string }>(
    'select max(contact_id) as contact_id, max(id) as run_id from workflow_runs where organization_id = $1 and campaign_id = $2',
    [organization_id, campaign_id],
  );
  return {
    campaign_id,
    contact_id: Number(ids[0]?.contact_id),
    run_id: Number(ids[0]?.run_id),
  };
}

const outcome = `case when n % 10 < 6 then 'completed' when n % 10 < 8 then 'busy' else 'no_answer' end`;

const contacts = `
  insert into campaign_contacts (organization_id, campaign_id, row_number, phone_number, initial_context, state, attempts,
    outcome, updated_at)
  select $1, $2, n, '+1212' || 2000000 + n, '{"first_name": "Ada"}', 'done', 1, ${outcome}, now()
  from generate_series($3::integer, $4::integer) as n`;

/** A year of calls; six of ten are answered. */
const runs = `
  insert into workflow_runs (organization_id, workflow_id, definition_id, name, mode, state, outcome, call_disposition,
    to_number, from_number, answered_by, campaign_id, contact_id, gathered_context, transcript, created_at, placing_at,
    started_at, ended_at)
  select $1, $5, definition.id, 'Call ' || n, 'campaign', 'completed', ${outcome},
    case when n % 3 = 0 then 'confirmed' end, contact.phone_number, '+120255501' || lpad((n % 10)::text, 2, '0'),
    case when n % 10 < 6 then 'human' end, $2, contact.id,
    case when n % 100 = 0 then '{"consent_given": true}'::jsonb else '{}'::jsonb end,
    case when n % 10 < 6 then jsonb_build_array(
      jsonb_build_object('role', 'agent', 'text', 'Good morning ' || n, 'at', ''),
      jsonb_build_object('role', 'caller', 'text', md5(n::text), 'at', '')) end,
    at, at, case when n % 10 < 6 then at + interval '5 seconds' end, at + make_interval(secs => 6 + n % 300)
  from (select id from workflow_definitions where workflow_id = $5 order by id limit 1) as definition,
    generate_series($3::integer, $4::integer) as n
    join campaign_contacts as contact on contact.campaign_id = $2 and contact.row_number = n,
    lateral (select now() - interval '365 days' + n * interval '364 days' / $6::integer as at) as times`;

/** What the triggers would have counted. */
const counts = `
  with of_contacts as (
    insert into campaign_contact_counts
    select organization_id, campaign_id, state, coalesce(outcome, ''), 0, count(*), sum(retries_queued)
    from campaign_contacts where campaign_id = $2 group by 1, 2, 3, 4
  ), of_runs as (
    insert into campaign_run_counts (organization_id, campaign_id, shard, runs)
    select $1, $2, 0, count(*) from workflow_runs where organization_id = $1 and campaign_id = $2
  )
  insert into workflow_run_counts as counted (organization_id, workflow_id, shard, runs)
  select $1, $3, 0, count(*) from workflow_runs where organization_id = $1 and campaign_id = $2
  on conflict (workflow_id, shard) do update set runs = counted.runs + excluded.runs`;
