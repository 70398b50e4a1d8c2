import { setTimeout as pause } from 'node:timers/promises';

/** An answer as a client saw it that does not try again. */
export interface Answered {
  /** When the request was sent. */
  readonly at: number;
  readonly ms: number;
  /** 0 if the connection was lost, or nothing came. */
  readonly status: number;
}

export interface Asking {
  readonly answers: readonly Answered[];
  /** The numbers whose addition was answered with success. */
  readonly added: ReadonlySet<number>;
  stop(): Promise<void>;
}

const everyMs = 100;
/** Longer than the service waits for anything. */
const timeoutMs = 90_000;

/** Reads a campaign, and adds to the numbers that are not called, at the same time and all the time. */
export function ask(url: string, token: string, campaign: number): Asking {
  const stopping = new AbortController();
  const answers: Answered[] = [];
  const added = new Set<number>();
  const send = async (path: string, body?: object): Promise<boolean> => {
    const at = Date.now();
    const began = performance.now();
    const init = {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: JSON.stringify(body) }),
    };
    const status = await fetch(`${url}/api/v1${path}`, init).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    answers.push({ at, ms: performance.now() - began, status });
    return status >= 200 && status < 300;
  };
  const repeat = async (request: (n: number) => Promise<void>): Promise<void> => {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      await request(n);
      await pause(everyMs);
    }
  };
  const both = [
    repeat(async () => void (await send(`/campaign/${campaign}`))),
    repeat(async (n) => {
      const phone_numbers = [{ phone_number: numberAt(n) }];
      if (await send('/do-not-call', { phone_numbers })) added.add(n);
    }),
  ];
  return {
    answers,
    added,
    async stop() {
      stopping.abort();
      await Promise.all(both);
    },
  };
}

/** A number that no campaign calls. */
export const numberAt = (n: number): string => `+1202${5_550_000 + n}`;

interface Seen {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** How often each status came, such as `200 x 120, 503 x 3`. */
  readonly statuses: string;
}

export function summaryOf(answers: readonly Answered[]): Seen {
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const counts = Map.groupBy(answers, ({ status }) => status);
  return {
    p50: times[Math.floor(times.length * 0.5)] ?? NaN,
    p99: times[Math.floor(times.length * 0.99)] ?? NaN,
    longest: times.at(-1) ?? 0,
    statuses: Array.from(counts, ([status, its]) => `${status} x ${its.length}`).join(', '),
  };
}
