import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { type Consumed, literals, notConsumed, outcomeNames, sumOf } from './queries.ts';
import { outcomes, type Period, spansOf } from './rules.ts';

/** What has been added to the counts of an organization. */
export interface CountedRow extends Readonly<Record<(typeof outcomes)[number], number>> {
  readonly organization_id: number;
  readonly organization_name: string;
  readonly has_pending_changes: boolean;
  readonly calls: number;
  readonly connected: number;
  readonly consents: number;
  readonly seconds: number;
  readonly transfers: number;
  readonly transfer_seconds: number;
  readonly test_runs: number;
  readonly consumed: readonly Consumed[];
}

interface CountedQuery extends Period {
  readonly organization_id?: number | undefined;
  /** The organization after which the page starts. */
  readonly after?: number | undefined;
  readonly rows: number;
}

/**
 * The counts of a page of organizations, newest first. Of each it reads the counts of whole months and of the days beside
 * them, and one change at most.
 */
export async function listCounted(db: Db, query: CountedQuery): Promise<CountedRow[]> {
  const { organization_id = null, after = Number.MAX_SAFE_INTEGER, rows, ...period } = query;
  const counts = outcomes.map(
    (outcome) => sql`${sumOf([`outcome/${outcome}`])} as ${sql.ref(outcome)}`,
  );
  const spans = spansOf(period).map(
    ({ is_month, from, to }) => sql`(${is_month}::boolean, ${from}::date, ${to}::date)`,
  );
  const result = await sql<CountedRow>`
    with page as materialized (
      select id, name from organizations
      where id < ${after} and (${organization_id}::bigint is null or id = ${organization_id}::bigint)
      order by id desc limit ${rows}
    )
    select page.id as organization_id, page.name as organization_name,
      exists (select from usage_changes as change where change.organization_id = page.id) as has_pending_changes,
      counted.*
    from page cross join lateral (
      select ${sumOf(outcomeNames)} as calls, ${sumOf(['connected'])} as connected,
        ${sumOf(['connected'], sql`amount`)} as seconds, ${sumOf(['consents'])} as consents,
        ${sumOf(['transfers'])} as transfers, ${sumOf(['transfers'], sql`amount`)} as transfer_seconds,
        ${sumOf(['tests'])} as test_runs, ${sql.join(counts)},
        coalesce(jsonb_agg(
          jsonb_build_object('measure', measure, 'runs', runs, 'amount', trim_scale(amount)::text) order by measure
        ) filter (where runs > 0 and measure not in (${literals(notConsumed)})), '[]') as consumed
      from (
        select measure, sum(runs)::bigint as runs, sum(amount) as amount
        from (values ${sql.join(spans)}) as span (is_month, starts, ends)
          join usage_counts as part on part.is_month = span.is_month and first_day >= starts and first_day < ends
        where organization_id = page.id and dimension = 'all'
        group by measure
      ) as each
    ) as counted
    order by page.id desc`.execute(db);
  return result.rows;
}
