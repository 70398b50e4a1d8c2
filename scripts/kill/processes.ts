import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

const root = new URL('../..', import.meta.url).pathname;

/** A server process that is restarted whenever it was killed, and how often that was. */
export interface Victim {
  kills(): number;
  kill(): Promise<void>;
  /** Stops it like an operator, and does not restart it. */
  stop(): Promise<void>;
}

/** Starts `src/main.ts` and waits until it listens. */
export async function keepAlive(name: string, env: Record<string, string>): Promise<Victim> {
  let kills = 0;
  let child = await begin(name, env);
  return {
    kills: () => kills,
    async kill() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      kills++;
      child = await begin(name, env);
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

async function begin(name: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  await new Promise<void>((done, failed) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      if (process.env['KILL_VERBOSE']) process.stdout.write(chunk);
      if (text.length < 100_000) text += chunk;
      for (const line of chunk.split('\n'))
        if (/"level":[56]0/.test(line)) console.log(`${name}: ${line.slice(0, 600)}`);
      if (text.includes('"listening"')) done();
    });
    child.once('exit', (code) => failed(new Error(`${name} ended with ${code}: ${text}`)));
  });
  return child;
}

/** Kills the victims in turn, at random times, until stopped. */
export async function killing(
  victims: readonly Victim[],
  { everyMs, signal }: { readonly everyMs: number; readonly signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    for (const victim of victims) {
      await pause((everyMs / victims.length) * (0.5 + Math.random()), undefined, { signal }).catch(
        () => {},
      );
      if (!signal.aborted) await victim.kill();
    }
  }
}
