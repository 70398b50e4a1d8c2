import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createCells, unopened } from '../cells/cells.ts';
import { metricsOver } from '../cells/metrics.ts';
import type { Directory } from '../cells/directory.ts';
import type { Config } from '../config.ts';
import { openSecrets } from '../db/secrets.ts';
import { welcome, welcomeOnNetwork } from '../demo/welcome.ts';
import type { Health } from '../http/health.ts';
import { closing, createHttpServer } from '../http/server.ts';
import { agentIn } from './agent.ts';
import { startTracing } from '../telemetry/tracing.ts';
import { type Cell, createCell, type PreparedCell } from './cell.ts';
import { createStopping, shutdownBudget } from './stop.ts';

export interface Running {
  readonly url: string;
  /**
   * Ends the workers at once. Stops listening after the delay, waits for requests until shortly before the configured
   * timeout, closes the database.
   */
  stop(options: { readonly delayMs: number }): Promise<void>;
  /** What a stop still waits for. */
  unfinished(): string[];
}

/** How the cells of a process come into being. */
export interface Preparation {
  /** Connects to a cell and migrates it. */
  prepare(cell: number): Promise<PreparedCell>;
  /** Absent: there is one cell. */
  readonly directory?: Directory;
}

/** How long a start waits for further cells once one is ready, and the pause before a missing one is tried again. */
const graceMs = 10_000;
const againMs = 5000;
/** How soon a process learns that an organization has moved to another cell. */
const movedMs = 1000;

/** Starts the queues, the applications and the server. Fails if no cell can be served. */
export async function listen(
  config: Config,
  log: Logger,
  preparation: Preparation,
): Promise<Running> {
  const { directory } = preparation;
  const tracing = config.tracing && (await startTracing(config.tracing, { config, log }));
  const secrets = openSecrets(config);
  const served: Cell[] = [];
  const health = healthOf(served, config);
  const cells = directory && createCells(config.cells, directory);
  const common = {
    secrets,
    health,
    ...(tracing && { tracing }),
    ...(directory && { directory, cells }),
  };
  const stopped = new AbortController();
  const { signal } = stopped;
  const listening = Promise.withResolvers<string>();
  const add = async (number: number): Promise<Cell> => {
    const prepared = await preparation.prepare(number);
    const cell = await createCell(prepared, common).catch(async (error: unknown) => {
      await prepared.connection.close();
      throw error;
    });
    served.push(cell);
    cells?.add(number, cell);
    return cell;
  };
  /** Begins a cell; one of several that cannot begin is tried again, and delays no other. */
  const begin = async (cell: Cell): Promise<void> => {
    const url = await listening.promise;
    while (!signal.aborted) {
      try {
        return await cell.begin(url);
      } catch (error) {
        if (!cells) throw error;
        log.error({ err: error, cell: cell.number }, 'the work of a cell did not begin');
      }
      await wait(againMs, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  /** Opens a cell that was away, as soon as it is there, and delays no other. */
  const addLater = async (number: number, cause: unknown): Promise<void> => {
    for (let error = cause; !signal.aborted;) {
      log.warn(
        { err: error, cell: number },
        'a cell is away; it is tried again, and its requests get 503',
      );
      await wait(againMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      try {
        return await begin(await add(number));
      } catch (again) {
        error = again;
      }
    }
  };
  if (directory) void followMoved(directory, log, signal);
  const tries = config.cells.map(add);
  await Promise.any(tries).catch(({ errors }: AggregateError) => {
    throw errors[0];
  });
  await Promise.race([
    Promise.allSettled(tries),
    wait(graceMs, undefined, { signal, ref: false }).catch(() => {}),
  ]);
  let ownUrl = '';
  const agent = config.role === 'all' && (await agentIn(config, log, () => ownUrl));
  const listener = cells?.listener ?? served[0]!.listener;
  const server = createHttpServer(listener, config.timeouts, { upgrades: agent || undefined });
  const connections = closing(server);
  const stopping = createStopping();
  try {
    await new Promise<void>((done, failed) => {
      server.once('error', failed).listen(config.port, config.host, done);
    });
  } catch (error) {
    await Promise.all(served.map((cell) => cell.close(stopping)));
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  ownUrl = url;
  listening.resolve(url);
  const begun = tries.map((tried, index) =>
    tried.then(begin, (error: unknown) => addLater(config.cells[index]!, error)),
  );
  if (!cells) await Promise.all(begun);
  log.info({ url, role: config.role, ...databaseIn(served, config) }, 'listening');
  if (config.demo)
    process.stdout.write((config.onNetwork ? welcomeOnNetwork : welcome)(url, config.console));

  return {
    url,
    unfinished: () => stopping.unfinished(),
    async stop({ delayMs }) {
      health.stopping = true;
      connections.begin();
      stopped.abort();
      const worked = Promise.all(served.map((cell) => cell.stopWork(stopping)));
      // Requests are answered even if the workers' end fails.
      worked.catch(() => {});
      await wait(delayMs);
      const leftMs = shutdownBudget(config.shutdownTimeoutMs);
      // Conversations need the API until they are over.
      if (agent) await stopping.step('conversations', agent.stop(leftMs()), () => agent.open());
      for (const cell of served) cell.endStreams();
      const cutOff = setTimeout(() => server.closeAllConnections(), leftMs());
      await Promise.all([
        ...served.map(({ app }) => stopping.step('model migration', app.modelMigrations.stop())),
        ...served.map(({ app }) => stopping.step('model downloads', app.modelDownloads.stop())),
        stopping.step('requests', connections.end(), () => connections.unanswered()),
      ]);
      clearTimeout(cutOff);
      await worked;
      await Promise.all(served.map(({ app }) => stopping.step('calls', app.calls.settled())));
      const traced = stopping.step('traces', tracing?.stop() ?? Promise.resolve());
      await Promise.all(served.map((cell) => cell.close(stopping)));
      await directory?.close();
      await traced;
    },
  };
}

const databaseIn = ([first]: readonly Cell[], { cells }: Config) => ({
  database: first?.isEmbedded ? 'embedded' : 'postgresql',
  ...(cells.length > 1 && { cells }),
});

/**
 * A process is ready as long as one of its cells is, because no other process would answer their requests. Cells that are
 * away or not open yet are named.
 */
function healthOf(served: readonly Cell[], { cells }: Config): Health {
  const all = () =>
    cells.map((number) => ({ number, cell: served.find((each) => each.number === number) }));
  const reasons = async (): Promise<Record<string, string>> => {
    const found = await Promise.all(
      all().map(async ({ number, cell }) => {
        const reason = cell ? await cell.notReadyBecause() : unopened.reason;
        return reason === undefined ? [] : [[String(number), reason] as const];
      }),
    );
    return Object.fromEntries(found.flat());
  };
  return {
    stopping: false,
    cellsNotReady: reasons,
    ...(cells.length > 1 && {
      cellsMetrics: () =>
        metricsOver(
          all().map(({ number, cell }) => ({
            number,
            metrics: async () => cell?.app.metrics.registry.metrics(),
          })),
        ),
    }),
    async notReadyBecause() {
      const found = Object.values(await reasons());
      return found.length === cells.length ? found[0] : undefined;
    },
  };
}

/** Reads which organizations have moved, until aborted; while the directory is away, it keeps what it has read. */
async function followMoved({ moved }: Directory, log: Logger, signal: AbortSignal): Promise<void> {
  for (let isAway = false; !signal.aborted;) {
    await wait(movedMs, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return;
    await moved.refresh().then(
      () => (isAway = false),
      (error: unknown) => {
        if (!isAway) log.warn({ err: error }, 'the directory could not be read');
        isAway = true;
      },
    );
  }
}
