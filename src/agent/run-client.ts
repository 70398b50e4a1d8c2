import { createParser } from 'eventsource-parser';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import type { components } from '../../generated/api.ts';

type Schemas = components['schemas'];
export type SessionEvent = Schemas['RunSessionEvent'];
export type SubmittedTurn = Schemas['SubmittedTurn'];

/** An operation refused a request, or did not answer (`status` 0). The message has no credential. */
export class RequestFailed extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, path: string) {
    super(`${path} was answered with ${status} ${code}.`);
    this.status = status;
    this.code = code;
  }
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** What an agent does with the token of its run, by the operations of the API. */
export interface RunClient {
  session(): Promise<Schemas['RunSession']>;
  submit(body: Schemas['SubmitRunResultRequest']): Promise<void>;
  callTool(name: string, callId: string, args: object): Promise<Schemas['ToolExecution']>;
  acknowledge(instruction: number): Promise<void>;
  hangUp(): Promise<void>;
  /** Gives the events of the session to the function until the run has ended or the signal is aborted. Never rejects. */
  follow(onEvent: (event: SessionEvent) => void, signal: AbortSignal): Promise<void>;
}

const requestMs = 30_000;
/** A stream that is silent for so long is opened again: the API sends a comment every 15 seconds. */
const silentMs = 60_000;
const tries = 4;
const againMs = 500;

async function send<T>(
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: object | null,
): Promise<T> {
  let status = 0;
  let answer: unknown;
  try {
    const answered = await request(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(requestMs),
    });
    answer = await answered.body.json();
    status = answered.statusCode;
  } catch {
    throw new RequestFailed(status, 'no_answer', new URL(url).pathname);
  }
  if (status < 300) return answer as T;
  const { code = '' } = answer as { readonly code?: string };
  throw new RequestFailed(status, code, new URL(url).pathname);
}

/** What is repeated is safe to repeat. */
async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = tries - 1; ; left -= 1)
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !(error instanceof RequestFailed) || !error.isPassing) throw error;
      await pause(againMs * (tries - left), undefined, { ref: false });
    }
}

/** Where the API is: its address with `/api/v1`, and headers that requests need there. */
export interface Api {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Exchanges a code, once, for the token of its run. */
export const exchange = ({ url, headers = {} }: Api, run_code: string) =>
  send<Schemas['RunAccess']>(`${url}/run-codes/exchange`, headers, { run_code });

export function createRunClient({ url, headers }: Api, runId: number, token: string): RunClient {
  const run = `${url}/runs/${runId}`;
  const key = { ...headers, 'x-api-key': token };
  return {
    session: () => persistently(() => send(`${run}/session`, key)),
    submit: (body) => persistently(() => send(`${run}/result`, key, body)),
    callTool: (name, call_id, args) =>
      persistently(() => send(`${run}/tools/${name}`, key, { call_id, arguments: args })),
    acknowledge: (instruction) =>
      persistently(() =>
        send(`${run}/instructions/${instruction}/acknowledge`, key, { status: 'taken' }),
      ),
    hangUp: () => persistently(() => send(`${run}/hang-up`, key, null)),
    async follow(onEvent, signal) {
      let lastId: string | undefined;
      const over = new AbortController();
      while (!over.signal.aborted && !signal.aborted) {
        try {
          const own = { ...key, ...(lastId !== undefined && { 'last-event-id': lastId }) };
          const answer = await request(`${run}/session/stream`, {
            headers: own,
            signal,
            bodyTimeout: silentMs,
          });
          if (answer.statusCode !== 200) {
            await answer.body.dump();
            if (answer.statusCode < 429) return;
          } else {
            const parser = createParser({
              onEvent({ data, id }) {
                lastId = id || lastId;
                const event = JSON.parse(data) as SessionEvent;
                if (event.event === 'complete') over.abort();
                onEvent(event);
              },
            });
            const decoder = new TextDecoder();
            for await (const chunk of answer.body)
              parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
          }
        } catch {
          // It is opened again.
        }
        if (!over.signal.aborted)
          await pause(2 * againMs, undefined, { signal, ref: false }).catch(() => {});
      }
    },
  };
}
