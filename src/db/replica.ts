import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../generated/database.ts';
import { createBatcher } from '../fairness/batcher.ts';
import { isConflict, isDatabaseAway, isDatabaseLate, isOutOfMemory } from './errors.ts';
import { UnfitServer } from './pooler.ts';

/** Runs work that only reads, on a replica if there is one that has everything that was committed before. */
export type Reads = <T>(work: (db: Kysely<Database>) => Promise<T>) => Promise<T>;

interface Server {
  readonly pool: pg.Pool;
  readonly db: Kysely<Database>;
}

interface Servers {
  readonly primary: Server;
  readonly replica: Server;
}

interface Parts extends Servers {
  /** Called with the reason when the replica is no longer used, and without one when it is used again. */
  readonly changed: (reason?: unknown) => void;
}

/** How long reads wait for a replica that is behind, and the pause between two looks at it. */
const catchUpMs = 100;
const lookMs = 5;
/** How long the replica may take to say how far it is. */
const silenceMs = 500;
/** How long a replica that was behind, or one that failed, is left alone. */
const behindRestMs = 1000;
const failedRestMs = 5000;

/** A position in the log, in bytes since its beginning. */
const bytes = (position: string): string => `pg_wal_lsn_diff(${position}, '0/0')::bigint`;
const writtenText = `select ${bytes('pg_current_wal_insert_lsn()')} as position`;
const replayedText = `select ${bytes('pg_last_wal_replay_lsn()')} as position, pg_is_in_recovery() as is_replica`;

interface Position {
  readonly position: number;
  readonly is_replica?: boolean;
}

/**
 * Reads on a replica see what reads on the primary would: each asks the primary how long its log is, and waits until the
 * replica has replayed that much. Those that come together ask once. A replica that is behind or fails is left alone for
 * a while, and the primary read instead, so that it costs one wait and not one for each read.
 */
export function createReads({ primary, replica, changed }: Parts): Reads {
  let restsUntil = 0;
  let isUsed = true;
  const rest = (ms: number, reason: unknown): void => {
    restsUntil = performance.now() + ms;
    if (isUsed) changed(reason);
    isUsed = false;
  };
  const isResting = (): boolean => performance.now() < restsUntil;
  const ask = async ({ pool }: Server, text: string): Promise<Position | undefined> =>
    (await pool.query<Position>({ text, query_timeout: silenceMs } as pg.QueryConfig)).rows[0];

  async function isCaughtUp(): Promise<boolean> {
    const written = (await ask(primary, writtenText))?.position ?? 0;
    for (const end = performance.now() + catchUpMs; ; await wait(lookMs)) {
      const { position = 0, is_replica } = (await ask(replica, replayedText)) ?? {};
      if (is_replica !== true) throw new Error('The server of DATABASE_READ_URL is no replica.');
      if (position >= written) return true;
      if (performance.now() >= end) break;
    }
    rest(behindRestMs, new Error(`The replica is more than ${catchUpMs} ms behind.`));
    return false;
  }
  async function isFit(): Promise<boolean> {
    if (isResting()) return false;
    try {
      if (!(await isCaughtUp())) return false;
    } catch (error) {
      rest(failedRestMs, error);
      return false;
    }
    if (!isUsed) changed();
    return (isUsed = true);
  }
  // A read that comes while others are being answered needs a position of its own time, and waits for the next round.
  const rounds = createBatcher<undefined, boolean>({
    work: async (reads) => {
      const fit = await isFit();
      return reads.map(() => fit);
    },
  });
  return async (work) => {
    if (isResting() || !(await rounds.add(undefined))) return work(primary.db);
    try {
      return await work(replica.db);
    } catch (error) {
      if (!isOfServer(error)) throw error;
      rest(failedRestMs, error);
      return work(primary.db);
    }
  };
}

/** Whether the server failed, so that another may do better: a replica also cancels what its replay conflicts with. */
const isOfServer = (error: unknown): boolean =>
  [isDatabaseAway, isDatabaseLate, isConflict, isOutOfMemory].some((is) => is(error));

/** Throws if the replica answers and is one of something else. */
export async function requireSameDatabase({ primary, replica }: Servers): Promise<void> {
  const text = `select system_identifier || ' ' || current_database() as name from pg_control_system()`;
  const nameOf = async ({ pool }: Server): Promise<unknown> =>
    (await pool.query<{ name: string }>(text)).rows[0]?.name;
  const name = await nameOf(primary);
  // The service starts without its replica.
  const other = await nameOf(replica).catch(() => name);
  if (name !== other)
    throw new UnfitServer(
      'DATABASE_READ_URL does not lead to a replica of the database of DATABASE_URL.',
    );
}
