import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../../src/app.ts';
import { createAuthentication } from '../../../src/auth/authentication.ts';
import { readConfig } from '../../../src/config.ts';
import { connectPostgres } from '../../../src/db/connect.ts';
import { handlers } from '../../../src/handlers.ts';
import { addressesBehind } from '../../../src/http/address.ts';
import { createDispatch } from '../../../src/http/dispatch.ts';
import { hostCheck } from '../../../src/http/hosts.ts';
import { createListener } from '../../../src/http/listener.ts';
import { loadContract, type Operation } from '../../../src/http/operations.ts';
import { createPages } from '../../../src/http/pages.ts';
import { createRateLimit } from '../../../src/http/rate-limit.ts';
import { createStreams } from '../../../src/http/streams.ts';
import { logRequest } from '../../../src/http/request-log.ts';
import { openJobs } from '../../../src/jobs/jobs.ts';
import { createLog } from '../../../src/telemetry/log.ts';
import { openSecrets } from '../../../src/db/secrets.ts';

/** This API's dispatcher with OPERATIONS operations: fewer than the contract's, or with copies of them. */
const count = Number(process.env['OPERATIONS']);
const { operations } = loadContract();
const asked = operations.filter(({ id }) => id === 'getCampaign');
const others = operations.filter(({ id }) => id !== 'getCampaign');

/** A copy's path extends the original's, so a router handles it almost identically. */
const copy = (number: number) => (operation: Operation) => ({
  ...operation,
  id: `${operation.id}_${number}`,
  path: `${operation.path}/copy-${number}`,
});
const chosen = [...others.slice(0, count - 1), ...asked];
for (let number = 1; chosen.length < count; number++) {
  chosen.push(...operations.map(copy(number)).slice(0, count - chosen.length));
}

const config = readConfig();
const connection = connectPostgres(config.databaseUrl ?? '', {
  poolSize: config.databasePoolSize,
});
const log = createLog(config.logLevel);
const secrets = openSecrets(config);
const health = { stopping: false, notReadyBecause: async () => undefined };
const jobs = openJobs(connection, log);
const { app } = await createApp({ connection, config, log, secrets, health, jobs });
const { authentication } = createAuthentication(connection.db, () => app.now(), {
  ...config,
  secrets,
  takeOver: async () => false,
});
const dispatch = await createDispatch({
  operations: chosen,
  handlers: Object.fromEntries(
    chosen.map(({ id }) => [id, Reflect.get(handlers, id.replace(/_\d+$/, ''))]),
  ) as never,
  authentication,
  app,
  limit: createRateLimit(config.rateLimits),
  streams: createStreams(config.streams, authentication, app.inProgress),
  pages: createPages(),
  ended: logRequest(log, app.metrics.requests),
});
const listener = createListener({
  corsOrigins: [],
  checkHost: hostCheck(config),
  dispatch,
  addressOf: addressesBehind(0),
});
const server = createServer(listener).listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
