import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { type Grouping, outcomes, type Period, type Span, spansOf } from './rules.ts';

/** How many changes one transaction adds to the counts at most. */
const changeBatch = 5000;

export interface Consumed {
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
  readonly transfers: number;
  readonly transfer_seconds: number;
  readonly test_runs: number;
  /** How many calls lasted how long, as `percentilesOf` reads it; null: nobody answered. */
  readonly durations: Uint8Array | null;
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

const days = (day: RawBuilder<unknown>) => sql`(${day}::date - '1970-01-01'::date)`;
const startOf = (unit: 'week' | 'month') => (day: RawBuilder<unknown>) =>
  days(sql`date_trunc(${sql.lit(unit)}, ${day}::timestamp)`);

/** The keys of groups of dates, as in `groupOf`. */
const dateKeys = { day: days, week: startOf('week'), month: startOf('month') } as const;

/** The keys of other groups, of what has not been added to the counts. */
const recentKeys = {
  workflow: sql`workflow_id`,
  campaign: sql`campaign_id`,
  configuration: sql`telephony_configuration_id`,
  outcome: sql`coalesce(array_position(array[${sql.join(outcomes.toReversed().map((each) => sql.lit(each)))}], outcome), 0)`,
} as const;

interface Groups {
  readonly dimension: 'all' | keyof typeof recentKeys;
  readonly spans: readonly Span[];
  readonly countedKey: RawBuilder<unknown>;
  readonly recentKey: RawBuilder<unknown>;
}

function groupsOf({ group_by, from, to }: UsageQuery): Groups {
  if (group_by in recentKeys) {
    const dimension = group_by as keyof typeof recentKeys;
    const spans = spansOf({ from, to });
    return { dimension, spans, countedKey: sql`key`, recentKey: recentKeys[dimension] };
  }
  const keyOf = dateKeys[group_by as keyof typeof dateKeys];
  return {
    dimension: 'all',
    spans: group_by === 'month' ? spansOf({ from, to }) : [{ is_month: false, from, to }],
    countedKey: keyOf(sql`first_day`),
    recentKey: keyOf(sql`day`),
  };
}

const totalOf = (period: Period): Groups => ({
  dimension: 'all',
  spans: spansOf(period),
  countedKey: sql`null`,
  recentKey: sql`null`,
});

/** What the counts say of the groups, with what has happened since. */
const parts = (organization_id: number, { dimension, spans, countedKey, recentKey }: Groups) => sql`
  select (${countedKey})::bigint as key, measure, runs, amount, durations
  from (values ${sql.join(
    spans.map(({ is_month, from, to }) => sql`(${is_month}::boolean, ${from}::date, ${to}::date)`),
  )}) as span (is_month, starts, ends)
    join usage_counts as counted on counted.is_month = span.is_month and first_day >= starts and first_day < ends
  where organization_id = ${organization_id} and dimension = ${dimension}
  union all
  select (${recentKey})::bigint, measure, runs, amount, durations from recent`;

/** What is not added to the counts: of runs that have ended, and the calls in progress. */
const recent = ({ organization_id, from, to }: UsageQuery) => {
  const created = sql`(run.created_at at time zone 'UTC')::date`;
  return sql`
    select day, workflow_id, campaign_id, telephony_configuration_id, outcome, fact.counted as measure, fact.runs,
      fact.amount, int4send(fact.seconds) || int4send(fact.runs::integer) as durations
    from usage_changes as change
      cross join lateral usage_measures(measure, value, outcome, change.runs, change.amount) as fact
    where organization_id = ${organization_id} and day >= ${from}::date and day < ${to}::date
    union all
    select ${created}, run.workflow_id, coalesce(run.campaign_id, 0), coalesce(run.telephony_configuration_id, 0),
      '', 'in_progress', 1, 0, null
    from live_calls as live join workflow_runs as run on run.id = live.run_id
    where live.organization_id = ${organization_id} and run.state <> 'completed'
      and ${created} >= ${from}::date and ${created} < ${to}::date`;
};

export const outcomeNames = outcomes.map((outcome) => `outcome/${outcome}`);
export const notConsumed = [
  'connected',
  'consents',
  'tests',
  'transfers',
  'in_progress',
  ...outcomeNames,
];
export const literals = (names: readonly string[]) => sql.join(names.map((name) => sql.lit(name)));
/** The sum of measures; 0 if only what belongs to another group was taken back. */
export const sumOf = (names: readonly string[], what = sql`runs`) =>
  sql<number>`greatest(coalesce(sum(${what}) filter (where measure in (${literals(names)})), 0), 0)::bigint`;

/**
 * The groups of a page, highest key first, and the total of all groups, which comes last. One statement, so that all of
 * it is of one time. Durations are only read of the groups of the page.
 */
export async function report(db: Db, query: UsageQuery): Promise<UsageRow[]> {
  const { organization_id, after = Number.MAX_SAFE_INTEGER, rows } = query;
  const counts = outcomes.map(
    (outcome) => sql`${sumOf([`outcome/${outcome}`])} as ${sql.ref(outcome)}`,
  );
  const result = await sql<UsageRow>`
    with recent as materialized (${recent(query)}), part as not materialized (
      ${parts(organization_id, groupsOf(query))} union all ${parts(organization_id, totalOf(query))}
    ), each as materialized (
      select key, measure, sum(runs)::bigint as runs, sum(amount) as amount from part group by key, measure
    ), page as materialized (
      select key from each where runs > 0 and key < ${after} group by key order by key desc limit ${rows}
    ), shown as materialized (
      select * from each where key is null or key in (select key from page)
    ), sums as (
      select key, ${sumOf(['in_progress', ...outcomeNames])} as calls, ${sumOf(['in_progress'])} as in_progress,
        ${sumOf(['connected'])} as connected, ${sumOf(['connected'], sql`amount`)} as seconds,
        ${sumOf(['transfers'])} as transfers, ${sumOf(['transfers'], sql`amount`)} as transfer_seconds,
        ${sumOf(['consents'])} as consents, ${sumOf(['tests'])} as test_runs, ${sql.join(counts)}
      from shown group by key
    ), lasted as (
      select key, string_agg(durations, ''::bytea) as durations from part
      where measure = 'connected' and (key is null or key in (select key from page)) group by key
    ), consumption as (
      select key, jsonb_agg(
        jsonb_build_object('measure', measure, 'runs', runs, 'amount', trim_scale(amount)::text) order by measure
      ) as consumed
      from shown where runs > 0 and measure not in (${literals(notConsumed)}) group by key
    )
    select sums.*, durations, coalesce(consumed, '[]') as consumed
    from sums
      left join lasted on lasted.key is not distinct from sums.key
      left join consumption on consumption.key is not distinct from sums.key
    order by sums.key desc nulls last`.execute(db);
  return result.rows;
}

/**
 * The organizations with so many changes that are not added, those that wait longest first. Of each, the index is read
 * up to that number of changes, however many there are.
 */
export async function organizationsToAdd(
  db: Db,
  changes: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    with recursive oldest as (
      (select organization_id, id from usage_changes order by organization_id, id limit 1)
      union all
      select next.* from oldest cross join lateral (
        select organization_id, id from usage_changes where organization_id > oldest.organization_id
        order by organization_id, id limit 1
      ) as next
    )
    select organization_id from oldest
    where exists (
      select from usage_changes as change where change.organization_id = oldest.organization_id
      order by id limit 1 offset ${changes - 1}
    )
    order by id limit ${limit}`.execute(db);
  return rows.map(({ organization_id }) => organization_id);
}

const place = sql`organization_id, dimension, is_month, first_day, key, measure`;

/**
 * Adds the oldest changes of an organization to its counts; returns whether there were any. Changes that another process adds
 * are passed over. Counts are written in the order of their key, so two processes wait for each other but never in a circle.
 */
export async function addChanges(
  trx: Transaction<Database>,
  organization_id: number,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with taken as (
      delete from usage_changes where organization_id = ${organization_id} and id = any(array(
        select id from usage_changes where organization_id = ${organization_id}
        order by id limit ${changeBatch} for update skip locked
      ))
      returning *
    ), change as (
      select day, workflow_id, campaign_id, telephony_configuration_id, outcome, measure, value,
        sum(runs)::bigint as runs, sum(amount) as amount
      from taken group by 1, 2, 3, 4, 5, 6, 7
    ), fact as (
      select part.*, fact.counted as measure, fact.seconds, sum(fact.runs) as runs, sum(fact.amount) as amount
      from change
        cross join lateral usage_measures(measure, value, outcome, runs, amount) as fact
        cross join lateral usage_groups(
          day, workflow_id, campaign_id, telephony_configuration_id, outcome
        ) as part
      group by 1, 2, 3, 4, 5, 6
    )
    insert into usage_counts as counted (${place}, runs, amount, durations)
    select ${organization_id}::bigint, dimension, is_month, first_day, key, measure, sum(runs), sum(amount),
      string_agg(int4send(seconds) || int4send(runs::integer), ''::bytea order by seconds)
    from fact group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (${place}) do update
    set runs = counted.runs + excluded.runs, amount = counted.amount + excluded.amount,
      durations = case when excluded.durations is null then counted.durations
        else add_durations(coalesce(counted.durations, ''), excluded.durations) end`.execute(trx);
  return numAffectedRows > 0n;
}
