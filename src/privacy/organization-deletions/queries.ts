import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import type { ForeignKey, Step, Table } from './plan-rules.ts';
import { ownSchema } from '../../db/own-schema.ts';

type Trx = Transaction<Database>;

/** The tables with an organization, but those that refuse changes or whose rows have something outside the database. */
export async function tablesOf(db: Db, without: readonly string[]): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select relname as name,
      case when relkind = 'r' then json_build_array(relname) else (
        select json_agg(part.relid::regclass::text order by part.relid::regclass::text)
        from pg_partition_tree(class.oid) as part where part.isleaf
      ) end as parts,
      exists (
        select from pg_index where indrelid = class.oid and indpred is null and indkey[0] = own.attnum
      ) as is_indexed
    from pg_class as class
    join pg_attribute as own on own.attrelid = class.oid and own.attname = 'organization_id' and not attisdropped
    where relnamespace = ${ownSchema} and relkind in ('r', 'p') and not relispartition
      and relname <> all(${[...without]}::text[])
    order by relname`.execute(db);
  return rows;
}

export async function foreignKeysOf(db: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent, condeferrable as deferrable,
      pairs.columns, pairs.nullable
    from pg_constraint
    cross join lateral (
      select json_agg(json_build_array(own.attname, their.attname) order by here) as columns,
        coalesce(json_agg(own.attname) filter (where not own.attnotnull), '[]') as nullable
      from unnest(conkey, confkey) as pair (here, there)
      join pg_attribute as own on own.attrelid = conrelid and own.attnum = here
      join pg_attribute as their on their.attrelid = confrelid and their.attnum = there
    ) as pairs
    where contype = 'f' and connamespace = ${ownSchema} and conparentid = 0
      and not exists (select from pg_class where oid = conrelid and relispartition)`.execute(db);
  return rows;
}

const pairsOf = (columns: ForeignKey['columns'], child: string, parent: string) =>
  sql.join(
    columns.map(
      ([own, their]) => sql`${sql.ref(`${child}.${own}`)} = ${sql.ref(`${parent}.${their}`)}`,
    ),
    sql` and `,
  );

/** Removes some of the organization's rows from a partition; returns how many. */
export async function removeBatch(
  trx: Trx,
  { table, itself, via }: Step,
  { organizationId, part, limit }: { organizationId: number; part: string; limit: number },
): Promise<number> {
  const join = via
    ? sql`join ${sql.table(via.parent)} as parent on parent.organization_id = ${organizationId}
        and ${pairsOf(via.columns, 'gone', 'parent')}`
    : sql``;
  const isFree = itself
    ? sql`and not exists (
        select from ${sql.table(table.name)} as child where ${pairsOf(itself.columns, 'child', 'gone')})`
    : sql``;
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(part)} where ctid = any(array(
      select gone.ctid from ${sql.table(part)} as gone ${join}
      where gone.organization_id = ${organizationId} ${isFree} limit ${limit}
    ))`.execute(trx);
  return Number(numAffectedRows);
}

/** Sets the columns of a foreign key to null in some of the organization's rows; returns in how many. */
export async function releaseBatch(
  trx: Trx,
  { child, nullable }: ForeignKey,
  { organizationId, limit }: { organizationId: number; limit: number },
): Promise<number> {
  const columns = nullable.map((name) => sql.ref(name));
  const isSet = sql.join(
    columns.map((column) => sql`${column} is not null`),
    sql` or `,
  );
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(child)} set ${sql.join(columns.map((column) => sql`${column} = null`))}
    where ctid = any(array(
      select ctid from ${sql.table(child)}
      where organization_id = ${organizationId} and (${isSet}) limit ${limit}
    ))`.execute(trx);
  return Number(numAffectedRows);
}
