import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { profilable } from '../support/servers.ts';

export interface StartedServer {
  readonly url: string;
  readonly pid: number;
  alive(): boolean;
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<unknown[]>;
  /** Stops it like an operator; returns its exit code. */
  stop(): Promise<number | null>;
}

export interface ToStart {
  /** The directory of the sources to run. */
  readonly checkout: string;
  readonly env: Readonly<Record<string, string>>;
  /** Receives its standard error. */
  readonly errors: string;
  /** A file that replaces /etc/resolv.conf for the server. */
  readonly resolvers?: string | undefined;
  /** Called with each line that it logs. */
  readonly onLine?: (line: string) => void;
}

const lots = '1000000000';

/** The environment of a server that nobody's number of requests, log-ins or accounts is limited on. */
export const unlimited = {
  SIGNUP: 'open',
  VERIFY_EMAILS: '0',
  WEBHOOK_ALLOW_PRIVATE: '1',
  RATE_LIMIT_PER_CALLER: lots,
  RATE_LIMIT_PER_ADDRESS: lots,
  RATE_LIMIT_PER_CARRIER: lots,
  LOGIN_FAILURES_PER_ACCOUNT: lots,
  LOGIN_FAILURES_PER_ADDRESS: lots,
  SIGNUPS_PER_ADDRESS: lots,
};

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));
// A signal alone would end this process without cleaning up.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** Replaces a file for one process only, in its own namespaces; needs no privilege. */
const withResolvers = (file: string, command: readonly string[]): string[] => [
  'unshare',
  '--map-root-user',
  '--mount',
  'sh',
  '-c',
  'mount --bind "$0" /etc/resolv.conf && exec "$@"',
  file,
  ...command,
];

/** Longer than the server's own shutdown timeout. */
const stopMs = 30_000;

/** Starts the server of a checkout like an operator, and waits until it listens. */
export async function startServer({
  checkout,
  env,
  errors,
  resolvers,
  onLine,
}: ToStart): Promise<StartedServer> {
  const main = [process.execPath, profilable('src/main.ts')];
  const [command = '', ...args] = resolvers === undefined ? main : withResolvers(resolvers, main);
  const child = spawn(command, args, {
    cwd: checkout,
    env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', openSync(errors, 'a')],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const url = await new Promise<string>((done, failed) => {
    let begun = '';
    if (!child.stdout) throw new Error('What the server writes is not piped.');
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (begun.length < 100_000) begun += `${line}\n`;
      const found = /"url":"(http[^"]+)"/.exec(line)?.[1];
      if (found) done(found);
      onLine?.(line);
    });
    child.once('exit', (code) => failed(new Error(`The server ended with ${code}: ${begun}`)));
  });
  const ended = once(child, 'exit');
  const alive = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    url,
    pid: child.pid ?? 0,
    alive,
    ended,
    async stop() {
      if (!alive()) return child.exitCode;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
      await ended;
      clearTimeout(timer);
      return child.exitCode;
    },
  };
}
