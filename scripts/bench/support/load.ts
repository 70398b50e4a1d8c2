import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cpuMicroseconds, pinned } from './cpu.ts';
import type { BenchServer } from './servers.ts';

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

export interface Measure {
  /** Processor time of the server process for one request, user and system. */
  readonly cpuMicroseconds: number;
  readonly requestsPerSecond: number;
}

const run = promisify(execFile);
const program = new URL('load-program.ts', import.meta.url).pathname;
export const connections = 16;

/** Loads a server for some seconds from a process on the other processor; throws if an answer is not a success. */
export async function load(
  server: BenchServer,
  request: Request,
  seconds: number,
): Promise<Measure> {
  const before = cpuMicroseconds(server.pid);
  const [command = '', ...args] = pinned(1, [process.execPath, program]);
  const options = { url: server.url + request.path, ...request, connections, duration: seconds };
  const { stdout } = await run(command, [...args, JSON.stringify(options)]);
  const result = JSON.parse(stdout) as { total: number; failed: number; seconds: number };
  const used = cpuMicroseconds(server.pid) - before;
  if (result.failed > 0) throw new Error(`${server.name} refused ${result.failed} requests.`);
  return { cpuMicroseconds: used / result.total, requestsPerSecond: result.total / result.seconds };
}
