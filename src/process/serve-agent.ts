import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { notFound } from '../errors.ts';
import { answerFor } from '../http/failures.ts';
import { type Health, serveHealth } from '../http/health.ts';
import { createPages } from '../http/pages.ts';
import { closing, createHttpServer } from '../http/server.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { agentIn } from './agent.ts';
import type { Running } from './serve.ts';
import { createStopping } from './stop.ts';

/** Holds conversations and nothing else: it has no database, and calls the API at its public address. */
export async function serveAgent(config: Config, log: Logger): Promise<Running> {
  const agent = await agentIn(config, log, () => config.publicUrl ?? '');
  const health: Health = { stopping: false, notReadyBecause: async () => undefined };
  const pages = createPages();
  serveHealth(pages, health, createMetrics());
  const server = createHttpServer(
    (req, res) => pages(req as never, res as never, (error: unknown) => refuse(req, res, error)),
    config.timeouts,
    { upgrades: agent },
  );
  const connections = closing(server);
  const stopping = createStopping();
  await new Promise<void>((done, failed) => {
    server.once('error', failed).listen(config.port, config.host, done);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  log.info({ url, role: config.role }, 'listening');
  return {
    url,
    unfinished: () => stopping.unfinished(),
    async stop({ delayMs }) {
      health.stopping = true;
      connections.begin();
      const within = delayMs + config.shutdownTimeoutMs;
      await stopping.step('conversations', agent!.stop(within), () => agent!.open());
      await stopping.step('requests', connections.end(), () => connections.unanswered());
    },
  };
}

/** Answers what is no page, or failed. */
function refuse(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  const path = (req.url ?? '/').split('?', 1)[0] ?? '/';
  const { status, headers, text } = answerFor(error ?? notFound('Page'), { path, requestId: '' });
  res.writeHead(status, [...headers]).end(text);
}
