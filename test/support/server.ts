import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/app.ts';
import { type Config, readConfig } from '../../src/config.ts';
import type { Application } from '../../src/app.ts';
import type { Connection } from '../../src/db/connect.ts';
import type { Health } from '../../src/http/health.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { type Timestamp, timestampOf } from '../../src/timestamp.ts';
import { type Jobs, openJobs } from '../../src/jobs/jobs.ts';
import { recorded, type Woken } from './woken.ts';
import { setIdStep } from './id-steps.ts';
import { openSecrets } from '../../src/db/secrets.ts';
import { createStopping } from '../../src/process/stop.ts';
import { startWorkers } from '../../src/process/workers.ts';
import { type Answer, createClient, type Send } from './client.ts';
import { copyDatabase } from './database.ts';
import { violationOf } from './response-checks.ts';

export interface TestServer {
  readonly app: Application;
  readonly connection: Connection;
  readonly health: Health;
  readonly url: string;
  /** What answers requests, for another server than this plain one. */
  readonly listener: RequestListener;
  /** Sends a request and checks the response against the contract. */
  readonly send: Send;
  /** The server's log lines, parsed. */
  readonly logged: Record<string, unknown>[];
  /** What was woken. */
  readonly woken: Woken;
  /** The number of unanswered requests. */
  readonly inProgress: () => number;
  /** Sets the server's clock; undefined returns it to the real time. */
  setNow(time: Timestamp | undefined): void;
  close(): Promise<void>;
}

export type { Answer };

/**
 * Starts a server on its own database, or on a given one, which it leaves open, like a given queue. It only answers
 * requests unless `role` says that it also works on the queues.
 */
export async function startServer(
  overrides: Partial<Config> = {},
  given?: Connection,
  queue?: Jobs,
): Promise<TestServer> {
  const connection = given ?? (await copyDatabase());
  // The ids of the examples follow each other.
  if (overrides.demo && !given) await setIdStep(connection.db, 1);
  const logged: Record<string, unknown>[] = [];
  const log = createLog('info', {
    write: (line: string) => void logged.push(JSON.parse(line) as never),
  });
  const dataDir = overrides.dataDir ?? mkdtempSync(join(tmpdir(), 'voice-agent-data-'));
  const config: Config = {
    // The engine of the examples, which no test of the API uses.
    ...readConfig({
      DATA_DIR: dataDir,
      SPEECH_URL: 'http://127.0.0.1:9',
      SPEECH_ENGINE: 'qwen',
      // The client is in this process: if that is blocked at the end of a short time-out, the server closes a connection
      // that the client has just taken for its next request.
      KEEP_ALIVE_TIMEOUT_SECONDS: '3600',
    }),
    role: 'api',
    // Nothing of these tests reaches a hub on the network.
    hub: { url: 'http://127.0.0.1:9', token: undefined, maxBytes: 1e9 },
    rateLimits: { perCaller: 1e9, perAddress: 1e9, perCarrier: 1e9 },
    logInLimits: {
      failuresPerAccount: 1e9,
      failuresPerAddress: 1e9,
      windowSeconds: 900,
      signUpsPerHour: 1e9,
    },
    ...overrides,
  };
  const health: Health = {
    stopping: false,
    notReadyBecause: async () => undefined,
  };
  let fixed: Timestamp | undefined;
  const { jobs, woken } = recorded(queue ?? openJobs(connection, log));
  const { app, listener } = await createApp({
    connection,
    config,
    log,
    secrets: openSecrets(config),
    jobs,
    health,
    // A server with a clock that can be set over HTTP uses that one.
    ...(!config.simulation && { now: () => fixed ?? timestampOf(new Date()) }),
  });
  const server = createServer({ keepAliveTimeout: config.timeouts.keepAliveMs }, listener);
  let inProgress = 0;
  server.on('request', (_, res) => {
    inProgress += 1;
    res.once('close', () => (inProgress -= 1));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app.origin.url = url;
  const workers = config.role === 'api' ? undefined : await startWorkers(app);
  return {
    app,
    connection,
    health,
    url,
    listener,
    logged,
    woken,
    inProgress: () => inProgress,
    send: createClient(url, { violationOf, reached: recordReached }),
    setNow: (time) => {
      fixed = time;
    },
    close: async () => {
      await app.modelMigrations.stop();
      await app.modelDownloads.stop();
      await workers?.stop(createStopping());
      await app.generator.stop();
      await app.mailer.stop();
      await app.calls.settled();
      if (!queue) await jobs.stop();
      await app.network.stop();
      await close(server);
      if (!given) await connection.close();
      if (overrides.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

let shared: Promise<TestServer> | undefined;

/** The server that all test files of this worker share; its directory is deleted with the test run's. */
export const sharedServer = (): Promise<TestServer> =>
  (shared ??= startServer({
    dataDir: mkdtempSync(join(process.env['TEST_DIRECTORY'] ?? tmpdir(), 'shared-')),
  }));

async function close(server: Server): Promise<void> {
  const closed = new Promise((done) => server.close(done));
  server.closeAllConnections();
  await closed;
}

/** Records a reached response for the sweep; the client does it automatically. */
export function recordReached(operation: string, status: number, code?: string): void {
  const directory = process.env['TEST_DIRECTORY'];
  const line = [operation, status, ...(code === undefined ? [] : [code])].join(' ');
  if (directory) appendFileSync(join(directory, `reached-${process.pid}`), `${line}\n`);
}
