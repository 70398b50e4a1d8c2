import { createExchange, type WireRequest } from './exchange.ts';

export interface Sent extends Pick<WireRequest, 'from' | 'readAfterMs'> {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes and text are sent unchanged, other values as JSON. */
  readonly body?: unknown;
}

export interface Came {
  /** 0 without a response. */
  readonly status: number;
  readonly bytes: number;
  readonly ms: number;
  /** The beginning of the response, or why there is none. */
  readonly text: string;
}

/** What the cases have sent and received so far. */
export interface Tally {
  readonly statuses: Map<number, number>;
  largest: number;
  largestError: number;
  slowestMs: number;
}

export const newTally = (): Tally => ({
  statuses: new Map(),
  largest: 0,
  largestError: 0,
  slowestMs: 0,
});

const keptCharacters = 65_536;
const timeoutMs = 60_000;

export type Send = (sent: Sent) => Promise<Came>;

/** Sends to a server; never throws: a response that is missing after a minute has the status 0. */
export function createSend(url: string, tally: Tally): { send: Send; close: () => void } {
  const { exchange, close } = createExchange(url, timeoutMs);
  const send: Send = async ({ method, path, headers, body, ...rest }) => {
    const exchanged = await exchange({
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      path,
      headers: Object.entries({
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      }),
      body: bytesOf(body),
      ...rest,
    });
    const came =
      'none' in exchanged
        ? { status: 0, bytes: 0, ms: exchanged.ms, text: exchanged.none }
        : {
            status: exchanged.status,
            bytes: exchanged.bytes,
            ms: exchanged.ms,
            text: exchanged.text.slice(0, keptCharacters),
          };
    tally.statuses.set(came.status, (tally.statuses.get(came.status) ?? 0) + 1);
    tally.largest = Math.max(tally.largest, came.bytes);
    tally.slowestMs = Math.max(tally.slowestMs, came.ms);
    if (came.status >= 400) tally.largestError = Math.max(tally.largestError, came.bytes);
    return came;
  };
  return { send, close };
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Runs a number of tasks with limited concurrency. */
export async function inParallel(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, lane));
}

/** Repeats a task concurrently until the time is over. */
export async function during(
  ms: number,
  lanes: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const end = performance.now() + ms;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (performance.now() < end) await work();
    }),
  );
}
