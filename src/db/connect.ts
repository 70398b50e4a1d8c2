import type { Kysely } from 'kysely';
import pg from 'pg';
import type { Database } from '../../generated/database.ts';
import { advisoryLock, type Exclusive } from './process-lock.ts';
import { counted, type Listen, listenOn } from './listen.ts';
import { Dialect } from './driver/dialect.ts';
import { NamedStatements, type PreparingClient, sendDirectly } from './driver/prepared.ts';
import {
  admit,
  requireOwnSchema,
  requireSessions,
  requireTimeLimits,
  withoutSessions,
} from './pooler.ts';
import { RetryingDb } from './retrying.ts';
import { createReads, type Reads, requireSameDatabase } from './replica.ts';
import { type Lender, sharedByOrganization } from './shared-pool.ts';
import { timeLimits } from './time-limits.ts';

export type { Database, Exclusive };
export type Db = Kysely<Database>;

export interface Connection {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly embedded: boolean;
  readonly exclusive: Exclusive;
  readonly listen: Listen;
  /** Throws an UnfitServer if a pooler drops what the service relies on. */
  verify(): Promise<void>;
  /** Runs work on a database whose single connection keeps its session, which a pooler's need not. */
  inSession<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** For reads that decide nothing: lists, reports and exports. */
  readonly reads: Reads;
  /** How many listen, and how many of them hear nothing as their connection is broken. */
  listeners(): { readonly open: number; readonly broken: number };
  close(): Promise<void>;
}

/** How long a caller waits for a connection before the database counts as unreachable. */
const connectTimeoutMs = 5000;

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/** Converts `2026-01-02 03:04:05.67+00` (a UTC session's format) to the wire format `2026-01-02T03:04:05.670Z`. */
export const timestamp = (text: string): string =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`;

const getTypeParser = ((oid: number, format?: 'text' | 'binary') => {
  if (oid === INT8) return Number;
  if (oid === DATE) return String;
  if (oid === TIMESTAMPTZ) return timestamp;
  return pg.types.getTypeParser(oid, format);
}) as pg.CustomTypesConfig['getTypeParser'];

/** How values are read: numbers, days, and timestamps in the wire format. */
export const types = { getTypeParser };

interface ServerOptions {
  readonly poolSize: number;
  /** After how long a statement times out. */
  readonly timeoutMs?: number;
  /** After how long the server ends a connection whose transaction waits for this process. */
  readonly idleInTransactionMs?: number;
  /** The address for what needs a session of its own: notifications and locks. */
  readonly sessionUrl?: string;
  /** A replica for lists, reports and exports. */
  readonly readUrl?: string;
  /** Called with the reason when the replica is no longer used, and without one when it is used again. */
  readonly onReplica?: (reason?: unknown) => void;
}

/** A list that takes a replica longer is read from the primary. */
const replicaTimeoutMs = 10_000;
const replicaConnectMs = 500;

/** Connects to the server at the URL, which may be that of a pooler. Sends nothing before the first query. */
export function connectPostgres(url: string, options: ServerOptions): Connection {
  const { poolSize, timeoutMs = 60_000, idleInTransactionMs = 5000 } = options;
  const { sessionUrl, readUrl, onReplica = () => {} } = options;
  const limits = timeLimits(timeoutMs, idleInTransactionMs);
  const server = {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    ...limits,
  };
  const pool = openPool({ ...server, max: poolSize });
  const sessions = { ...server, ...(sessionUrl !== undefined && { connectionString: sessionUrl }) };
  async function verify(): Promise<void> {
    const client = await pool.connect();
    try {
      const { isPooled } = client as unknown as PreparingClient;
      if (isPooled && sessionUrl === undefined) throw withoutSessions();
      if (isPooled) await requireTimeLimits(client, limits);
      await requireOwnSchema(client);
      if (sessionUrl !== undefined) await requireSessions(client, sessions);
    } finally {
      client.release();
    }
    if (replica) await requireSameDatabase({ primary: { pool, db }, replica });
  }
  const db = databaseOf(pool, connectTimeoutMs);
  const replica = readUrl === undefined ? undefined : openReplica(server, readUrl, poolSize);
  return connection(pool, {
    db,
    embedded: false,
    exclusive: advisoryLock(sessions),
    listen: listenOn(sessions),
    verify,
    ...(sessionUrl !== undefined && {
      async inSession(work) {
        const own = connectPostgres(sessionUrl, { poolSize: 1, timeoutMs, idleInTransactionMs });
        try {
          return await work(own.db);
        } finally {
          await own.close();
        }
      },
    }),
    ...(replica && { reads: createReads({ primary: { pool, db }, replica, changed: onReplica }) }),
    closeBehind: async () => replica?.db.destroy(),
  });
}

function openPool(server: pg.PoolConfig, isReplica = false): pg.Pool {
  // Not `verify`, which loses a connection for ever whose request timed out while it was verified.
  const checks = {
    onConnect: (client: pg.ClientBase) => admit(client as unknown as PreparingClient, isReplica),
  };
  const pool = new pg.Pool({
    ...server,
    types,
    Client: NamedStatements,
    ...checks,
  });
  return withoutCrashes(pool);
}

function openReplica(server: pg.PoolConfig, url: string, max: number) {
  const timeoutMs = Math.min(Number(server.statement_timeout), replicaTimeoutMs);
  const pool = openPool(
    {
      ...server,
      ...timeLimits(timeoutMs, Number(server.idle_in_transaction_session_timeout)),
      connectionString: url,
      connectionTimeoutMillis: replicaConnectMs,
      max,
    },
    true,
  );
  return { pool, db: databaseOf(pool, connectTimeoutMs) };
}

/** The database of connections that its callers share. */
export function databaseOf(lender: Lender, timeoutMs: number): Db {
  const pool = sharedByOrganization(lender, timeoutMs);
  return sendDirectly(new RetryingDb<Database>({ dialect: new Dialect({ pool }) }), pool);
}

/** A connection that the server drops must not crash the process, idle or in use: its query reports the error. */
export function withoutCrashes(pool: pg.Pool): pg.Pool {
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

interface Behind
  extends
    Pick<Connection, 'db' | 'embedded' | 'exclusive' | 'listen'>,
    Partial<Pick<Connection, 'verify' | 'inSession' | 'reads'>> {
  readonly closeBehind: () => Promise<void>;
}

/** Completes what a kind of database needs no own way for. */
export function connection(pool: pg.Pool, { closeBehind, ...behind }: Behind): Connection {
  const { db } = behind;
  return {
    verify: async () => {},
    inSession: (work) => work(db),
    reads: (work) => work(db),
    ...behind,
    ...counted(behind.listen),
    pool,
    close: async () => {
      await db.destroy();
      await closeBehind();
    },
  };
}
