import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pinned } from './cpu.ts';

export interface BenchServer {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

interface Program {
  readonly name: string;
  /** A program for Node. */
  readonly file?: string;
  /** Any other program. */
  readonly binary?: string;
  readonly env: Record<string, string>;
  /** Whether the server may use every processor. */
  readonly free?: boolean;
}

/** With BENCH_PROFILES=DIRECTORY each process leaves a CPU profile there; `options` are those of Node that it has anyway. */
export function profiled(name: string, options = ''): Record<string, string> {
  const directory = process.env['BENCH_PROFILES'];
  if (directory === undefined) return { NODE_OPTIONS: options };
  return {
    NODE_OPTIONS: `${options} --cpu-prof --cpu-prof-dir=${directory} --cpu-prof-name=${name.replaceAll(/[^A-Za-z0-9]+/g, '-')}.cpuprofile`,
  };
}

/** A profile is of the sources: what they call in packages stands in a bundle under other names. */
export const profilable = (file: string): string =>
  file === 'src/main.ts' && process.env['BENCH_PROFILES'] !== undefined
    ? 'src/process/run.ts'
    : file;

const root = new URL('../../..', import.meta.url).pathname;

/** Starts a server program on the first processor and waits until it writes the URL it listens at. */
export async function startServer(started: Program): Promise<BenchServer> {
  const { name, file, binary, env, free } = started;
  const program = [binary ?? process.execPath, file ?? []].flat();
  const [command = '', ...args] = free ? program : pinned(0, program);
  const child = spawn(command, args, {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      ...env,
      ...profiled(name, env['NODE_OPTIONS']),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((done, failed) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      if (found) done(found);
    });
    child.once('exit', () => failed(new Error(`${name} ended:\n${text}`)));
  });
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

export const secretKeys = Buffer.alloc(32).toString('base64');

/** Our server with demo data and without a log line per request: the peers write none either. */
export const startOurs = (databaseUrl: string, role: 'all' | 'api' = 'all'): Promise<BenchServer> =>
  startServer({
    name: `this API, ROLE=${role}`,
    file: 'src/main.ts',
    env: {
      DATABASE_URL: databaseUrl,
      ROLE: role,
      SECRET_KEYS: secretKeys,
      DEMO: '1',
      DEMO_ON_POSTGRES: '1',
      RATE_LIMIT_PER_CALLER: '1000000000',
      LOG_LEVEL: 'warn',
    },
  });

const peerNames = { floor: 'node:http + pg by hand (floor)', fastify: 'Fastify 5 + pg' };

/** A peer looks its caller up for every request, or remembers callers for a second as this API does. */
export const startPeer = (
  peer: 'floor' | 'fastify',
  task: string,
  databaseUrl: string,
  remembers = false,
): Promise<BenchServer> =>
  startServer({
    name: `${peerNames[peer]}${remembers ? ', callers for 1 s' : ''}`,
    file: `scripts/bench/peers/${peer}.ts`,
    env: { DATABASE_URL: databaseUrl, TASK: task, REMEMBER_MS: remembers ? '1000' : '0' },
  });

/** Stops the servers in any case. */
export async function withServers(
  starts: readonly (() => Promise<BenchServer>)[],
  work: (servers: readonly BenchServer[]) => Promise<void>,
): Promise<void> {
  const servers: BenchServer[] = [];
  try {
    for (const start of starts) servers.push(await start());
    await work(servers);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
