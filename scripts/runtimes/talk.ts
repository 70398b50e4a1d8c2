/**
 * Holds a spoken call on this machine: starts a server and the bot of `pipecat/bot.py`, and has the simulated network call
 * a person who speaks. The bot speaks with a voice of the library and hears with pocketsphinx; it follows the workflow's
 * graph by itself, or with the model at LLM_BASE_URL. Prints the conversation as it is stored, and writes both sides as a
 * WAV file. Ends by itself, with everything that it started; exit code 1 if the call was not held.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { demoUser } from '../../src/demo/accounts.ts';
import { addressOf, spawnDemo, stop } from '../demo-server.ts';
import { freePort } from '../postgres/cluster.ts';
import { sentenceOf } from '../../src/telephony/simulation/person.ts';
import { definition } from './talk-workflow.ts';

const here = import.meta.dirname;
const wav = resolve(process.env['WAV'] ?? 'talk.wav');
const limitMs = 180_000;
/** How often the result of an ended call is looked for. */
const maxPolls = 50;
const directory = mkdtempSync(join(tmpdir(), 'voice-agent-talk-'));
const started: ChildProcess[] = [];

/** What the people say, which is what the recognizer knows. */
const sentences = (
  ['hello', 'yes', 'wait', 'tuesday', 'question', 'thanks', 'goodbye'] as const
).map((name) => sentenceOf([name]));

/** The person who answers, by what the numbers of the simulated network end with. */
const people = {
  interrupts: {
    to_number: '+1 202-555-0115',
    says: ['hello', 'wait', 'tuesday', 'question', 'thanks'],
  },
  answers: {
    to_number: '+1 202-555-0100',
    says: ['hello', 'yes', 'tuesday', 'question', 'thanks'],
  },
} as const;

interface Turn {
  readonly role: string;
  readonly text: string;
  readonly interrupted: boolean | null;
  readonly spoken_ms: number | null;
}
interface Run {
  readonly state: string;
  readonly outcome: string | null;
  readonly transcript: readonly Turn[] | null;
  readonly gathered_context: { readonly path?: readonly string[] };
  readonly analysis: { readonly call_summary: string | null } | null;
}

/** Makes what the bot runs in, and returns its folder. What is missing is printed. */
function environmentOfBot(): string {
  try {
    return execFileSync(join(here, 'install.sh'), ['pipecat'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }).trim();
  } catch {
    throw new Error('The bot cannot run without it.');
  }
}

/** Starts the bot. Its errors are printed. */
function startBot(environment: string, env: Record<string, string>): void {
  const child = spawn(join(environment, 'bin/python'), ['talk.py'], {
    cwd: join(here, 'pipecat'),
    env: {
      ...process.env,
      ...env,
      PYTHONPATH: here,
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONWARNINGS: 'ignore',
      LOGURU_LEVEL: process.env['LOGURU_LEVEL'] ?? 'ERROR',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  started.push(child);
}

/** Repeats until there is a value; throws after the time limit, or once a program has ended. */
async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + limitMs;
  while (performance.now() < end) {
    if (started.some(({ exitCode }) => exitCode !== null))
      throw new Error('A program has ended by itself.');
    const found = await look();
    if (found !== undefined) return found;
    await pause(200);
  }
  throw new Error(`There was no ${what} within ${limitMs / 1000} seconds.`);
}

async function talk(): Promise<void> {
  const person = process.env['PERSON'] === 'answers' ? people.answers : people.interrupts;
  if (spawnSync('espeak-ng', ['--version']).error)
    throw new Error(
      'The program espeak-ng is missing, which speaks. Debian and Ubuntu: apt-get install espeak-ng; macOS: brew install espeak-ng',
    );
  const environment = environmentOfBot();
  const port = await freePort();
  const server = spawnDemo(directory);
  started.push(server);
  server.stdout?.on('data', (text: string) => {
    for (const [, reason] of text.matchAll(/"reason":"([^"]*)","msg":"a media stream failed"/g))
      console.error(`The network closed the stream: ${reason}`);
  });
  const origin = await addressOf(server);
  const api = `${origin}/api/v1`;
  console.log(`The server is at ${origin}, with an embedded database that is removed afterwards.`);
  startBot(environment, {
    API: api,
    PORT: String(port),
    TALK_WAV: wav,
    TALK_SENTENCES: JSON.stringify(sentences),
  });

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
  const voice = await send<{ id: string }>('voice/profiles', {
    name: 'Talk',
    language: 'en',
    voice_type: 'preset',
    preset_engine: 'espeak',
    preset_voice_id: 'en-us',
  });
  const configuration = await send<{ id: number }>('organizations/telephony-configs', {
    name: 'Talk',
    provider: 'simulated',
    credentials: {
      ring_ms: 200,
      stream_url: `ws://127.0.0.1:${port}/stream`,
      stream_protocol: 'twilio',
    },
  });
  const workflow = await send<{ id: number }>('workflow', {
    name: 'Talk',
    workflow_definition: definition,
    workflow_configurations: { voice_profile_id: voice.id, run_token_scopes: ['run:act'] },
  });
  await send(`workflow/${workflow.id}/publish`, {});
  await until('bot', () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => undefined,
    ),
  );

  console.log(
    `Calling ${person.to_number} on the simulated network. The call is spoken, so it takes half a minute.`,
  );
  const { id } = await send<{ id: number }>('telephony/initiate-call', {
    workflow_id: workflow.id,
    to_number: person.to_number,
    telephony_configuration_id: configuration.id,
    initial_context: { first_name: 'Ada' },
  });
  // Without CONSOLE=0, which is not handed on to the server of this program.
  console.log(`See and steer it at ${origin}/console/live/${id} (log in as the demo's user).\n`);
  let [printed, polls] = [0, 0];
  const run = await until('end of the call', async () => {
    const now = await send<Run>(`runs/${id}`);
    for (const turn of (now.transcript ?? []).slice(printed)) show(turn);
    printed = now.transcript?.length ?? 0;
    if (now.state !== 'completed') return undefined;
    polls += 1;
    return now.gathered_context.path || polls > maxPolls ? now : undefined;
  });
  report(
    run,
    person.says.map((name) => sentenceOf([name])),
  );
}

function show({ role, text, interrupted, spoken_ms }: Turn): void {
  const played =
    spoken_ms === null
      ? ''
      : `  (${(spoken_ms / 1000).toFixed(1)} s${interrupted ? ', interrupted' : ''})`;
  console.log(`${role.padStart(6)}: ${text}${played}`);
}

/** Prints what came of the call, and throws if it was not held to its end. */
function report(
  { outcome, transcript, gathered_context, analysis }: Run,
  said: readonly string[],
): void {
  const heard = (transcript ?? []).filter(({ role }) => role === 'caller').map(({ text }) => text);
  const right = said.filter((sentence, index) => heard[index] === sentence).length;
  console.log(`\nRecognized: ${heard.join(' ')}`);
  console.log(`            ${right} of ${said.length} sentences`);
  console.log(`Path:       ${gathered_context.path?.join(' > ')}`);
  console.log(`Outcome:    ${outcome}`);
  console.log(`Summary:    ${analysis?.call_summary}`);
  console.log(
    `Recording:  ${wav} (${Math.round(statSync(wav).size / 1024)} KiB; left the person, right the agent)`,
  );
  if (gathered_context.path?.at(-1) !== 'goodbye')
    throw new Error('The conversation did not come to its end.');
}

async function end(): Promise<void> {
  await Promise.all(started.map(stop));
  rmSync(directory, { recursive: true, force: true });
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().then(() => process.exit(130)));
try {
  await talk();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await end();
}
