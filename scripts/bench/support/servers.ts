import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { pinned } from './cpu.ts';

export interface BenchServer {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const root = new URL('../../..', import.meta.url).pathname;

/** Starts a server program on the first processor; it must say `"url":"http://…"` when it listens. */
export async function startServer(
  name: string,
  file: string,
  env: Record<string, string>,
): Promise<BenchServer> {
  const [command = '', ...args] = pinned(0, [process.execPath, file]);
  const child: ChildProcess = spawn(command, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((done, failed) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /"url":"(http[^"]+)"|API +(http\S+)\/api/.exec(text)?.slice(1).find(Boolean);
      if (found) done(found);
    });
    child.once('exit', () => failed(new Error(`${name} ended:\n${text}`)));
  });
  child.stdout?.resume();
  return {
    name,
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Our server on a PostgreSQL, without a line for each request: the peers write none either. */
export const startOurs = (env: Record<string, string> = {}): Promise<BenchServer> =>
  startServer('this API', 'src/main.ts', {
    DATABASE_URL: databaseUrl(),
    SECRET_KEYS: Buffer.alloc(32).toString('base64'),
    DEMO: '1',
    DEMO_ON_POSTGRES: '1',
    RATE_LIMIT_PER_CALLER: '1000000000',
    RATE_LIMIT_PER_ADDRESS: '1000000000',
    LOG_LEVEL: 'warn',
    ...env,
  });

/** The database that scripts/with-postgres.ts made for the measurement. */
export function databaseUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return url;
  throw new Error('Run it as: node scripts/with-postgres.ts node scripts/bench/<program>.ts');
}
