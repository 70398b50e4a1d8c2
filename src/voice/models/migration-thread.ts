import { parentPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { check } from './check.ts';
import type { Clearance, Refusal } from './check.ts';
import { moveAll } from './move.ts';
import type { Outcome } from './move.ts';
import type { Progress } from './progress.ts';
import { sentenceOf } from './rules.ts';
import { recoverAll } from './settle.ts';
import type { Recovery, Route } from './settle.ts';
import type { Shared } from './shared.ts';
import { createVerifier } from './verifier.ts';

/** The order that the thread carries out. */
export type Order = { route: Route; shared: Shared } & (
  | { task: 'check'; roots: readonly string[] | undefined }
  | { task: 'recover' | 'move' }
);
/** The messages of the thread; the last one is the result or an error. */
export type Message =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'verifier needed'; port: MessagePort }
  | { kind: 'checked'; result: Clearance | Refusal }
  | { kind: 'recovered'; result: Recovery }
  | { kind: 'moved'; result: Outcome }
  | { kind: 'failed'; reason: string };

// The thread for everything that blocks.
const given: Order = workerData;
try {
  say(carryOut(given));
} catch (error) {
  say({ kind: 'failed', reason: sentenceOf(error) });
}

function carryOut(order: Order): Message {
  const { task, route, shared } = order;
  if (order.task === 'check') return { kind: 'checked', result: check(route, order.roots) };
  if (task === 'recover') return { kind: 'recovered', result: recoverAll(route) };
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
