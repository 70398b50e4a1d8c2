import type { components } from '../../../generated/api.ts';
import type { WorkflowsApp } from '../context.ts';
import { areOpen, openKeys } from '../instructions/actions.ts';
import * as instructions from '../instructions/queries.ts';
import type { SeenTurns } from '../instructions/watch-queries.ts';
import { idOf } from '../instructions/rules.ts';
import type { Key } from '../runs/read-queries.ts';
import { transcriptShown } from '../runs/transcript-rules.ts';
import { readTurns } from './transcript-queries.ts';

type Schemas = components['schemas'];
type SessionEvent =
  | Schemas['RunInstructionEvent']
  | Schemas['RunKeysEvent']
  | Schemas['RunToolDecisionEvent']
  | Schemas['RunTransferEvent']
  | Schemas['RunTranscriptEvent']
  | Schemas['RunCompleteEvent'];
type Entry = Awaited<ReturnType<typeof instructions.readNext>>['entries'][number];

interface Following {
  readonly key: Key;
  /** The number of the last event that the reader has. */
  readonly after: number;
  /** By which handoff the reader has the run, if it is the runtime of one of its agents; null: the first. */
  readonly agent?: number | null | undefined;
  /** The turns that the reader has, unless it is a runtime, which writes them. */
  readonly said?: SeenTurns;
  readonly signal: AbortSignal;
}

/** How many events a stream has in memory: at most 80 KiB. */
const batchSize = 10;

/**
 * Yields the run's instructions that nobody has answered and what people decided about its calls of tools, in their order, each
 * once; its last transfer in each state in which it is found, and those that follow; its turns; and last that the run has ended. An
 * instruction that was yielded to the runtime is kept as delivered when it takes the next event, since it is written then.
 */
export async function* follow(
  app: Pick<WorkflowsApp, 'db' | 'now' | 'runWatch' | 'lookups' | 'secrets'>,
  { key, after, agent, said, signal }: Following,
): AsyncGenerator<{ readonly id: string; readonly data: SessionEvent }> {
  const { db, now, runWatch, lookups } = app;
  const follower = runWatch.follow({ ...key, after, ...(said && { said }) });

  /** Read after the run: its transfers end before it does, and most turns come before. */
  async function* changes() {
    while (follower.said) {
      const read = await readTurns(db, key, follower.said);
      if (!read) break;
      const { index, turns, seen } = read;
      follower.said = seen;
      const data = { event: 'transcript' as const, index, turns: transcriptShown(turns) ?? [] };
      yield { id: idOf(follower), data };
    }
    const since = follower.transfer;
    for (const transfer of await lookups.listTransfersSince(db, key, since?.id)) {
      const { id, status } = transfer;
      if (since?.id === id && since.status === status) continue;
      yield { id: idOf(follower), data: { event: 'transfer' as const, transfer } };
      follower.transfer = { id, status };
    }
  }

  try {
    while (!signal.aborted) {
      const position = { after: follower.after, limit: batchSize };
      const { ended, entries: next, held_by } = await instructions.readNext(db, key, position);
      if (ended) {
        yield* changes();
        const { run_id } = key;
        yield { id: idOf(follower), data: { event: 'complete', run_id, ...ended } };
        return;
      }
      // What comes from now on is for another agent.
      if (agent !== undefined && agent !== held_by) {
        yield* changes();
        return;
      }
      const sent: number[] = [];
      try {
        for (const entry of next) {
          const data = eventOf(entry) ?? keysOf(app, { key, agent }, entry);
          if (data) yield { id: idOf({ ...follower, after: entry.number }), data };
          if (data?.event === 'instruction' || data?.event === 'run_keys') sent.push(entry.number);
          follower.after = entry.number;
        }
      } finally {
        if (agent !== undefined && sent.length > 0)
          await instructions.setDelivered(db, key, { numbers: sent, now: now() });
      }
      yield* changes();
      if (next.length < batchSize) await follower.next(signal);
    }
  } finally {
    follower.leave();
  }
}

/** Keys that a request waits for, which the runtime alone gets; undefined for all else. */
function keysOf(
  { secrets, now }: Pick<WorkflowsApp, 'secrets' | 'now'>,
  { key, agent }: Pick<Following, 'key' | 'agent'>,
  { number, instruction, created_at }: Entry,
): Schemas['RunKeysEvent'] | undefined {
  const sealed = instruction?.digits ?? null;
  if (agent === undefined || sealed === null || !areOpen(created_at, now())) return undefined;
  const digits = openKeys(secrets, key, sealed);
  return { event: 'run_keys', instruction_number: number, digits, created_at };
}

/** What the runtime is told; undefined for what it has answered, or has asked about again. */
function eventOf({
  number,
  instruction,
  decision,
  created_at,
}: Entry): Exclude<SessionEvent, Schemas['RunCompleteEvent']> | undefined {
  if (instruction?.answer === null && instruction.command_hash === null)
    return {
      event: 'instruction',
      instruction_number: number,
      text: instruction.text,
      created_at,
    };
  if (!decision?.is_open) return undefined;
  const { is_open: _, ...decided } = decision;
  return { event: 'tool_decision', decision_number: number, ...decided, decided_at: created_at };
}
