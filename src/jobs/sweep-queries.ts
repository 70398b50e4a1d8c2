import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';

interface Row {
  readonly name: string;
  readonly everyMs: number;
}

/** Seconds are added: in a distributed schema no update may add an interval that depends on the row. */
const inMs = (ms: unknown) =>
  sql`to_timestamp(extract(epoch from statement_timestamp())::float8 + (${ms})::float8 / 1000)`;

/** Adds the sweeps that the database does not know yet; they are due. */
export const add = (db: Db, sweeps: readonly Row[]) =>
  sql`
    insert into sweeps (name, every_ms)
    select * from unnest(${sweeps.map(({ name }) => name)}::text[], ${sweeps.map(({ everyMs }) => everyMs)}::integer[])
    on conflict (name) do update set every_ms = excluded.every_ms where sweeps.every_ms <> excluded.every_ms`.execute(
    db,
  );

interface Look {
  readonly holder: string;
  /** All that the process runs. */
  readonly names: readonly string[];
  /** Taken if they are due. */
  readonly wanted: readonly string[];
  /** Held longer, if nobody else has taken them. */
  readonly kept: readonly string[];
  /** Sweeps are held for a whole number of their periods, and at least for so long. */
  readonly leaseMs: number;
  /** The longest pause after a failure of a sweep with a shorter period. */
  readonly maxPauseMs: number;
}

export interface Found {
  readonly taken: readonly { readonly name: string; readonly failures: number }[];
  readonly kept: readonly string[];
  /** In how many milliseconds the next one is due; null if all are due now, and locked by others. */
  readonly next_ms: number | null;
}

/**
 * One statement, which writes only if there is something to take or to keep. A sweep that is due later than any lease or
 * pause lasts is due now: the database's clock was ahead when it was taken.
 */
export async function look(
  db: Db,
  { holder, names, wanted, kept, leaseMs, maxPauseMs }: Look,
): Promise<Found> {
  const held = inMs(sql`every_ms * ceil(${leaseMs}::float8 / every_ms)`);
  const { rows } = await sql<Found>`
    with kept as (
      update sweeps set due_at = ${held} where name = any(${kept}::text[]) and holder = ${holder} returning name
    ), taken as (
      update sweeps set due_at = ${held}, holder = ${holder}
      where name in (
        select name from sweeps
        where name = any(${wanted}::text[])
          and (due_at <= statement_timestamp() or due_at > ${held} + ${maxPauseMs} * interval '1 millisecond')
        for update skip locked
      )
      returning name, failures
    )
    select
      (select coalesce(jsonb_agg(taken), '[]') from taken) as taken,
      array(select name from kept) as kept,
      (
        select extract(epoch from min(due_at) - statement_timestamp())::float8 * 1000 from sweeps
        where name = any(${names}::text[]) and due_at > statement_timestamp()
      ) as next_ms`.execute(db);
  return rows[0]!;
}

interface Held {
  readonly name: string;
  readonly holder: string;
}

/** Whoever looks first after the pause runs the sweep again. */
export const setFailed = (db: Db, { name, holder }: Held, pauseMs: number) =>
  sql`
    update sweeps set failures = failures + 1, due_at = ${inMs(pauseMs)}
    where name = ${name} and holder = ${holder}`.execute(db);

export const setSucceeded = (db: Db, { name, holder }: Held) =>
  sql`update sweeps set failures = 0 where name = ${name} and holder = ${holder}`.execute(db);

/** Leaves the sweeps that the holder would repeat by itself to others. */
export const release = (db: Db, holder: string, leaseMs: number) =>
  sql`update sweeps set due_at = statement_timestamp() where holder = ${holder} and every_ms < ${leaseMs}`.execute(
    db,
  );
