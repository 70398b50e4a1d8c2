import { ofDatabase } from '../../src/db/errors.ts';
import { PostgresDialect } from 'kysely';
import type { Connection, Database } from '../../src/db/connect.ts';
import { RetryingDb } from '../../src/db/retrying.ts';
import type { Embedded } from './embedded.ts';
import type { Faults } from './faults.ts';
import { type Actor, type Scheduler, withoutIds } from './scheduler.ts';

/** Jobs that a transaction enqueues; they exist once it has committed. */
export type NewJobs = { readonly queue: string; readonly jobs: string };
/** The text that stands for the statement with which the queue would insert jobs. */
export const enqueueText = 'enqueue';

interface Parts {
  readonly embedded: Embedded;
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly crash: (actor: Actor) => void;
  readonly committed: (jobs: readonly NewJobs[]) => void;
}

/** The database as simulated processes see it: each statement is a step, after and before which they may end. */
export interface SimulatedDatabase {
  connect(actor: Actor): Connection;
  /** Ends the transactions of a process that has ended. */
  abandon(actor: Actor): void;
}

/** As the server's `idle_in_transaction_session_timeout`. */
const idleMs = 5000;
const outageMs = 8000;

const lost = (): Error => new Error('Connection terminated unexpectedly');
const away = (): Error =>
  ofDatabase(
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }),
  );
const aborted = (): Error =>
  Object.assign(new Error('current transaction is aborted'), { code: '25P02' });
const conflict = (): Error =>
  Object.assign(new Error('could not serialize access'), { code: '40001' });

/** What a statement does, and to which table, with the numbers among its values. */
function described(text: string, values: readonly unknown[]): string {
  const plain = text.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim();
  const verb = /^\w+/.exec(plain)?.[0] ?? '';
  const table = /\b(?:from|into|update|join|enqueue) (?!\()(\w+)/.exec(plain)?.[1] ?? '';
  const numbers = values.filter((value) => typeof value === 'number' || Array.isArray(value));
  const shown = numbers.length === 0 ? '' : ` ${withoutIds(JSON.stringify(numbers)).slice(0, 60)}`;
  return `${verb} ${verb === 'select' && table === '' ? plain.slice(7, 45) : table}${shown}`.trim();
}

interface Client {
  readonly actor: Actor;
  /** When the transaction that is open was last used. */
  usedAt: number;
  isBroken: boolean;
  /** Its transaction has failed, and takes nothing but a rollback. */
  hasFailed: boolean;
  jobs: NewJobs[];
}

export function createDatabase(parts: Parts): SimulatedDatabase {
  const { embedded, scheduler, faults, crash, committed } = parts;
  /** Whose transaction is open. There is one connection, so the statements of others wait. */
  let open: Client | undefined;
  /** The rollback of a transaction whose process has ended; before the next statement. */
  let rollback: Promise<unknown> = Promise.resolve();
  let awayUntil = 0;

  function end(client: Client): void {
    if (open !== client) return;
    open = undefined;
    client.jobs = [];
    rollback = embedded.query('rollback');
  }

  function breakOff(client: Client): void {
    end(client);
    client.isBroken = true;
  }

  function watch(client: Client): void {
    const check = (): void => {
      if (open !== client) return;
      if (scheduler.now() - client.usedAt < idleMs) return watch(client);
      scheduler.note(client.actor.name, 'loses its transaction, which it left idle');
      breakOff(client);
    };
    scheduler.at(client.usedAt + idleMs, check);
  }

  /** Runs the statement, and keeps what the transaction has enqueued. */
  async function perform(client: Client, text: string, values: readonly unknown[]) {
    await rollback;
    client.usedAt = scheduler.now();
    if (text.startsWith(enqueueText)) {
      const [queue, jobs] = values as [string, string];
      client.jobs.push({ queue, jobs });
      return { command: 'INSERT', rowCount: 0, rows: [] };
    }
    if (text === 'rollback' && open !== client)
      return { command: 'ROLLBACK', rowCount: null, rows: [] };
    const result = await embedded.query(text, values);
    if (text === 'begin') {
      open = client;
      client.jobs = [];
      watch(client);
    }
    if (text === 'commit' || text === 'rollback') {
      open = undefined;
      client.actor.isExposed = text === 'commit';
      if (result.command === 'COMMIT') committed(client.jobs);
      client.jobs = [];
    }
    return result;
  }

  async function run(
    client: Client,
    text: string,
    values: readonly unknown[],
    answer: { resolve: (result: unknown) => void; reject: (error: unknown) => void },
  ): Promise<void> {
    const { actor } = client;
    const fail = (what: string, error: Error): void => {
      scheduler.note(actor.name, `  ${what}`);
      answer.reject(error);
    };
    if (client.isBroken) return answer.reject(lost());
    if (text === 'rollback' || text === 'begin') client.hasFailed = false;
    if (client.hasFailed) return answer.reject(aborted());
    if (faults.happens('outage')) awayUntil = scheduler.now() + scheduler.random.below(outageMs);
    if (scheduler.now() < awayUntil) {
      breakOff(client);
      return fail('finds no database', away());
    }
    if (faults.happens('connection_lost')) {
      breakOff(client);
      return fail('loses its connection before the statement', lost());
    }
    if (open === client && text !== 'rollback' && text !== 'commit' && faults.happens('conflict')) {
      end(client);
      client.hasFailed = true;
      return fail('loses against another transaction', conflict());
    }
    let result;
    try {
      result = await perform(client, text, values);
    } catch (error) {
      return fail(
        `fails: ${error instanceof Error ? error.message : String(error)}`,
        error as Error,
      );
    }
    if (faults.happens('answer_lost')) {
      breakOff(client);
      return fail('loses its connection after the statement', lost());
    }
    if (faults.happens('crash_after')) return crash(actor);
    if (text !== 'commit') return answer.resolve(result);
    // Others see what was committed, and may go on, before the process does.
    scheduler.add({ actor, label: 'goes on', run: () => answer.resolve(result) });
  }

  function connectClient(actor: Actor) {
    const client: Client = { actor, usedAt: 0, isBroken: false, hasFailed: false, jobs: [] };
    return {
      query: (text: string, values: readonly unknown[] = []) =>
        new Promise((resolve, reject) =>
          scheduler.add({
            actor,
            label: described(text, values),
            mayRun: () => open === undefined || open === client,
            run: () => run(client, text, values, { resolve, reject }),
          }),
        ),
      release: () => {},
    };
  }

  return {
    connect(actor) {
      const pool = { connect: async () => connectClient(actor), end: async () => {} };
      return {
        db: new RetryingDb<Database>({ dialect: new PostgresDialect({ pool: pool as never }) }),
        embedded: false,
      } as Connection;
    },
    abandon(actor) {
      if (open?.actor === actor) end(open);
    },
  };
}
