import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const stopMs = 15_000;
/** How much of the output is kept, to find the address and to explain an early end. */
const maxOutput = 100_000;

/** Starts the server with demo data on a free port, its database in the directory. */
export function spawnDemo(directory: string): ChildProcess {
  return spawn(process.execPath, [join(root, 'src/main.ts')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      HOST: '127.0.0.1',
      DEMO: '1',
      DATA_DIR: join(directory, 'data'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The address of a server that was just started. Fails with its output if it ends before it listens. */
export function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((done, failed) => {
    let output = '';
    for (const stream of [server.stdout, server.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-maxOutput);
        const [, url] = /"url":"(http[^"]+)"/.exec(output) ?? [];
        if (url) done(url);
      });
    server.once('error', failed);
    server.once('exit', (code) => failed(new Error(`The server ended with ${code}:\n${output}`)));
  });
}

/** Ends a process, by force if it takes too long, and waits for its end. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await ended;
  clearTimeout(late);
}
