import { parentPort, workerData } from 'node:worker_threads';
import { check, type Clearance, type Refusal } from './check.ts';
import { moveAll, type Outcome } from './move.ts';
import type { Progress } from './progress.ts';
import { sentenceOf } from './rules.ts';
import type { Route } from './settle.ts';
import type { Shared } from './shared.ts';

/** The thread's task. */
export type Order = { readonly route: Route; readonly shared: Shared } & (
  | { readonly task: 'check'; readonly roots: readonly string[] | undefined }
  | { readonly task: 'move' }
);
/** The messages of the thread; the last one is the result or an error. */
export type Message =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'checked'; readonly result: Clearance | Refusal }
  | { readonly kind: 'moved'; readonly result: Outcome }
  | { readonly kind: 'failed'; readonly reason: string };

// The thread that does all blocking work.
const say = (message: Message): void => parentPort?.postMessage(message, []);
const order: Order = workerData;
const { route, shared } = order;
try {
  if (order.task === 'check') say({ kind: 'checked', result: check(route, order.roots) });
  else {
    const report = (progress: Progress) => say({ kind: 'progress', progress });
    say({ kind: 'moved', result: moveAll(route, { shared, report }) });
  }
} catch (error) {
  say({ kind: 'failed', reason: sentenceOf(error) });
}
