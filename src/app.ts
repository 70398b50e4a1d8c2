import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { v7 as uuid } from 'uuid';
import { createAuthentication } from './auth/authentication.ts';
import { createLogInLimits } from './auth/log-in-limits.ts';
import { createClock } from './db/clock.ts';
import { callBack } from './campaigns/dialing/call-backs.ts';
import { campaignCalls } from './campaigns/dialing/placing.ts';
import { settle } from './campaigns/dialing/settling.ts';
import { wakeClosed, wakeDialers } from './campaigns/dialing/wake.ts';
import { copyBatch } from './campaigns/contacts/copying.ts';
import { createContactReaders } from './campaigns/sources/readers.ts';
import { type Cells, stateOf } from './cells/cells.ts';
import type { CellsApp } from './cells/context.ts';
import type { Directory } from './cells/directory.ts';
import type { Config } from './config.ts';
import type { ApprovalsApp } from './approvals/context.ts';
import type { AuthApp } from './auth/context.ts';
import type { CampaignsApp } from './campaigns/context.ts';
import type { App } from './context.ts';
import type { PrivacyApp } from './privacy/context.ts';
import type { TelephonyApp } from './telephony/context.ts';
import type { ToolsApp } from './tools/context.ts';
import type { VoiceApp } from './voice/context.ts';
import type { WebhooksApp } from './webhooks/context.ts';
import type { WorkflowsApp } from './workflows/context.ts';
import type { Connection } from './db/connect.ts';
import { demoUsers } from './demo/accounts.ts';
import { handlers } from './handlers.ts';
import { builtInTools } from './built-in-tools.ts';
import { lookups } from './lookups.ts';
import { addressesBehind } from './http/address.ts';
import { serveContract } from './http/contract-routes.ts';
import { createDispatch } from './http/dispatch.ts';
import type { Answering } from './http/other-cells.ts';
import { serveConsole } from './http/console.ts';
import { serveDocs } from './http/docs.ts';
import { hostCheck } from './http/hosts.ts';
import { type Health, serveHealth } from './http/health.ts';
import { createListener } from './http/listener.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { createPages, refuseOtherMethods } from './http/pages.ts';
import { loadContract } from './http/operations.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { logRequest } from './http/request-log.ts';
import { createStreams } from './http/streams.ts';
import type { Jobs } from './jobs/jobs.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import type { Timestamp } from './timestamp.ts';
import { createCapacity } from './fairness/capacity.ts';
import { createPolls } from './fairness/polls.ts';
import type { Secrets } from './db/secrets.ts';
import { createMcpEndpoint } from './mcp/endpoint.ts';
import { openStorage } from './storage/open.ts';
import { openSpool } from './storage/spool.ts';
import { mustHaveAuthority } from './telephony/authority.ts';
import { hangUpAnswered } from './telephony/hang-ups/actions.ts';
import { createTelnyx } from './telephony/carriers/telnyx.ts';
import { createTwilio } from './telephony/carriers/twilio.ts';
import { keysLookup } from './telephony/keys/by-runtime.ts';
import { createSimulated } from './telephony/carriers/simulated.ts';
import {
  type WhenEnded,
  closeGate,
  conversed,
  createCalls,
  untilAnswered,
} from './telephony/calls/index.ts';
import { addOptOut } from './telephony/do-not-call/actions.ts';
import { removeOfRun as removeScheduledOf } from './telephony/scheduled-calls/queries.ts';
import { createSimulatedNetwork } from './telephony/simulation/network.ts';
import { endWithCalls } from './telephony/transfers/changes.ts';
import { createMcpSessions } from './tools/mcp-tools/sessions.ts';
import { createToolRates } from './tools/tool-executions/capacity.ts';
import { createAudio } from './voice/audio/audio.ts';
import { createFiles } from './voice/files/files.ts';
import { createEngines } from './voice/engines/engines.ts';
import { createGenerator } from './voice/generations/generator.ts';
import { createSpeaking } from './voice/speech/speaking.ts';
import { createDownloadRunner } from './voice/model-downloads/runner.ts';
import { createMigrationRunner } from './voice/model-migrations/runner.ts';
import { createDeliverer } from './webhooks/deliveries/deliverer.ts';
import { removeEventsOf } from './webhooks/erasure-queries.ts';
import { anyConnector, publicConnector } from './webhooks/endpoints/targets.ts';
import { createAgentRuntimes, createRuntimeSigner } from './webhooks/runtimes/runtimes.ts';
import { createRunWatch } from './workflows/instructions/watch.ts';
import { announceEnds, announceAnalysis } from './webhooks/actions.ts';

/** How often a followed object is read; an event stream shows at most two changes a second. */
const pollMs = 500;

interface AppParts {
  readonly connection: Connection;
  readonly config: Config;
  readonly log: Logger;
  readonly secrets: Secrets;
  readonly jobs: Jobs;
  readonly health: Health;
  readonly now?: () => Timestamp;
  /** Absent: this is the only cell. */
  readonly directory?: Directory;
  readonly cells?: Pick<Cells, 'elsewhere' | 'refusal' | 'states'>;
}

interface CreatedApp {
  readonly app: Application;
  readonly listener: RequestListener;
  /** What answers requests that another cell has admitted. */
  readonly answering: Answering;
  /** Ends all open event streams. */
  readonly endStreams: () => void;
}

/** What all areas work with. */
export type Application = App &
  ApprovalsApp &
  AuthApp &
  CampaignsApp &
  CellsApp &
  PrivacyApp &
  TelephonyApp &
  ToolsApp &
  VoiceApp &
  WebhooksApp &
  WorkflowsApp & { readonly mailer: Mailer };

declare module './http/context.ts' {
  interface AppContext extends Application {}
}

/** Wires the application together. Does not start listening. */
export async function createApp(parts: AppParts): Promise<CreatedApp> {
  const [{ db }, { document, operations }] = [parts.connection, loadContract()];
  const metrics = createMetrics();
  const clock = createClock(db);
  const now = parts.now ?? (() => clock.now());
  const origin = { url: parts.config.publicUrl ?? '', agentUrl: parts.config.agentUrl };
  const network = createSimulatedNetwork({
    ...parts,
    db,
    now,
    sign: createRuntimeSigner({ ...parts, db, now, clock }),
    connector: parts.config.webhookAllowPrivate ? anyConnector() : publicConnector(),
  });
  const carriers = {
    simulated: createSimulated(network, parts.secrets),
    twilio: createTwilio(parts.config),
    telnyx: createTelnyx(),
  };
  const { authentication, callers } = createAuthentication(db, now, {
    ...parts.config,
    secrets: parts.secrets,
    takeOver: (handoff) => app.calls.takeOver(handoff),
  });
  const storage = openStorage(parts.config.storage);
  const spool = openSpool(join(parts.config.dataDir, 'incoming'));
  const files = createFiles({ db, storage, spool, now });
  const audio = createAudio();
  const engines = createEngines(parts.config);
  const app: Application = {
    db,
    reads: parts.connection.reads,
    config: parts.config,
    log: parts.log,
    metrics,
    callers,
    logInLimits: createLogInLimits(parts.config.logInLimits),
    directory: parts.directory,
    cellStates:
      parts.cells?.states ??
      (async () => new Map([[parts.config.cell, stateOf(await parts.health.notReadyBecause())]])),
    secrets: parts.secrets,
    spool,
    storage,
    files,
    modelMigrations: createMigrationRunner({ ...parts, ...parts.connection, now }),
    audio,
    copyBatch,
    contactReaders: createContactReaders({ form: parts.connection.embedded ? 'arrays' : 'copy' }),
    engines,
    generator: createGenerator({ ...parts, db, now, audio, engines, files, spool }),
    speaking: createSpeaking(() => app),
    modelDownloads: createDownloadRunner({ ...parts, ...parts.connection, now }),
    inProgress: createCapacity(),
    keysInProgress: new Set(),
    polls: {
      campaigns: createPolls(pollMs),
      migrations: createPolls(pollMs),
      generations: createPolls(pollMs),
      downloads: createPolls(pollMs),
      events: createPolls(pollMs),
    },
    jobs: parts.jobs,
    origin,
    calls: createCalls({
      ...parts,
      now,
      metrics,
      origin,
      carriers,
      callers,
      whenEnded: whenEnded(parts.jobs),
      campaigns: campaignCalls(db, parts.jobs),
    }),
    effects: effects(parts.jobs),
    lookups: { ...lookups, sendsKeys: keysLookup(parts.secrets, carriers, origin) },
    callBuiltIn: builtInTools(() => app),
    toolRates: createToolRates(),
    mcpSessions: createMcpSessions(),
    runtimes: createAgentRuntimes({ ...parts, now, clock }),
    runWatch: createRunWatch({ ...parts, db }),
    network,
    deliverer: createDeliverer({ ...parts, db, now, clock, metrics }),
    mailer: createMailer({ ...parts, db, now, origin }),
    clock,
    newId: (at) => uuid({ ...(at !== undefined && { msecs: Date.parse(at) }) }),
    now,
    afterCommit: async (action) => action(app),
  };
  const isWorker = parts.config.role === 'worker';
  const pages = createPages();
  serveHealth(pages, parts.health, metrics);
  const streams = createStreams(parts.config.streams, authentication, app.inProgress);
  const dispatch = await createDispatch({
    operations: isWorker ? [] : operations,
    handlers,
    authentication,
    limit: createRateLimit(parts.config.rateLimits),
    streams,
    pages,
    app,
    ...(parts.cells && { elsewhere: parts.cells.elsewhere }),
    ended: logRequest(parts.log, metrics.requests),
  });
  const checkHost = hostCheck(parts.config);
  const listener = createListener({
    corsOrigins: parts.config.corsOrigins,
    checkHost: parts.cells
      ? (req, path) => checkHost(req, path) ?? parts.cells?.refusal(req)
      : checkHost,
    addressOf: addressesBehind(parts.config.trustedProxies),
    dispatch,
  });
  if (!isWorker) {
    serveContract(pages);
    const users = parts.config.demo && !parts.config.onNetwork ? demoUsers : [];
    serveDocs(pages, { users, publicUrl: parts.config.publicUrl });
    if (parts.config.console) serveConsole(pages, users.slice(0, 1));
    const mcp = createMcpEndpoint({
      ...app,
      listener,
      version: document.info.version,
      stalledMs: parts.config.timeouts.stalledMs,
    });
    pages.post('/mcp', (req, res) => mcp(req, res));
    refuseOtherMethods(pages, ['/mcp'], ['POST']);
  }
  return { app, listener, answering: { app, streams }, endStreams: () => streams.endAll() };
}

/** What happens when calls end. Contacts come first: the dialer and the events depend on them. */
export const whenEnded = (jobs: Jobs): readonly WhenEnded[] => [
  settle,
  (trx, ended) => wakeDialers(trx, jobs, [...new Set(ended.map((each) => each.organization_id))]),
  // Events of transfers come before that of the end.
  (trx, calls, now) => endWithCalls(trx, jobs, { calls, now }),
  (trx, ended, now) =>
    announceEnds(trx, jobs, {
      runs: ended.map((call) => ({ ...call, conversed: conversed(call) })),
      now,
    }),
];

const effects = (jobs: Jobs): Application['effects'] => ({
  callsForbidden: async (trx, organizationId) => void (await closeGate(trx, organizationId)),
  approvalEnded: (app, { id, organization_id }) =>
    untilAnswered(app, { organization_id, approval_policy_id: id }),
  waitForPlacements: (app, organization_id) => untilAnswered(app, { organization_id }),
  limitsChanged: (trx, organizationId) => wakeDialers(trx, jobs, [organizationId]),
  hoursChanged: (trx, of) => wakeClosed(trx, jobs, of),
  callBack,
  callActedOn: mustHaveAuthority,
  hangUpAnswered,
  analysisSubmitted: (trx, run_id, now) => announceAnalysis(trx, jobs, { run_id, now }),
  runDeleted: async (trx, { organization_id, run_id }) => {
    await removeScheduledOf(trx, run_id);
    await removeEventsOf(trx, { organization_id, ids: [run_id] });
  },
  optedOut: addOptOut,
  calledNoMore: (app, { organization_id, phone_number }) =>
    untilAnswered(app, { organization_id, phone_numbers: [phone_number] }),
});
