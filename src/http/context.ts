import type { Capacity } from '../fairness/capacity.ts';
import type { AnyCaller } from '../caller.ts';
import type { Config } from '../config.ts';
import type { Transaction } from 'kysely';
import type { Database, Db } from '../db/connect.ts';
import type { Reads } from '../db/replica.ts';
import type { Secrets } from '../db/secrets.ts';
import type { Spool } from '../storage/spool.ts';
import type { Timestamp } from '../timestamp.ts';
import type { CallAuthority } from './operations.ts';

/** The application's context, which handlers get. The application adds its members; the server does not know them. */
export interface AppContext {}

/** Runs with the context it is given; the request's own may belong to a transaction that has ended. */
export type AfterCommit = (app: AppContext) => void | Promise<void>;

interface ActedOn {
  readonly authority: CallAuthority;
  readonly caller: AnyCaller;
  readonly run_id: number;
}

/** What the server itself needs of the context. */
export interface HttpContext {
  readonly db: Db;
  /** Runs work that only reads and decides nothing, on a replica if there is one. */
  readonly reads: Reads;
  readonly config: Pick<Config, 'bodies' | 'cell' | 'databaseReadUrl'>;
  readonly secrets: Secrets;
  /** Temporary local files. */
  readonly spool: Spool;
  /** Limits on the number or size of concurrent work. */
  readonly inProgress: Capacity;
  /** The Idempotency-Keys of requests that this process is working on. */
  readonly keysInProgress: Set<string>;
  readonly effects: {
    waitForPlacements(app: HttpContext, organizationId: number): Promise<void>;
    /** Throws 403 if the caller lacks the authority to act on a call in progress. */
    callActedOn(app: Pick<HttpContext, 'db' | 'now'>, acted: ActedOn): Promise<void>;
  };
  /** The current time; the simulation can change it. */
  now(): Timestamp;
  /**
   * Runs an action after the request's transaction has committed and before the response is sent; not after a rollback.
   * Call it outside transactions.
   */
  afterCommit(action: (app: this) => void | Promise<void>): Promise<void>;
}

/** A transaction of a handler, which the server keeps an answer in. */
export type Trx = Transaction<Database>;

export type ServedApp = HttpContext & AppContext;
