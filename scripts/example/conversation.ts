/**
 * `make example`: starts a server with demo data, an agent runtime and a calendar, on free ports and in a directory of its own,
 * and has the simulated network call somebody. The runtime presses a key in a menu, looks an appointment up with a tool, and
 * connects the customer with the reception, or hangs up. Prints what the API shows of the conversation. Ends by itself, with everything that it started; exit code 1 if the conversation did not
 * follow the workflow's graph, or is not complete.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { demoUser } from '../../src/demo/accounts.ts';
import { calendar, configurations, definition, toolOf } from './workflow.ts';

const root = new URL('../..', import.meta.url).pathname;
const directory = mkdtempSync(join(tmpdir(), 'voice-agent-example-'));
const started: ChildProcess[] = [];
const limitMs = 120_000;

interface Turn {
  readonly role: string;
  readonly kind: string;
  readonly text: string;
}
interface Run {
  readonly state: string;
  readonly outcome: string | null;
  readonly call_disposition: string | null;
  readonly answered_by: string | null;
  readonly transcript: readonly Turn[] | null;
  readonly gathered_context: {
    readonly path?: readonly string[];
    readonly consent_given?: boolean;
    readonly consent_ts?: string;
  };
  readonly analysis: { readonly call_summary: string | null } | null;
}

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  holder.close();
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

function start(program: string, env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [join(root, program)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  started.push(child);
  return child;
}

/** Repeats until there is a value; throws after the time limit, or once a program has ended. */
async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + limitMs;
  while (performance.now() < end) {
    if (started.some(({ exitCode }) => exitCode !== null))
      throw new Error('A program has ended by itself.');
    const found = await look();
    if (found !== undefined) return found;
    await pause(100);
  }
  throw new Error(`There was no ${what} within ${limitMs / 1000} seconds.`);
}

async function example(): Promise<void> {
  const [port, runtimePort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const api = `${origin}/api/v1`;
  console.log(`Starting a server with demo data at ${origin}, and an agent runtime.`);
  start('src/main.ts', {
    PORT: String(port),
    HOST: '127.0.0.1',
    DEMO: '1',
    DATA_DIR: join(directory, 'data'),
    DATABASE_URL: '',
    LOG_LEVEL: 'error',
  });
  start('scripts/example/runtime.ts', { API: api, RUNTIME_PORT: String(runtimePort) });
  await until('server', () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    ),
  );

  let token = '';
  async function send<T>(path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${api}/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
  const { email, password } = demoUser;
  ({ access_token: token } = await send<{ access_token: string }>('auth/login', {
    email,
    password,
  }));
  const configuration = await send<{ id: number }>('organizations/telephony-configs', {
    name: 'With an agent runtime',
    provider: 'simulated',
    credentials: {
      ring_ms: 200,
      // Longer than the conversation takes.
      talk_ms: 8000,
      voice_url: `http://127.0.0.1:${runtimePort}/voice`,
    },
  });
  const calendarPort = await freePort();
  await once(calendar.listen(calendarPort, '127.0.0.1'), 'listening');
  await send('tools', toolOf(calendarPort));
  const workflow = await send<{ id: number }>('workflow', {
    name: 'Reminder by text',
    workflow_definition: definition,
    workflow_configurations: configurations,
  });
  await send(`workflow/${workflow.id}/publish`, {});
  console.log('Calling +1 202-555-0185; on the simulated network it answers and gives consent.\n');
  const { id } = await send<{ id: number }>('telephony/initiate-call', {
    workflow_id: workflow.id,
    to_number: '+1 202-555-0185',
    telephony_configuration_id: configuration.id,
    initial_context: { first_name: 'Ada', customer_id: 'C-1042' },
  });
  const complete = await until('complete run', async () => {
    const run = await send<Run>(`runs/${id}`);
    return run.state === 'completed' && run.analysis && run.gathered_context.path ? run : undefined;
  });
  const list = async <T>(path: string): Promise<readonly T[]> =>
    (await send<{ items: readonly T[] }>(path)).items;
  const of = `subject_type=workflow_run&subject_id=${id}`;
  show(complete, {
    hangUps: await list(`audit-events?action=workflow_run.hung_up&${of}`),
    keys: await list(`audit-events?action=workflow_run.keys_requested&${of}`),
    executions: await list(`tool-executions?run_id=${id}`),
    transfers: await list(`runs/${id}/transfers`),
  });
}

/** What the agent did besides talking. */
interface Acts {
  readonly keys: readonly { readonly after: { readonly key_count: number } }[];
  readonly hangUps: readonly unknown[];
  readonly executions: readonly Execution[];
  readonly transfers: readonly { readonly destination: string; readonly status: string }[];
}

interface Execution {
  readonly tool_name: string;
  readonly status: string;
  readonly duration_ms: number | null;
}

/** Prints the run, and throws if it is not what the graph allows. */
function show(
  { outcome, answered_by, call_disposition, transcript, gathered_context, analysis }: Run,
  { keys, hangUps, executions, transfers }: Acts,
): void {
  for (const { role, kind, text } of transcript ?? [])
    console.log(`${role.padStart(6)}: ${kind === 'keys' ? `presses ${text}` : text}`);
  const { path = [], consent_given, consent_ts } = gathered_context;
  console.log(`\nPath:        ${path.join(' > ')}`);
  console.log(`Answered by: ${answered_by}`);
  for (const { after } of keys) console.log(`Keys:        ${after.key_count} sent`);
  for (const { tool_name, status, duration_ms } of executions)
    console.log(`Tool:        ${tool_name} ${status} in ${duration_ms} ms`);
  for (const { destination, status } of transfers)
    console.log(`Transfer:    ${destination} ${status}`);
  if (hangUps.length > 0) console.log('Hung up:     by the agent');
  console.log(`Outcome:     ${outcome}, disposition ${call_disposition}`);
  console.log(`Consent:     ${consent_given} at ${consent_ts}`);
  console.log(`Summary:     ${analysis?.call_summary}`);
  const follows = path.every(
    (node, index) =>
      index === 0 ||
      node === path[index - 1] ||
      definition.edges.some(({ source, target }) => source === path[index - 1] && target === node),
  );
  if (path[0] !== 'start' || !follows)
    throw new Error('The conversation did not follow the graph.');
  if (!transcript || transcript.length < path.length || consent_given === undefined)
    throw new Error('The transcript or the consent is missing.');
}

async function stop(): Promise<void> {
  calendar.close();
  await Promise.all(
    started.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await gone;
      clearTimeout(timer);
    }),
  );
  rmSync(directory, { recursive: true, force: true });
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stop().then(() => process.exit(130)));
try {
  await example();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await stop();
}
