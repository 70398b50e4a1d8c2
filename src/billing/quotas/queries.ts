import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { allowingLong } from '../../db/time-limits.ts';
import type { OrganizationQuota, Usage } from './rules.ts';

/** Usage and limit of some quotas; a quota that was never used is absent. */
export async function usagesOf(
  trx: Transaction<Database>,
  organizationId: number,
  quotas: readonly OrganizationQuota[],
): Promise<readonly Usage[]> {
  const limitOf = quotas.map((quota) => sql`when ${sql.lit(quota)} then ${sql.ref(quota)}::bigint`);
  const { rows } = await sql<Usage>`
    select quota, used + case when quota = 'content_bytes_limit' then (
        select coalesce(sum(bytes), 0) from content_changes where organization_id = ${organizationId}
      ) else 0 end::bigint as used, case quota ${sql.join(limitOf, sql` `)} end as "limit"
    from organization_usage join organizations on organizations.id = organization_id
    where organization_id = ${organizationId} and quota in (${sql.join(quotas)})`.execute(trx);
  return rows;
}

/** The bytes of what clients have stored in tables. */
export async function contentBytes(db: Db, organizationId: number): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select greatest(sum(used), 0)::bigint as used from (
      select used from organization_usage
      where organization_id = ${organizationId} and quota = 'content_bytes_limit'
      union all
      select bytes from content_changes where organization_id = ${organizationId}
    ) as part`.execute(db);
  return rows[0]?.used ?? 0;
}

/** How many changes of content one statement adds to the usage, and how many statements one sweep sends at most. */
const changeBatch = 5000;
const batchesAtOnce = 20;

/**
 * Adds changes of content to the usage of their organizations. Changes that another process adds are passed over. Usages
 * are written in the order of their key, so two processes wait for each other but never in a circle.
 */
export async function addContentChanges(db: Db): Promise<void> {
  for (let batches = 0; batches < batchesAtOnce; batches += 1) {
    const { numAffectedRows = 0n } = await sql`
      with taken as (
        delete from content_changes where (organization_id, id) in (
          select organization_id, id from content_changes where organization_id in (
            select organization_id from organization_usage where quota = 'content_bytes_limit'
          ) order by organization_id, id limit ${changeBatch} for update skip locked
        ) returning organization_id, bytes
      )
      insert into organization_usage as usage (organization_id, quota, used)
      select organization_id, 'content_bytes_limit', sum(bytes) from taken group by organization_id
      order by organization_id
      on conflict (organization_id, quota) do update set used = usage.used + excluded.used`.execute(
      db,
    );
    if (numAffectedRows === 0n) return;
  }
}

/** Counts the content of organizations that existed before it was counted. */
export const countContents = (db: Db): Promise<void> =>
  db.transaction().execute(async (trx) => {
    // Whoever inserts a usage counts it; another process waits for that.
    const { rows } = await sql<{ organization_id: number }>`
      insert into organization_usage (organization_id, quota, used)
      select id, 'content_bytes_limit', 0 from organizations where not exists (
        select from organization_usage where organization_id = id and quota = 'content_bytes_limit'
      ) order by id
      on conflict do nothing returning organization_id`.execute(trx);
    if (rows.length === 0) return;
    const ids = sql`any(${rows.map((row) => row.organization_id)}::bigint[])`;
    // One statement sees the changes of what it counts, and no others.
    await allowingLong(trx, () =>
      sql`
        with seen as (delete from content_changes where organization_id = ${ids}), counted as (
          select organization_id, sum(bytes) as bytes from stored_contents where organization_id = ${ids} group by 1
        )
        update organization_usage as usage set used = bytes from counted
        where usage.organization_id = counted.organization_id and quota = 'content_bytes_limit'`.execute(
        trx,
      ),
    );
  });
