import { sql } from 'kysely';
import { lockKey } from '../db/advisory-locks.ts';
import type { Db } from '../db/connect.ts';
import type { Timestamp } from '../timestamp.ts';
import * as moved from './moved-queries.ts';

/** An address in the spelling that its users share. Only its hash is stored. */
const digestOf = (email: string) => sql`sha256(convert_to(lower(${email}), 'UTF8'))`;

/** Creates the tables, and the cells that the directory does not know yet. */
export async function register(db: Db, cells: readonly number[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // If two processes create a table at the same time, one of them fails.
    await sql`select pg_advisory_xact_lock(${lockKey('directory')})`.execute(trx);
    await sql`create table if not exists cells (
      number integer primary key,
      is_open boolean not null default true,
      addresses bigint not null default 0,
      entered_at timestamptz
    )`.execute(trx);
    await sql`create table if not exists addresses (
      digest bytea primary key,
      cell integer not null references cells,
      claimed_at timestamptz not null default clock_timestamp(),
      checked_at timestamptz not null default clock_timestamp()
    ) with (fillfactor = 80)`.execute(trx);
    await sql`create index if not exists addresses_checked_idx on addresses (cell, checked_at)`.execute(
      trx,
    );
    await moved.register(trx);
    await sql`insert into cells (number) select unnest(${[...cells]}::integer[]) on conflict do nothing`.execute(
      trx,
    );
  });
}

export async function list(db: Db) {
  const { rows } = await sql<CellEntry>`
    select number, is_open, addresses as address_count from cells order by number`.execute(db);
  return rows;
}

interface CellEntry {
  readonly number: number;
  readonly is_open: boolean;
  readonly address_count: number;
}

/** Whether this changed it. */
export async function setOpen(db: Db, cell: number, isOpen: boolean): Promise<boolean> {
  const { rows } = await sql`
    update cells set is_open = ${isOpen} where number = ${cell} and is_open <> ${isOpen}
    returning number`.execute(db);
  return rows.length > 0;
}

/** A batch of addresses of present and future users, after the last one in the order of their hashes. */
export async function addressesAfter(db: Db, last: Buffer, limit: number): Promise<Buffer[]> {
  const { rows } = await sql<{ digest: Buffer }>`
    select distinct digest from (${digestsOfCell}) as used where digest > ${last} order by 1 limit ${limit}`.execute(
    db,
  );
  return rows.map(({ digest }) => digest);
}

const digestsOfCell = sql`
  select sha256(convert_to(lower(email), 'UTF8')) as digest from (
    select email from users union all select email from invitations union all select email from email_changes
  ) as used where email is not null`;

/** Whether all addresses of the cell have been entered. */
export async function isEntered(db: Db, cell: number): Promise<boolean> {
  const { rows } = await sql`
    select from cells where number = ${cell} and entered_at is not null`.execute(db);
  return rows.length > 0;
}

/** Enters addresses that a cell had before it was one of several; returns the number of those that belong to another. */
export async function enter(db: Db, cell: number, digests: readonly Buffer[]): Promise<number> {
  await sql`
    with entered as (
      insert into addresses (digest, cell) select digest, ${cell} from unnest(${[...digests]}::bytea[]) as digest
      on conflict do nothing returning cell
    )
    update cells set addresses = addresses + (select count(*) from entered) where number = ${cell}`.execute(
    db,
  );
  const { rows } = await sql<{ foreign: number }>`
    select count(*) as foreign from addresses
    where digest = any(${[...digests]}::bytea[]) and cell <> ${cell}`.execute(db);
  return rows[0]?.foreign ?? 0;
}

export const setEntered = (db: Db, cell: number) =>
  sql`update cells set entered_at = clock_timestamp() where number = ${cell}`.execute(db);

/** Undefined if the address has no cell, null while its organization is being moved. */
export async function findCell(db: Db, email: string): Promise<number | null | undefined> {
  const { rows } = await sql<{ cell: number | null }>`
    select case when ${isMoving} then null else cell end as cell from addresses
    where digest = ${digestOf(email)}`.execute(db);
  return rows[0]?.cell;
}

const isMoving = sql`exists (select from moving_addresses as moving where moving.digest = addresses.digest)`;

/** The cell with the fewest addresses of those that are open; undefined if none is. */
export async function findOpenCell(db: Db, among: readonly number[]): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    select number from cells where number = any(${[...among]}::integer[]) and is_open
    order by addresses, number limit 1`.execute(db);
  return rows[0]?.number;
}

/** The cell of an address, which becomes the wanted one if it has none; null if its organization is being moved. */
export async function claim(db: Db, email: string, wanted: number): Promise<number | null> {
  const { rows } = await sql<{ cell: number | null }>`
    with claimed as (
      insert into addresses (digest, cell) values (${digestOf(email)}, ${wanted})
      on conflict (digest) do update set claimed_at = greatest(addresses.claimed_at, excluded.claimed_at)
      returning cell, xmax = 0 as is_new, ${isMoving} as is_moving
    ), counted as (
      update cells set addresses = addresses + 1 from claimed where is_new and number = cell
    )
    select case when is_moving then null else cell end as cell from claimed`.execute(db);
  return rows[0]!.cell;
}

const reservedDays = 14;

/**
 * Claims an address for somebody who will sign up, ahead of time so that it is kept for longer. Returns until when;
 * undefined if the address belongs to another cell.
 */
export async function reserve(
  db: Db,
  email: string,
  wanted: number,
): Promise<Timestamp | undefined> {
  const { rows } = await sql<{ expires_at: Timestamp }>`
    with claimed as (
      insert into addresses (digest, cell, claimed_at) values (
        ${digestOf(email)}, ${wanted},
        clock_timestamp() + make_interval(days => ${sql.lit(reservedDays)}) - ${keptFor}
      )
      on conflict (digest) do update set claimed_at = greatest(addresses.claimed_at, excluded.claimed_at)
      where addresses.cell = excluded.cell
      returning cell, claimed_at, xmax = 0 as is_new
    ), counted as (
      update cells set addresses = addresses + 1 from claimed where is_new and number = cell
    )
    select claimed_at + ${keptFor} as expires_at from claimed`.execute(db);
  return rows[0]?.expires_at;
}

/** How long a claim lasts without a user, an invitation or a requested change, as during a sign-up. */
const keptFor = sql`interval '1 day'`;

/** A batch of the cell's addresses that were not checked for a day. */
export async function takeUnchecked(db: Db, cell: number, limit: number): Promise<Buffer[]> {
  const { rows } = await sql<{ digest: Buffer }>`
    update addresses set checked_at = clock_timestamp() where digest = any(array(
      select digest from addresses where cell = ${cell} and checked_at < clock_timestamp() - ${keptFor}
      order by checked_at limit ${limit} for update skip locked
    )) returning digest`.execute(db);
  return rows.map(({ digest }) => digest);
}

/** The addresses that no present or future user of the cell has. */
export async function unusedAmong(db: Db, digests: readonly Buffer[]): Promise<Buffer[]> {
  const { rows } = await sql<{ digest: Buffer }>`
    select digest from unnest(${[...digests]}::bytea[]) as listed (digest)
    where not exists (select from (${digestsOfCell}) as used where used.digest = listed.digest)`.execute(
    db,
  );
  return rows.map(({ digest }) => digest);
}

/** Removes addresses, unless somebody has claimed them again. */
export async function remove(db: Db, digests: readonly Buffer[]): Promise<void> {
  await sql`
    with removed as (
      delete from addresses
      where digest = any(${[...digests]}::bytea[]) and claimed_at < clock_timestamp() - ${keptFor}
        and not ${isMoving}
      returning cell
    )
    update cells set addresses = addresses - removed.count
    from (select cell, count(*) as count from removed group by cell) as removed where number = removed.cell`.execute(
    db,
  );
}
