import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { runToken } from '../../src/auth/run-tokens.ts';
import { openSecrets } from '../../src/db/secrets.ts';
import { startModel } from '../../test/support/model-server.ts';
import { usually } from './support/brief.ts';
import { cpuMicroseconds, machine, peakResidentMib } from './support/cpu.ts';
import { verdict } from './support/rounds.ts';
import { secretKeys, startServer } from './support/servers.ts';

// S15: conversations that one process holds on one processor: its CPU and memory, and the time from a person's last word to the first
// token that is sent on, beside the time that the model took. The API, the model and the persons are on the other processor.
// node scripts/bench/agent.ts [--conversations 200] [--seconds 60]

const { values } = parseArgs({
  strict: false,
  options: {
    conversations: { type: 'string', default: String(usually(200, 5)) },
    seconds: { type: 'string', default: String(usually(60, 4)) },
  },
});
const count = Number(values.conversations);
const seconds = Number(values.seconds);
/** The model's first token, and each further one. */
const firstMs = 300;
const delaysMs = [firstMs, 20] as const;
/** How long a person listens and thinks. */
const thinkMs = usually(8000, 500);

const directory = mkdtempSync(join(tmpdir(), 'bench-agent-'));
const stops: (() => Promise<void> | void)[] = [() => rmSync(directory, { recursive: true })];

/** A person at a relay, who answers whatever is said. */
function startPerson(url: string, parameters: object, measured: (ms: number) => void) {
  const socket = new WebSocket(url);
  const send = (message: object): void => socket.send(JSON.stringify(message));
  let askedAt = 0;
  const opened = new Promise<void>((done, failed) => {
    socket.once('close', (code, reason) =>
      failed(new Error(`Closed with ${code} ${String(reason)}.`)),
    );
    socket.once('message', () => done());
  });
  socket.on('error', () => {});
  socket.once('open', () =>
    send({
      type: 'setup',
      callSid: 'CA1',
      sessionId: 'VX1',
      from: '',
      to: '',
      customParameters: parameters,
    }),
  );
  socket.on('message', (data: Buffer) => {
    const { type, token, last } = JSON.parse(data.toString()) as Record<string, unknown>;
    if (type !== 'text') return;
    if (token !== '' && askedAt > 0) {
      measured(performance.now() - askedAt);
      askedAt = 0;
    }
    if (last)
      setTimeout(
        () => {
          if (socket.readyState !== socket.OPEN) return;
          askedAt = performance.now();
          send({
            type: 'prompt',
            voicePrompt: 'And what about Tuesday?',
            lang: 'en-US',
            last: true,
          });
        },
        thinkMs * (0.5 + Math.random()),
      );
  });
  return { opened, leave: () => socket.close() };
}

const at = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? NaN;

try {
  let answers = 0;
  const model = await startModel(() => {
    answers += 1;
    const words = `Tuesday at ten would be possible for answer ${answers}, or in the afternoon, whatever suits you better, Ada.`;
    return { words, delaysMs };
  });
  stops.push(() => model.close());
  const env = { SECRET_KEYS: secretKeys, LOG_LEVEL: 'warn', RATE_LIMIT_PER_CALLER: '1000000000' };
  const api = await startServer({
    name: 'API',
    file: 'src/main.ts',
    env: { ...env, DATA_DIR: directory, DEMO: '1', STREAMS_PER_ORGANIZATION: '10000' },
    free: true,
  });
  stops.push(() => api.stop());
  const agent = await startServer({
    name: 'agent',
    file: 'src/main.ts',
    env: {
      ROLE: 'agent',
      PUBLIC_URL: api.url,
      LLM_BASE_URL: model.url,
      AGENT_CONVERSATIONS: String(2 * count),
    },
  });
  stops.push(() => agent.stop());
  let authorization = '';
  const post = async (
    path: string,
    body: object,
  ): Promise<{ access_token: string; id: number }> => {
    const answer = await fetch(`${api.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify(body),
    });
    if (answer.status === 429) {
      await pause(1000);
      return post(path, body);
    }
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { access_token: string; id: number };
  };
  const user = { email: 'demo@example.com', password: 'demo-password' };
  authorization = `Bearer ${(await post('auth/login', user)).access_token}`;
  const me = await fetch(`${api.url}/api/v1/auth/me`, { headers: { authorization } });
  const { organization } = (await me.json()) as { organization: { id: number } };
  const secrets = openSecrets({ secretKeys: [secretKeys], dataDir: directory });

  console.log(`${machine()}, ${count} conversations for ${seconds} s`);
  const times: number[] = [];
  let isMeasuring = false;
  const url = `${agent.url.replace('http', 'ws')}/agent/relay`;
  const persons: ReturnType<typeof startPerson>[] = [];
  let begun = 0;
  const begin = async (): Promise<void> => {
    while (begun < count) {
      const name = `Bench ${++begun}`;
      const { id } = await post('workflow/3/runs', { mode: 'test', name });
      const run_token = runToken(secrets, { organization_id: organization.id, run_id: id });
      const parameters = { run_id: String(id), run_token };
      const person = startPerson(url, parameters, (ms) => isMeasuring && times.push(ms));
      persons.push(person);
      await person.opened;
    }
  };
  await Promise.all(Array.from({ length: 3 }, begin));
  await pause(usually(5000, 100));
  isMeasuring = true;
  const [before, began] = [cpuMicroseconds(agent.pid), performance.now()];
  await pause(seconds * 1000);
  const cores = (cpuMicroseconds(agent.pid) - before) / 1000 / (performance.now() - began);
  isMeasuring = false;
  console.log(
    `${times.length} turns; first token after ${at(times, 0.5).toFixed(0)} ms (p50), ${at(times, 0.99).toFixed(0)} ms (p99), of which the model took ${firstMs}`,
  );
  verdict(`S15 CPU of ${count} conversations`, cores, 1, { unit: 'cores' });
  verdict(`S15 resident memory of ${count} conversations`, peakResidentMib(agent.pid), 300, {
    unit: 'MiB',
  });
  verdict(
    'S15 last word to the first token, without the model, p50',
    at(times, 0.5) - firstMs,
    20,
    { unit: 'ms' },
  );
  verdict(
    'S15 last word to the first token, without the model, p99',
    at(times, 0.99) - firstMs,
    100,
    { unit: 'ms' },
  );
  for (const { leave } of persons) leave();
  await pause(usually(3000, 200));
} finally {
  for (const stop of stops.toReversed()) await stop();
}
