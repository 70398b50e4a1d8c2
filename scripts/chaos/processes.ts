import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

const root = new URL('../..', import.meta.url).pathname;

/** A server process that is started again whenever it ended. */
export interface Victim {
  readonly name: string;
  pid(): number;
  kills(): number;
  kill(): Promise<void>;
  /** Lets no file grow, as on a full disk, until it has ended by itself, and makes room. Linux only. */
  fillDisk(): Promise<void>;
  /** Stops its clock, as it were, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Stops it like an operator, and does not restart it. */
  stop(): Promise<void>;
}

const restartMs = 500;
/** Less than a file of the database's log, and more than its tables have here. */
const fullAtBytes = 8_388_608;

/** Starts `src/main.ts`, of this release or of another one's folder, and waits until it listens. */
export async function keepAlive(
  name: string,
  env: Record<string, string>,
  folder = root,
): Promise<Victim> {
  let kills = 0;
  const stopping = new AbortController();
  let child: ChildProcess;
  let starting: Promise<void>;
  const start = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      child = spawnServer(name, env, folder);
      const { exitCode, text } = await listening(child);
      if (exitCode === undefined) {
        child.once('exit', (code) => {
          if (code !== null && !stopping.signal.aborted)
            console.log(`${name} ended by itself with ${code}`);
          starting = start();
        });
        return;
      }
      // Its database may be away; a supervisor tries again.
      if (kills === 0) throw new Error(`${name} ended with ${exitCode}: ${text}`);
      await pause(restartMs);
    }
  };
  starting = start();
  await starting;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return {
    name,
    pid: () => child.pid ?? 0,
    kills: () => kills,
    async kill() {
      kills++;
      await end('SIGKILL');
      await starting;
    },
    async fillDisk() {
      kills++;
      const exited = once(child, 'exit');
      execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${fullAtBytes}`]);
      await exited;
      await starting;
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      stopping.abort();
      await end('SIGTERM');
    },
  };
}

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

function spawnServer(name: string, env: Record<string, string>, cwd: string): ChildProcess {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    if (process.env['CHAOS_VERBOSE']) process.stdout.write(chunk);
    else
      for (const line of chunk.split('\n'))
        if (/"level":60/.test(line)) console.log(`${name}: ${line.slice(0, 600)}`);
  });
  return child;
}

/** Waits until a process listens, or has ended. */
function listening(child: ChildProcess): Promise<{ exitCode?: number | null; text: string }> {
  return new Promise((done) => {
    let text = '';
    child.stdout?.on('data', (chunk: string) => {
      if (text.length < 100_000) text += chunk;
      if (text.includes('"listening"')) done({ text });
    });
    child.once('exit', (exitCode) => done({ exitCode, text }));
  });
}

interface Killing {
  readonly everyMs: number;
  /** How they end, in turn; default: they are killed. */
  readonly means?: readonly ((victim: Victim) => Promise<void>)[];
  readonly signal: AbortSignal;
}

/** Ends the victims in turn, at random times, until stopped. */
export async function killing(
  victims: readonly Victim[],
  { everyMs, means = [(victim) => victim.kill()], signal }: Killing,
): Promise<void> {
  for (let turn = 0; !signal.aborted; turn++) {
    for (const victim of victims) {
      await pause((everyMs / victims.length) * (0.5 + Math.random()), undefined, { signal }).catch(
        () => {},
      );
      if (!signal.aborted) await means[turn % means.length]!(victim);
    }
  }
}
