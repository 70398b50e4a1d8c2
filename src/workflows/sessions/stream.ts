import type { components } from '../../../generated/api.ts';
import type { WorkflowsApp } from '../context.ts';
import * as instructions from '../instructions/queries.ts';
import type { Key } from '../runs/read-queries.ts';

type Schemas = components['schemas'];
type SessionEvent = Schemas['RunInstructionEvent'] | Schemas['RunCompleteEvent'];

interface Following {
  readonly key: Key;
  /** The number of the last instruction that the reader has. */
  readonly after: number;
  /** Whether the reader is the run's own agent runtime. */
  readonly isRuntime: boolean;
  readonly signal: AbortSignal;
}

/** How many instructions a stream has in memory: at most 80 KiB. */
const batchSize = 10;

/**
 * Yields the run's instructions that nobody has answered, in their order, each once, and last that the run has ended. What
 * was yielded to the runtime is kept as delivered when it takes the next event, since it is written then.
 */
export async function* follow(
  { db, now, runWatch }: Pick<WorkflowsApp, 'db' | 'now' | 'runWatch'>,
  { key, after, isRuntime, signal }: Following,
): AsyncGenerator<{ readonly id: string; readonly data: SessionEvent }> {
  const follower = runWatch.follow({ ...key, after });
  try {
    while (!signal.aborted) {
      const position = { after: follower.after, limit: batchSize };
      const { ended, instructions: next } = await instructions.readNext(db, key, position);
      if (ended) {
        const { run_id } = key;
        yield { id: String(follower.after), data: { event: 'complete', run_id, ...ended } };
        return;
      }
      const sent: number[] = [];
      try {
        for (const { answer, ...instruction } of next) {
          const { instruction_number } = instruction;
          if (answer === null) {
            yield {
              id: String(instruction_number),
              data: { event: 'instruction', ...instruction },
            };
            sent.push(instruction_number);
          }
          follower.after = instruction_number;
        }
      } finally {
        if (isRuntime && sent.length > 0)
          await instructions.setDelivered(db, key, { numbers: sent, now: now() });
      }
      if (next.length < batchSize) await follower.next(signal);
    }
  } finally {
    follower.leave();
  }
}
