import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../db/connect.ts';

/** Creates the directory's tables of organizations that have left the cell of their ids. */
export async function register(db: Db): Promise<void> {
  await sql`create table if not exists moved_organizations (
    organization_id bigint primary key,
    -- Null while it is being moved, from the source to the target.
    cell integer references cells,
    source integer not null references cells,
    target integer not null references cells,
    revision integer not null default 1
  )`.execute(db);
  // An id, or the hash of a credential, that was given before the organization moved.
  await sql`create table if not exists moved_names (
    name text primary key,
    organization_id bigint not null references moved_organizations
  )`.execute(db);
  await sql`create index if not exists moved_names_organization_idx on moved_names (organization_id)`.execute(
    db,
  );
  // Whoever logs in with one of these has to wait.
  await sql`create table if not exists moving_addresses (
    digest bytea primary key,
    organization_id bigint not null references moved_organizations
  )`.execute(db);
}

/** A value that changes whenever a move begins or ends. */
export async function revision(db: Db): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    select coalesce(sum(revision), 0)::bigint as revision from moved_organizations`.execute(db);
  return rows[0]!.revision;
}

/** The cell of an organization that has left its first one; null while it is being moved. */
export interface Place {
  readonly organization_id: number;
  readonly cell: number | null;
  readonly revision: number;
}

export async function listPlaces(db: Db): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select organization_id, cell, revision from moved_organizations`.execute(db);
  return rows;
}

/** The names of these organizations. */
export async function listNames(
  db: Db,
  organizations: readonly number[],
): Promise<{ name: string; organization_id: number }[]> {
  const { rows } = await sql<{ name: string; organization_id: number }>`
    select name, organization_id from moved_names where organization_id = any(${[...organizations]}::bigint[])`.execute(
    db,
  );
  return rows;
}

interface Note {
  readonly cell: number | null;
  readonly source: number;
  readonly target: number;
}

/** The cell of an organization that has moved, or whose move has begun; undefined for others. */
export async function find(db: Db, organization: number): Promise<Note | undefined> {
  const { rows } = await sql<Note>`
    select cell, source, target from moved_organizations
    where organization_id = ${organization}`.execute(db);
  return rows[0];
}

/** What requests of an organization name. */
export interface Names {
  readonly names: readonly string[];
  /** The hashes of the addresses of its users, of who is invited, and of those to be. */
  readonly digests: readonly Buffer[];
}

interface Beginning {
  readonly organization: number;
  readonly source: number;
  readonly target: number;
}

/** Takes an organization out of its cell until it is placed in another. */
export async function begin(db: Db, { organization, source, target }: Beginning): Promise<void> {
  await sql`
    insert into moved_organizations (organization_id, source, target)
    values (${organization}, ${source}, ${target})
    on conflict (organization_id) do update set cell = null, source = excluded.source, target = excluded.target,
      revision = moved_organizations.revision + 1`.execute(db);
}

/** Adds names whose requests are refused while the organization is in no cell. Returns the number of new ones. */
export async function hold(
  db: Db,
  organization: number,
  { names, digests }: Names,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`
      insert into moving_addresses (digest, organization_id) select unnest(${[...digests]}::bytea[]), ${organization}
      on conflict (digest) do nothing`.execute(trx);
    return addNames(trx, organization, names);
  });
}

async function addNames(
  trx: Transaction<Database>,
  organization: number,
  names: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with added as (
      insert into moved_names (name, organization_id) select unnest(${[...names]}::text[]), ${organization}
      on conflict (name) do nothing returning 1
    ), revised as (
      update moved_organizations set revision = revision + 1 where organization_id = ${organization}
    )
    select count(*)::integer as added from added`.execute(trx);
  return rows[0]!.added;
}

interface Arrival extends Names {
  readonly cell: number;
}

/** Places an organization and its addresses in a cell, in one transaction. */
export async function place(
  db: Db,
  organization: number,
  { cell, names, digests }: Arrival,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await addNames(trx, organization, names);
    await sql`delete from moving_addresses where organization_id = ${organization}`.execute(trx);
    await sql`
      with had as (
        select cell, count(*) as count from addresses where digest = any(${[...digests]}::bytea[]) group by cell
      ), entered as (
        insert into addresses (digest, cell) select unnest(${[...digests]}::bytea[]), ${cell}
        on conflict (digest) do update set cell = excluded.cell, claimed_at = excluded.claimed_at
      )
      update cells set addresses = addresses
        - coalesce((select count from had where had.cell = number), 0)
        + case when number = ${cell} then ${digests.length} else 0 end
      where number = ${cell} or number in (select cell from had)`.execute(trx);
    await sql`
      update moved_organizations set cell = ${cell}, revision = revision + 1
      where organization_id = ${organization}`.execute(trx);
  });
}
