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
}

/** How many turns may wait while the API is away. Further ones are dropped. */
const maxWaiting = 200;
const lostBy: ReadonlySet<string> = new Set([
  'transcript_turn_differs',
  'run_held_by_another_agent',
]);

/** Stores turns in their order, as they are said; what waits is sent together, and again after a failure that passes. */
export function createTranscript({ run, first, path, onLost }: Parts): Transcript {
  let next = first;
  const waiting: SubmittedTurn[] = [];
  let sending: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.map((turn, index) => ({ ...turn, index: next + index }));
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
      }
      waiting.splice(0, batch.length);
    }
  }
  const send = (): Promise<void> => (sending ??= sendAll().finally(() => (sending = undefined)));

  return {
    add(turn) {
      if (waiting.length < maxWaiting) waiting.push(turn);
      void send();
    },
    async stored() {
      await sending;
      await send();
    },
  };
}
