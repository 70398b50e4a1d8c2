import { setTimeout as pause } from 'node:timers/promises';
import { cut } from '../workflows/walker/rendering-rules.ts';
import type { Log } from './brain.ts';
import { RequestFailed, type RunClient, type SubmittedTurn } from './run-client.ts';

export interface Transcript {
  add(turn: SubmittedTurn): void;
  /** Resolves when everything was stored that can be. */
  stored(): Promise<void>;
}

interface Parts {
  readonly run: Pick<RunClient, 'submit'>;
  /** The index of the first turn. */
  readonly first: number;
  /** The nodes that the conversation came to, stored with each turn: another process continues there. */
  readonly path: () => readonly string[];
  /** The run is no longer this agent's: its token is refused, or another agent stores turns. */
  readonly onLost: () => void;
  readonly log?: Log | undefined;
}

/** How many turns may wait while the API is away. Further ones are dropped. */
const maxWaiting = 200;
/** For how long what waits at the end is sent again, in milliseconds, and how often. */
const patienceMs = 60_000;
const againMs = 500;
const maxText = 10_000;
const lostBy: ReadonlySet<string> = new Set([
  'transcript_turn_differs',
  'run_held_by_another_agent',
]);

/** A text that the API takes: without NUL, half characters and what is too long. */
const storable = (text: string): string => cut(text, maxText).replaceAll('\0', ' ').toWellFormed();

/** Stores turns in their order, as they are said; what waits is sent together, and again after a failure that passes. */
export function createTranscript({ run, first, path, onLost, log }: Parts): Transcript {
  let next = first;
  const waiting: SubmittedTurn[] = [];
  let sending: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    let size = maxWaiting;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, size).map((turn, index) => ({ ...turn, index: next + index }));
      try {
        await run.submit({
          append: true,
          transcript: batch,
          gathered_context: { path: [...path()] },
        });
        next += batch.length;
      } catch (error) {
        const refusal = error instanceof RequestFailed ? error : undefined;
        if (refusal?.isPassing) return;
        if (refusal && (refusal.status < 405 || lostBy.has(refusal.code))) onLost();
        else if (batch.length > 1) {
          // One of them is refused: the others are stored one by one.
          size = 1;
          continue;
        } else log?.warn({ code: refusal?.code }, 'a turn of a conversation was refused');
      }
      waiting.splice(0, batch.length);
    }
  }
  const send = (): Promise<void> => (sending ??= sendAll().finally(() => (sending = undefined)));

  return {
    add(turn) {
      if (waiting.length < maxWaiting) waiting.push({ ...turn, text: storable(turn.text) });
      void send();
    },
    async stored() {
      await sending;
      const end = performance.now() + patienceMs;
      for (await send(); waiting.length > 0 && performance.now() < end; await send())
        await pause(againMs, undefined, { ref: false });
    },
  };
}
