import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallTool } from './brain.ts';
import { RequestFailed, type RunClient } from './run-client.ts';

interface Parts {
  readonly run: Pick<RunClient, 'callTool'>;
  /** Gets what came of a call that a person has decided about. */
  readonly onSettled: (name: string, result: unknown) => void;
  /** Aborted when the conversation is over. */
  readonly signal: AbortSignal;
}

interface ToolCalls {
  readonly call: CallTool;
  /** Somebody has decided about a call. */
  readonly decided: (callId: string) => Promise<void>;
}

/** A decision whose event was lost is found this much later. */
const lookMs = 10_000;

const unknown = 'Whether this was done is not known. Do not call it again.';

/** Calls tools. A call that waits for a person does not hold the conversation up: what came of it is said later. */
export function createToolCalls({ run, onSettled, signal }: Parts): ToolCalls {
  const waiting = new Map<string, { readonly name: string; readonly args: object }>();
  const sending = new Set<string>();

  async function send(callId: string, name: string, args: object) {
    try {
      const { status, error_code, error_detail, result } = await run.callTool(name, callId, args);
      if (status === 'succeeded') return { status, result };
      const note = status === 'unknown' ? { note: unknown } : {};
      return { status, result: { status, error_code, error_detail, ...note } };
    } catch (error) {
      const error_code = error instanceof RequestFailed ? error.code : 'no_answer';
      if (error instanceof RequestFailed && !error.isPassing)
        return { status: 'failed', result: { status: 'failed', error_code } };
      return { status: 'unanswered', result: { status: 'unknown', error_code, note: unknown } };
    }
  }

  async function decided(callId: string): Promise<void> {
    const call = waiting.get(callId);
    if (!call || sending.has(callId)) return;
    sending.add(callId);
    const { status, result } = await send(callId, call.name, call.args);
    sending.delete(callId);
    if (status === 'waiting_for_approval' || status === 'unanswered') return;
    waiting.delete(callId);
    onSettled(call.name, result);
  }

  async function look(callId: string): Promise<void> {
    while (waiting.has(callId) && !signal.aborted) {
      await pause(lookMs, undefined, { signal, ref: false }).catch(() => {});
      if (!signal.aborted) await decided(callId);
    }
  }

  return {
    decided,
    async call(name, args) {
      const callId = randomUUID();
      const { status, result } = await send(callId, name, args);
      if (status !== 'waiting_for_approval') return result;
      waiting.set(callId, { name, args });
      void look(callId);
      return { status, note: 'A person is asked first. You will be told what they decide.' };
    },
  };
}
