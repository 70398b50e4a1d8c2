import { Worker } from 'node:worker_threads';
import type { Clearance, Refusal } from './check.ts';
import type { ModelError } from './move.ts';
import { intervalMs } from './progress.ts';
import type { Progress } from './progress.ts';
import { sentenceOf } from './rules.ts';
import type { Recovery, Route } from './settle.ts';
import { createShared, slot } from './shared.ts';
import type { Message, Order } from './migration-thread.ts';
import { startVerifyThread } from './verifier.ts';

export type Summary = Route & { moved: number; errors: ModelError[] };
export type Failure = Route & {
  code: 'migration_stopped' | 'migration_failed';
  message: string;
  moved: number;
};
export type MigrationEvent =
  | { event: 'progress'; data: Progress & { timestamp: string } }
  | { event: 'complete'; data: Summary }
  | { event: 'error'; data: Failure };
export type MigrationOptions = { signal?: AbortSignal; now?: () => Date };

/** Whether a migration may begin; makes the destination if it is missing, allowed and nothing else is wrong. */
export async function checkMigration(
  route: Route,
  roots?: readonly string[],
): Promise<Clearance | Refusal> {
  const message = await carryOut({ task: 'check', route, roots, shared: createShared() });
  if (message.kind === 'checked') return message.result;
  throw new Error(`The migration cannot be checked. ${reasonIn(message)}`);
}

/**
 * Ends what a migration that was killed left behind: models set aside are restored, copies that are not
 * whole and sources whose copy is in place are deleted. Repeating it is harmless. No migration between the
 * two directories may run meanwhile. What was not moved yet is moved by `moveModels`.
 */
export async function recover(route: Route): Promise<Recovery> {
  const message = await carryOut({ task: 'recover', route, shared: createShared() });
  if (message.kind === 'recovered') return message.result;
  throw new Error(`What an earlier migration left cannot be cleared. ${reasonIn(message)}`);
}

/**
 * Moves every model of one hub cache to another directory, beginning when the first event is asked for:
 * progress, the last of it at 100, then one `complete` or `error`. It first ends what an earlier run left
 * (`recover`). A stop, by the signal or by leaving the loop, leaves the model of the moment at the source.
 * Only one migration may run between two directories at a time; the caller sees to that.
 */
export async function* moveModels(
  route: Route,
  { signal, now = () => new Date() }: MigrationOptions = {},
): AsyncGenerator<MigrationEvent, void, void> {
  const shared = createShared();
  const stop = () => Atomics.store(shared, slot.stop, 1n);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);

  // Whoever listens slowly hears the latest only.
  let news: Progress | undefined;
  let end: Message | undefined;
  let wake: (() => void) | undefined;
  const hear = (progress: Progress) => {
    news = progress;
    wake?.();
  };
  const work = carryOut({ task: 'move', route, shared }, hear).then((message) => {
    end = message;
    wake?.();
    return message;
  });
  let next = 0;
  try {
    for (;;) {
      const wait = next - performance.now();
      if (news && (end || wait <= 0)) {
        const data = { ...news, timestamp: now().toISOString() };
        news = undefined;
        next = performance.now() + intervalMs;
        yield { event: 'progress', data };
      } else if (end) {
        break;
      } else {
        // What is told on time may be heard late, and the next one then too soon.
        const timer = news && setTimeout(() => wake?.(), wait);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        clearTimeout(timer);
      }
    }
  } finally {
    stop();
    signal?.removeEventListener('abort', stop);
    await work;
  }
  yield endOf(route, await work, Number(Atomics.load(shared, slot.moved)));
}

function endOf({ source, destination }: Route, message: Message, moved: number): MigrationEvent {
  const data = { moved, source, destination };
  if (message.kind !== 'moved') {
    const reason = `The migration failed; what was not moved is at the source. ${reasonIn(message)}`;
    return { event: 'error', data: { ...data, code: 'migration_failed', message: reason } };
  }
  if (message.result.wasStopped) {
    const reason = 'The migration was stopped; started again, it moves the models that are left.';
    return { event: 'error', data: { ...data, code: 'migration_stopped', message: reason } };
  }
  return { event: 'complete', data: { ...data, errors: message.result.errors } };
}

function reasonIn(message: Message): string {
  return message.kind === 'failed' ? message.reason : 'The thread gave no answer.';
}

/** Carries an order out in a thread and returns what that says last. */
async function carryOut(order: Order, hear?: (progress: Progress) => void): Promise<Message> {
  const { promise, resolve } = Promise.withResolvers<Message>();
  const fail = (error: unknown) => resolve({ kind: 'failed', reason: sentenceOf(error) });
  const threads: Worker[] = [];
  try {
    const thread = new Worker(new URL('./migration-thread.ts', import.meta.url), {
      workerData: order,
    });
    threads.push(thread);
    thread.on('message', (message: Message) => {
      try {
        if (message.kind === 'progress') hear?.(message.progress);
        else if (message.kind === 'verifier needed')
          threads.push(startVerifyThread(message.port, order.shared));
        else resolve(message);
      } catch (error) {
        fail(error);
      }
    });
    thread.on('error', fail);
    thread.on('exit', (code) => fail(`Its thread ended with ${code}.`));
  } catch (error) {
    fail(error);
  }
  const message = await promise;
  await Promise.all(threads.map((thread) => thread.terminate()));
  return message;
}
