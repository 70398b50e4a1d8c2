import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { withErrorListener } from '../../system/with-error-listener.ts';
import type { Clearance, Refusal } from './check.ts';
import type { ModelError } from './move.ts';
import { intervalMs, type Progress } from './progress.ts';
import { sentenceOf } from './rules.ts';
import type { Route } from './settle.ts';
import { createShared, slot } from './shared.ts';
import type { Message, Order } from './migration-thread.ts';

interface Summary extends Route {
  readonly moved: number;
  readonly errors: ModelError[];
}
interface Failure extends Route {
  readonly code: 'migration_stopped' | 'migration_failed';
  readonly message: string;
  readonly moved: number;
}
export type MigrationEvent =
  | ({ readonly event: 'progress' } & Progress & { readonly timestamp: string })
  | ({ readonly event: 'complete' } & Summary)
  | ({ readonly event: 'error' } & Failure);
interface MigrationOptions {
  readonly signal?: AbortSignal;
  readonly now?: () => Date;
}

/**
 * Checks whether a migration may start; creates a missing destination if it is allowed and everything else is in order.
 */
export async function checkMigration(
  route: Route,
  roots?: readonly string[],
): Promise<Clearance | Refusal> {
  const message = await carryOut({ task: 'check', route, roots, shared: createShared() });
  if (message.kind === 'checked') return message.result;
  throw new Error(`The migration cannot be checked. ${reasonIn(message)}`);
}

/**
 * Moves every model of one hub cache to another directory, starting when the first event is read: progress events, the
 * last at 100, then one `complete` or `error`. First finishes what an earlier run left behind (`recoverAll`). Stopping, by
 * the signal or by leaving the loop, leaves the current model at the source. Only one migration may run between two
 * directories at a time; the caller ensures that.
 */
export async function* moveModels(
  route: Route,
  { signal, now = () => new Date() }: MigrationOptions = {},
): AsyncGenerator<MigrationEvent, void, void> {
  const shared = createShared();
  const stop = () => Atomics.store(shared, slot.stop, 1);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);

  // A slow reader gets only the latest event.
  let latest: Progress | undefined;
  const work = carryOut({ task: 'move', route, shared }, (progress) => void (latest = progress));
  const ended = work.then(() => true);
  try {
    for (let isOver = false; !isOver;) {
      isOver = await Promise.race([ended, setTimeout(intervalMs, false, { ref: false })]);
      if (!latest) continue;
      const progress = { ...latest, timestamp: now().toISOString() };
      latest = undefined;
      yield { event: 'progress', ...progress };
    }
  } finally {
    stop();
    signal?.removeEventListener('abort', stop);
    await work;
  }
  yield endOf(route, await work, Atomics.load(shared, slot.moved));
}

function endOf({ source, destination }: Route, message: Message, moved: number): MigrationEvent {
  const data = { moved, source, destination };
  if (message.kind !== 'moved') {
    const reason = `The migration failed; what was not moved is at the source. ${reasonIn(message)}`;
    return { event: 'error', ...data, code: 'migration_failed', message: reason };
  }
  if (message.result.wasStopped) {
    const reason = 'The migration was stopped; started again, it moves the models that are left.';
    return { event: 'error', ...data, code: 'migration_stopped', message: reason };
  }
  return { event: 'complete', ...data, errors: message.result.errors };
}

const reasonIn = (message: Message): string =>
  message.kind === 'failed' ? message.reason : 'The thread ended without a result.';

/** Runs a task in a thread and returns its last message. */
async function carryOut(order: Order, hear?: (progress: Progress) => void): Promise<Message> {
  const { promise, resolve } = Promise.withResolvers<Message>();
  const fail = (error: unknown) => resolve({ kind: 'failed', reason: sentenceOf(error) });
  let thread: Worker | undefined;
  try {
    const url = new URL('./migration-thread.ts', import.meta.url);
    thread = withErrorListener(new Worker(url, { workerData: order }));
    thread.on('message', (message: Message) => {
      if (message.kind === 'progress') hear?.(message.progress);
      else resolve(message);
    });
    thread.on('error', fail).on('exit', (code) => fail(`Its thread ended with ${code}.`));
  } catch (error) {
    fail(error);
  }
  const message = await promise;
  await thread?.terminate();
  return message;
}
