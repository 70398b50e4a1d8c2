import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { DefaultQueryExecutor, type QueryResult, TransactionBuilder } from 'kysely';

/** Work outside the process, by its type in Node's async_hooks. */
const outside: Readonly<Record<string, string>> = {
  GETADDRINFOREQWRAP: 'a name is looked up',
  GETNAMEINFOREQWRAP: 'an address is looked up',
  QUERYWRAP: 'DNS is queried',
  TCPCONNECTWRAP: 'a connection is opened',
  PIPECONNECTWRAP: 'a connection is opened',
  FSREQCALLBACK: 'a file is used',
  FSREQPROMISE: 'a file is used',
  PROCESSWRAP: 'a process is started',
  WORKER: 'a thread is started',
  // Work of an addon in a thread has no type; here that is argon2.
  undefined: 'a password is hashed',
};

interface Open {
  isOver: boolean;
  /** The first statement that took a shared lock. */
  shared?: string;
  /** The tables with rows of its own, for which it does not wait. */
  readonly inserted: Set<string>;
}

/** A lock that others may hold too, and that whoever changes or deletes the row waits for. */
const shares = /\bfor (?:key )?share\b(?!.*skip locked)|pg_advisory_xact_lock_shared/is;
/** A lock that waits for all others. */
const waits = /\bfor (?:no key )?update\b(?!.*(?:skip locked|nowait))|pg_advisory_xact_lock\(/is;
const tablesIn = (sql: string, after: RegExp): string[] =>
  [...sql.matchAll(after)].map(([, table = '']) => table);

/** A replay locks events as whoever removes them does; its endpoint is locked before, so a removal waits for few of them. */
const replaysEvents = /\bfrom webhook_events\b.*\bfor key share\b/is;

/**
 * Notes a statement that waits while its transaction has a shared lock. With many such transactions there is always one that
 * has the lock, so whoever wants to change the row would wait for as long as they keep coming.
 */
function noteLocks(sql: string): void {
  const open = transaction.getStore();
  if (!open || open.isOver) return;
  for (const table of tablesIn(sql, /\binsert into "?(\w+)/gi)) open.inserted.add(table);
  const isOwn = tablesIn(sql, /\bfrom "?(\w+)/gi).some((table) => open.inserted.has(table));
  if (open.shared !== undefined && waits.test(sql) && !isOwn)
    seen.push(
      new Error(`In a transaction a shared lock is held (${open.shared}), and then: ${sql}`),
    );
  // What belongs to an organization that the transaction creates, as the demo's does, nobody else sees before it commits.
  const isAlone = open.inserted.has('organizations');
  if (shares.test(sql) && !isAlone && !replaysEvents.test(sql)) open.shared ??= sql;
}

const transaction = new AsyncLocalStorage<Open>();
const seen: Error[] = [];

function note(what: string): void {
  const open = transaction.getStore();
  if (open && !open.isOver) seen.push(new Error(`In a transaction ${what}.`));
}

/**
 * Watches every transaction of this process for work that would hold its connection and locks for an unbounded time:
 * name servers, other servers, disks, password hashes, and other locks while it has a shared one. Work that is only scheduled
 * for later is allowed.
 */
export function watchTransactions(): void {
  // oxlint-disable-next-line typescript/unbound-method -- It is called with its own `this`.
  const { execute } = TransactionBuilder.prototype;
  TransactionBuilder.prototype.execute = function (work) {
    const open: Open = { isOver: false, inserted: new Set() };
    return execute
      .call(this, (trx) => transaction.run(open, () => work(trx)))
      .finally(() => {
        open.isOver = true;
      }) as ReturnType<typeof work>;
  };
  // oxlint-disable-next-line typescript/unbound-method -- It is called with its own `this`.
  const { executeQuery } = DefaultQueryExecutor.prototype;
  DefaultQueryExecutor.prototype.executeQuery = function <R>(
    this: DefaultQueryExecutor,
    ...[query, ...rest]: Parameters<typeof executeQuery<R>>
  ) {
    noteLocks(query.sql);
    return executeQuery.call(this, query, ...rest) as Promise<QueryResult<R>>;
  };
  const hook = {
    init(_: number, type: string) {
      const what = outside[type];
      if (what !== undefined) note(what);
    },
    trackPromises: false,
  };
  createHook(hook).enable();
  // Requests over open connections.
  for (const channel of ['undici:request:create', 'http.client.request.start'])
    subscribe(channel, () => note('another server is contacted'));
}

/** Returns what was found since the last call, and forgets it. */
export const outsideWork = (): Error[] => seen.splice(0);
