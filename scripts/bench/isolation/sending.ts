import { Agent, request } from 'node:http';

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent unchanged, other values as JSON. */
  readonly body?: unknown;
  /** The local address to send from. */
  readonly from?: string;
  /** Reads nothing of the response for this long. */
  readonly readAfterMs?: number;
}

export interface Came {
  /** 0 without a response. */
  readonly status: number;
  readonly bytes: number;
  readonly ms: number;
  /** The beginning of the response. */
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

const keptBytes = 65_536;
const timeoutMs = 60_000;
const noAnswer = { status: 0, bytes: 0, text: '' };

export type Send = (sent: Sent) => Promise<Came>;

/** Sends to a server; never throws: a response that is missing after a minute, or is cut off, has the status 0. */
export function createSend(url: string, tally: Tally): { send: Send; close: () => void } {
  const agent = new Agent({ keepAlive: true });
  const send: Send = async (sent) => {
    const came = await exchange(url, agent, sent);
    tally.statuses.set(came.status, (tally.statuses.get(came.status) ?? 0) + 1);
    tally.largest = Math.max(tally.largest, came.bytes);
    tally.slowestMs = Math.max(tally.slowestMs, came.ms);
    if (came.status >= 400) tally.largestError = Math.max(tally.largestError, came.bytes);
    return came;
  };
  return { send, close: () => agent.destroy() };
}

function exchange(url: string, agent: Agent, sent: Sent): Promise<Came> {
  const { method = sent.body === undefined ? 'GET' : 'POST', path, from, readAfterMs = 0 } = sent;
  const body = bytesOf(sent.body);
  const began = performance.now();
  const ms = (): number => performance.now() - began;
  return new Promise((done) => {
    const asking = request(url + path, {
      method,
      agent,
      ...(from !== undefined && { localAddress: from }),
      headers: {
        ...(sent.body !== undefined && { 'content-type': 'application/json' }),
        ...(body && { 'content-length': body.length }),
        ...sent.headers,
      },
    });
    const timer = setTimeout(() => asking.destroy(new Error('It took too long.')), timeoutMs);
    const end = (came: Omit<Came, 'ms'>): void => {
      clearTimeout(timer);
      done({ ...came, ms: ms() });
    };
    asking.once('error', () => end(noAnswer));
    asking.once('response', (answer) => {
      let bytes = 0;
      let text = '';
      const read = (): void => {
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (text.length < keptBytes) text += chunk.toString('utf8');
        });
      };
      if (readAfterMs > 0) setTimeout(read, readAfterMs);
      else read();
      answer.once('end', () => end({ status: answer.statusCode ?? 0, bytes, text }));
      answer.once('error', () => end({ status: answer.statusCode ?? 0, bytes, text }));
    });
    asking.end(body);
  });
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined;
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
