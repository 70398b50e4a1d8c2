import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forPrism } from '../../scripts/prism.ts';
import { loadContract, type Operation } from '../../src/http/operations.ts';
import { exampleAnswer, type ExampleAnswer, exampleRequest } from '../support/examples.ts';

const root = new URL('../..', import.meta.url).pathname;

/** A request for each operation and each kind of caller that it accepts. */
const requests = loadContract().operations.flatMap((operation) =>
  credentialsOf(operation).map((credentials) => ({ id: operation.id, credentials })),
);

function credentialsOf({ session, apiKey }: Operation): Record<string, string>[] {
  const kinds = [
    ...(session ? [{ authorization: 'Bearer a-token' }] : []),
    ...(apiKey ? [{ 'x-api-key': 'vap_a-key' }] : []),
  ];
  return kinds.length > 0 ? kinds : [{}];
}

describe('The mock', () => {
  let mock: { child: ChildProcess; url: string };
  beforeAll(async () => {
    mock = await startMock();
  });
  afterAll(async () => {
    const { child } = mock;
    const ended = child.exitCode === null && once(child, 'exit');
    // As if this process had been killed: the mock then ends by itself.
    child.disconnect();
    await ended;
  });

  test.each(requests)('returns the example of $id to $credentials', async ({ id, credentials }) => {
    const { method, path, headers, raw } = exampleRequest(id, { optional: true });
    const expected = exampleAnswer(id);

    const answer = await fetch(mock.url + path, {
      method,
      headers: { ...headers, ...credentials },
      ...(raw === undefined ? {} : { body: raw }),
    });
    const body = decoded(await answer.text(), expected.type);

    expect({
      status: answer.status,
      type: answer.headers.get('content-type')?.split(';')[0],
      violations: answer.headers.get('sl-violations'),
    }).toEqual({ status: expected.status, type: expected.type, violations: null });
    expect(shown(expected) ?? [body]).toContainEqual(body);
  });

  test('refuses what the contract refuses', async () => {
    const unknown = await fetch(`${mock.url}/api/v1/auth/me`);
    const invalid = await fetch(`${mock.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });

    expect([unknown.status, invalid.status]).toEqual([401, 422]);
  });
});

describe('forPrism', () => {
  test('converts the events of a stream to text', () => {
    const progress = { event: 'progress', current: 5 };
    const complete = { event: 'complete', moved: 1 };
    const examples = { progress: { value: progress }, complete: { value: complete } };
    const content = { 'text/event-stream': { schema: { type: 'object' }, examples } };

    const { example, schema } = Object(forPrism({ content }).content['text/event-stream']);

    expect(schema).toEqual({ type: 'string' });
    expect(example).toBe(
      `id: 1\nevent: progress\ndata: ${JSON.stringify(progress)}\n\nid: 2\nevent: complete\ndata: ${JSON.stringify(complete)}\n\n`,
    );
  });
});

function decoded(text: string, type: string | undefined): unknown {
  if (type === 'text/event-stream') return eventsIn(text);
  return type === 'application/json' ? JSON.parse(text) : text;
}

/** The possible response bodies; undefined if the contract shows none, as for audio. */
function shown({ type, bodies }: ExampleAnswer): readonly unknown[] | undefined {
  if (type === undefined) return [''];
  if (type === 'text/event-stream') return [bodies.flat()];
  return bodies.length > 0 ? bodies : undefined;
}

/** The data of the events in a stream. */
const eventsIn = (text: string): unknown[] =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''));

async function startMock(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['scripts/mock.ts', '0'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const url = await new Promise<string>((done, failed) => {
    child.stdout?.setEncoding('utf8').on('data', (line: string) => {
      const found = /on (http:\/\/[^/]+)\//.exec(line)?.[1];
      if (found) done(found);
    });
    child.once('exit', (code) => failed(new Error(`The mock ended with ${code}.`)));
  });
  return { child, url };
}
