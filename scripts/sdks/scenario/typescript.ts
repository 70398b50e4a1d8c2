/** What the scenarios in TypeScript share: the variables, the requests' bodies, the steps, the receiver of events. */
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

const variable = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The variable ${name} is missing.`);
  return value;
};

/** Where the paths of the contract begin, which start with /api/v1. */
export const origin = variable('API').replace(/\/api\/v1$/, '');
export const credentials = { email: variable('EMAIL'), password: variable('PASSWORD') };
export const csv = readFileSync(variable('CSV'), 'utf8');
/** What the CSV holds, for clients that upload JSON alone. */
export const contacts = csv
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => ({ phone_number: row.split(',')[0] ?? '' }));
export const changedCampaign = Number(variable('CAMPAIGN'));
export const receiverUrl = `http://127.0.0.1:${variable('RECEIVER_PORT')}/`;
export const unknownId = 9_007_199_254_740_991;
export const toNumber = '+1 202-555-0185';
export const idempotencyKey = `sdk-${crypto.randomUUID()}`;

export const workflow = {
  name: `SDK ${crypto.randomUUID().slice(0, 8)}`,
  workflow_definition: {
    nodes: [
      { id: 'hello', type: 'startCall', data: { prompt: 'Greet them.' } },
      { id: 'bye', type: 'endCall', data: { prompt: 'Say goodbye.' } },
    ],
    edges: [
      {
        id: 'on',
        source: 'hello',
        target: 'bye',
        data: { label: 'answered', condition: 'They have answered.' },
      },
    ],
  },
};

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Does a step and reports it. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const result = await work();
  console.log(`ok ${name}`);
  return result;
}

/** Repeats until there is a value, for at most a minute. */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + 60_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`There was no ${what} within a minute.`);
    await pause(200);
  }
}

/** Returns what the call throws. */
export async function thrown(call: () => Promise<unknown>): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error('The call was expected to fail.');
}

/** Listens for events; each counts only if it was signed with the endpoint's secret. */
export async function startReceiver() {
  let secret = '';
  const received: unknown[] = [];
  const receive = async (request: IncomingMessage): Promise<void> => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    received.push(new Webhook(secret).verify(await text(request), headers));
  };
  const server = createServer((request, response) => {
    receive(request).then(
      () => response.writeHead(204).end(),
      (error: unknown) => {
        console.error(error);
        response.writeHead(400).end();
      },
    );
  }).listen(Number(variable('RECEIVER_PORT')), '127.0.0.1');
  await once(server, 'listening');
  return {
    /** The endpoint's secret, before its first event. */
    expect: (value: string): void => void (secret = value),
    /** The first event about the run, whose type the generated client knows. The demo's calls have events too. */
    event: <T extends { readonly call: { readonly run_id: number } }>(runId: number): Promise<T> =>
      until('event', () =>
        Promise.resolve((received as T[]).find(({ call }) => call.run_id === runId)),
      ),
    stop(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}
