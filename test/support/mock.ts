import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const root = new URL('../..', import.meta.url).pathname;

/** The mock in a process of its own, as `make mock` starts it, on a free port. */
export async function startMockProcess(): Promise<{ url: string; close(): Promise<void> }> {
  const child = spawn(process.execPath, ['scripts/mock.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  return { url: await urlOf(child), close: () => end(child) };
}

const urlOf = (child: ChildProcess): Promise<string> =>
  new Promise((done, failed) => {
    child.stdout?.setEncoding('utf8').on('data', (line: string) => {
      const found = /on (http:\/\/[^/]+)\//.exec(line)?.[1];
      if (found) done(found);
    });
    child.once('exit', (code) => failed(new Error(`The mock ended with ${code}.`)));
  });

async function end(child: ChildProcess): Promise<void> {
  const ended = child.exitCode === null && once(child, 'exit');
  // As if this process had been killed: the mock then ends by itself.
  child.disconnect();
  await ended;
}
