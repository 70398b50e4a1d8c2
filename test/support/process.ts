import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  output(): string;
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

const root = new URL('../..', import.meta.url).pathname;

/** Starts `src/main.ts` like an operator, on a free port, and waits until it listens; `preload` is loaded first. */
export async function spawnServer(
  env: Record<string, string>,
  preload?: string,
): Promise<ServerProcess> {
  const { child, output } = spawnMain([], { PORT: '0', ...env }, preload);
  const url = await new Promise<string>((done, failed) => {
    child.stdout?.on('data', () => {
      const found = /"url":"(http[^"]+)"/.exec(output())?.[1];
      if (found) done(found);
    });
    child.once('exit', (code) => failed(new Error(`The server ended with ${code}:\n${output()}`)));
  });
  return {
    url,
    child,
    output,
    kill: async (signal) => {
      const exited =
        child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
      child.kill(signal);
      await exited;
      return child.exitCode;
    },
  };
}

/** Runs `src/main.ts` until it exits; `preload` is loaded first. */
export async function runMain(
  args: string[],
  env: Record<string, string>,
  preload?: string,
): Promise<{ code: number | null; output: string }> {
  const { child, output } = spawnMain(args, env, preload);
  await once(child, 'close');
  return { code: child.exitCode, output: output() };
}

function spawnMain(
  args: string[],
  env: Record<string, string>,
  preload?: string,
): { child: ChildProcess; output: () => string } {
  const before = preload === undefined ? [] : ['--import', preload];
  const child = spawn(process.execPath, [...before, 'src/main.ts', ...args], {
    cwd: root,
    // As `npm start` does.
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  }
  return { child, output: () => text };
}
