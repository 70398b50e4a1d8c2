import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { check, type Clearance, type Refusal } from './check.ts';
import { moveAll, type Outcome } from './move.ts';
import type { Progress } from './progress.ts';
import { sentenceOf } from './rules.ts';
import type { Route } from './settle.ts';
import type { Shared } from './shared.ts';
import { createVerifier } from './verifier.ts';

/** The thread's task. */
export type Order = { readonly route: Route; readonly shared: Shared } & (
  | { readonly task: 'check'; readonly roots: readonly string[] | undefined }
  | { readonly task: 'move' }
);
/** The messages of the thread; the last one is the result or an error. */
export type Message =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'verifier needed'; readonly port: MessagePort }
  | { readonly kind: 'checked'; readonly result: Clearance | Refusal }
  | { readonly kind: 'moved'; readonly result: Outcome }
  | { readonly kind: 'failed'; readonly reason: string };

// The thread that does all blocking work.
const given: Order = workerData;
try {
  say(carryOut(given));
} catch (error) {
  say({ kind: 'failed', reason: sentenceOf(error) });
}

function carryOut(order: Order): Message {
  const { route, shared } = order;
  if (order.task === 'check') return { kind: 'checked', result: check(route, order.roots) };
  const result = moveAll(route, {
    shared,
    report: (progress) => say({ kind: 'progress', progress }),
    startVerifier: () =>
      createVerifier(shared, (port) => say({ kind: 'verifier needed', port }, [port])),
  });
  return { kind: 'moved', result };
}

function say(message: Message, transferred: MessagePort[] = []): void {
  parentPort?.postMessage(message, transferred);
}
