/**
 * `make flows`: runs the flows of `openapi/flows/` on a server with demo data, on a free port and in a directory of its
 * own, and stops it. With API, such as http://127.0.0.1:3000/api/v1, it runs them on that server instead. Exit code 1 if
 * an answer is not as the contract and the flows say.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, spawnDemo, stop } from './demo-server.ts';

const root = new URL('..', import.meta.url).pathname;
const limitMs = 300_000;

const started: ChildProcess[] = [];
const directory = mkdtempSync(join(tmpdir(), 'voice-agent-flows-'));
const timer = setTimeout(() => {
  console.error(`The flows took over ${limitMs / 1000} seconds.`);
  for (const child of started) child.kill('SIGKILL');
}, limitMs);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    for (const child of started) child.kill('SIGTERM');
    process.exitCode = 1;
  });

try {
  const api = process.env['API'];
  process.exitCode = await runFlows(api ? api.replace(/\/api\/v1\/?$/, '') : await startServer());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  clearTimeout(timer);
  await Promise.all(started.map(stop));
  rmSync(directory, { recursive: true, force: true });
}

/** Starts the server and returns its address. */
function startServer(): Promise<string> {
  const server = spawnDemo(directory);
  started.push(server);
  return addressOf(server);
}

/**
 * Runs all flows, one after another, and returns the exit code. Answers are held against the exact contract, which allows
 * nothing that it does not name, in the place of the published one that the flows refer to.
 */
async function runFlows(server: string): Promise<number> {
  const folder = join('openapi', 'flows');
  cpSync(join(root, folder), join(directory, folder), { recursive: true });
  mkdirSync(join(directory, 'generated'));
  copyFileSync(join(root, 'generated/contract.json'), join(directory, 'generated/openapi.json'));
  const files = readdirSync(join(directory, folder)).toSorted();
  const paths = files.map((file) => join(folder, file));
  const child = spawn('redocly', ['respect', ...paths, '--server', `api=${server}`], {
    cwd: directory,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  started.push(child);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
