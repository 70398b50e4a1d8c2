import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { type Grouping, outcomes, type Period } from './rules.ts';

/** How many changes one transaction adds to the counts at most. */
export const changeBatch = 5000;

interface Consumed {
  readonly measure: string;
  readonly runs: number;
  /** The exact sum, as a decimal. */
  readonly amount: string;
}

export interface UsageRow extends Readonly<Record<(typeof outcomes)[number], number>> {
  /** Null: the total. */
  readonly key: number | null;
  readonly calls: number;
  readonly in_progress: number;
  readonly connected: number;
  readonly consents: number;
  readonly seconds: number;
  readonly test_runs: number;
  readonly p50_seconds: number | null;
  readonly p90_seconds: number | null;
  readonly p99_seconds: number | null;
  readonly consumed: readonly Consumed[];
}

interface UsageQuery extends Period {
  readonly organization_id: number;
  readonly group_by: Grouping;
  /** The key of the group after which the page starts. */
  readonly after?: number | undefined;
  /** The maximum number of groups. */
  readonly rows: number;
}

const days = (day: RawBuilder<unknown>) => sql<number>`(${day}::date - '1970-01-01'::date)`;
const day = sql.ref('day');

/** The key of the group of a row, as in `groupOf`. */
const keyOf: Readonly<Record<Grouping, RawBuilder<number>>> = {
  day: days(day),
  week: days(sql`date_trunc('week', day::timestamp)`),
  month: days(sql`date_trunc('month', day::timestamp)`),
  workflow: sql`workflow_id`,
  campaign: sql`campaign_id`,
  configuration: sql`telephony_configuration_id`,
  outcome: sql`case when outcome = '' then 0
    else ${sql.lit(outcomes.length + 1)} - array_position(array[${sql.join(outcomes.map((each) => sql.lit(each)))}], outcome) end`,
};

/** What a day of the period has added: of runs that have ended, added to the counts or not yet, and the calls in progress. */
const parts = ({ organization_id, from, to, group_by }: UsageQuery, which: RawBuilder<unknown>) => {
  const ended = sql`day, workflow_id, campaign_id, telephony_configuration_id, outcome, measure, value, runs, amount`;
  const within = sql`organization_id = ${organization_id} and day >= ${from}::date and day < ${to}::date and ${which}`;
  const created = sql`(run.created_at at time zone 'UTC')::date`;
  return sql`(
    select ${keyOf[group_by]}::bigint as key, outcome, measure, value, runs, amount from (
      select ${ended} from usage_counts where ${within}
      union all
      select ${ended} from usage_changes where ${within}
      union all
      select ${created}, run.workflow_id, coalesce(run.campaign_id, 0), coalesce(run.telephony_configuration_id, 0),
        '', 'calls', -1, 1, 0
      from live_calls as live join workflow_runs as run on run.id = live.run_id
      where live.organization_id = ${organization_id} and run.state <> 'completed'
        and ${created} >= ${from}::date and ${created} < ${to}::date
    ) as part where ${which}
  ) as part`;
};

const isCall = sql`measure = 'calls'`;
const isConnected = sql`measure = 'calls' and value >= 0`;
const sumOf = (condition: RawBuilder<unknown>, what = sql`runs`) =>
  sql<number>`greatest(coalesce(sum(${what}) filter (where ${condition}), 0), 0)::bigint`;
const percentile = (percent: number) =>
  sql`min(value) filter (where up_to >= ceil(of_all * ${sql.lit(percent)} / 100.0))`;

/**
 * The groups of a page, highest key first, and the total of all groups, which comes last. One statement, so that all of
 * it is of one time. It reads the counters twice: most of them are durations, which only percentiles need one by one.
 */
export async function report(trx: Transaction<Database>, query: UsageQuery): Promise<UsageRow[]> {
  const { group_by: _, after = Number.MAX_SAFE_INTEGER, rows } = query;
  const counts = outcomes.map(
    (outcome) =>
      sql`${sumOf(sql`${isCall} and outcome = ${sql.lit(outcome)}`)} as ${sql.ref(outcome)}`,
  );
  // The durations of a year of days do not fit into the usual 4 MB.
  await sql`set local work_mem = '32MB'`.execute(trx);
  const result = await sql<UsageRow>`
    with facts as materialized (
      select key, outcome, measure, least(value, 0) as value, sum(runs)::bigint as runs,
        sum(runs * value) filter (where ${isConnected})::bigint as seconds,
        sum(amount) filter (where measure <> 'calls') as amount
      from ${parts(query, sql`true`)} group by 1, 2, 3, 4
    ), page as (
      select key from facts where runs > 0 and key < ${after} group by key order by key desc limit ${rows}
    ), shown as materialized (
      select * from facts where key in (select key from page)
      union all
      select null, outcome, measure, value, sum(runs)::bigint, sum(seconds)::bigint, sum(amount)
      from facts group by outcome, measure, value
    ), sums as (
      select key, ${sumOf(isCall)} as calls, ${sumOf(sql`${isCall} and outcome = ''`)} as in_progress,
        ${sumOf(isConnected)} as connected, coalesce(sum(seconds), 0)::bigint as seconds,
        ${sumOf(sql`measure = 'consents'`)} as consents, ${sumOf(sql`measure = 'tests'`)} as test_runs,
        ${sql.join(counts)}
      from shown group by key
    ), lasted as materialized (
      select key, value, sum(runs)::bigint as runs from ${parts(query, isConnected)} group by key, value
    ), durations as (
      select key, value, runs from lasted where key in (select key from page)
      union all
      select null, value, sum(runs)::bigint from lasted group by value
    ), ranked as (
      select key, value, (sum(runs) over (partition by key order by value))::bigint as up_to,
        (sum(runs) over (partition by key))::bigint as of_all
      from durations
    ), percentiles as (
      select key, ${percentile(50)} as p50_seconds, ${percentile(90)} as p90_seconds, ${percentile(99)} as p99_seconds
      from ranked group by key
    ), consumption as (
      select key, jsonb_agg(
        jsonb_build_object('measure', measure, 'runs', runs, 'amount', trim_scale(amount)::text) order by measure
      ) as consumed
      from (
        select key, measure, sum(runs) as runs, sum(amount) as amount from shown
        where measure not in ('calls', 'consents', 'tests') group by key, measure having sum(runs) > 0
      ) as reported group by key
    )
    select sums.*, p50_seconds, p90_seconds, p99_seconds, coalesce(consumed, '[]') as consumed
    from sums
      left join percentiles on percentiles.key is not distinct from sums.key
      left join consumption on consumption.key is not distinct from sums.key
    order by sums.key desc nulls last`.execute(trx);
  return result.rows;
}

const key = sql`organization_id, day, workflow_id, campaign_id, telephony_configuration_id, outcome, measure, value`;

/** Adds the oldest changes to the counts; returns how many there were. Changes that another process adds are passed over. */
export async function addChanges(trx: Transaction<Database>): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with taken as (
      delete from usage_changes where id = any(array(
        select id from usage_changes order by id limit ${changeBatch} for update skip locked
      ))
      returning ${key}, runs, amount
    ), written as (
      insert into usage_counts as counted (${key}, runs, amount)
      select ${key}, sum(runs), sum(amount) from taken group by ${key} order by ${key}
      on conflict (${key}) do update
      set runs = counted.runs + excluded.runs, amount = counted.amount + excluded.amount
    )
    select count(*) as added from taken`.execute(trx);
  return rows[0]?.added ?? 0;
}
