import { deepStrictEqual } from 'node:assert';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cpuMicroseconds, pinned } from './cpu.ts';
import type { BenchServer } from './servers.ts';

export interface Request {
  readonly method: 'GET' | 'POST';
  /** Requested in turn. */
  readonly paths: readonly string[];
  readonly headers: Record<string, string>;
  readonly body?: string;
}

export interface Measure {
  /** The server's CPU time per request, user and system. */
  readonly cpuMicroseconds: number;
  readonly requestsPerSecond: number;
}

const run = promisify(execFile);
const program = new URL('load-program.ts', import.meta.url).pathname;
const connections = 16;

/** Loads a server for some seconds from a process on the other processor; throws if an answer is not a success. */
export async function load(
  server: BenchServer,
  { paths, ...request }: Request,
  seconds: number,
): Promise<Measure> {
  const [command = '', ...args] = pinned(1, [process.execPath, program]);
  const requests = paths.map((path) => ({ path }));
  const options = { url: server.url, ...request, requests, connections, duration: seconds };
  const before = cpuMicroseconds(server.pid);
  const { stdout } = await run(command, [...args, JSON.stringify(options)]);
  const used = cpuMicroseconds(server.pid) - before;
  const result = JSON.parse(stdout) as { total: number; failed: number; seconds: number };
  if (result.failed > 0) throw new Error(`${server.name} refused ${result.failed} requests.`);
  return { cpuMicroseconds: used / result.total, requestsPerSecond: result.total / result.seconds };
}

/** Throws if a server's response differs from the first one's; the times of marks may differ. */
export async function expectSameAnswers(
  servers: readonly BenchServer[],
  { paths, ...request }: Request,
): Promise<void> {
  const answers = await Promise.all(
    servers.map(async ({ url }) => {
      const answer = await fetch(url + (paths[0] ?? ''), request);
      const text = await answer.text();
      return [answer.status, JSON.parse(text.replace(/"consent_ts":"[^"]+"/, '"consent_ts":0'))];
    }),
  );
  for (const answer of answers) deepStrictEqual(answer, answers[0]);
}
