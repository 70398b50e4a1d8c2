import { directorySweeps } from '../cells/jobs.ts';
import { authQueues, authSweeps } from '../auth/jobs.ts';

import type { Application } from '../app.ts';
import { removeExpired } from '../db/kept-answers.ts';
import type { QueueWork } from '../jobs/queue.ts';
import { deletionSweeps, dialingQueues, dialingSweeps } from '../campaigns/jobs.ts';
import { copyingSweeps } from '../campaigns/contacts/copying.ts';
import { sourceSweeps } from '../campaigns/sources/jobs.ts';

import { endingSweeps } from '../campaigns/lifecycle/ending.ts';
import { startTimeSweeps } from '../campaigns/lifecycle/start-times.ts';
import { callQueues, callSweeps } from '../telephony/calls/index.ts';
import { talkSweeps, telephonySweeps } from '../telephony/jobs.ts';

import { scheduledSweeps } from '../telephony/scheduled-calls/jobs.ts';

import { mailQueues, mailSweeps } from '../mail/jobs.ts';
import { billingSweeps } from '../billing/jobs.ts';

import { formerQueueSweeps } from '../jobs/former-queue.ts';
import { createRounds, type Rounds } from '../jobs/rounds.ts';
import { erasureSweeps } from '../privacy/erasures/jobs.ts';
import { retentionSweeps } from '../privacy/retention/sweep.ts';
import { monthSweeps } from './month-sweeps.ts';
import { organizationDeletionSweeps } from '../privacy/organization-deletions/jobs.ts';
import { type Sweep, startSweeps } from '../jobs/sweeps.ts';
import type { Stopping } from './stop.ts';
import { fileSweeps } from '../voice/files/jobs.ts';
import { generationQueues, generationSweeps } from '../voice/generations/jobs.ts';
import { toolSweeps } from '../tools/tool-executions/jobs.ts';
import { webhookQueues, webhookSweeps } from '../webhooks/jobs.ts';

/** All queues with their workers. */
const queuesOf = (app: Application): Readonly<Record<string, QueueWork>> => ({
  ...callQueues(app),
  ...dialingQueues(app),
  ...webhookQueues(app),
  ...generationQueues(app),
  ...mailQueues(app),
  ...authQueues(app),
});

/** Periodic work: what is due, and what a crashed process has left unfinished. */
export const sweepsOf = (app: Application): readonly Sweep[] => [
  ...callSweeps(app),
  ...telephonySweeps(app),
  ...scheduledSweeps(app),
  ...dialingSweeps(app),
  ...startTimeSweeps(app),
  ...copyingSweeps(app),
  ...endingSweeps(app),
  ...sourceSweeps(app),
  ...deletionSweeps(app),
  ...webhookSweeps(app),
  ...toolSweeps(app),
  ...fileSweeps(app),
  ...generationSweeps(app),
  ...mailSweeps(app),
  ...monthSweeps(app),
  ...authSweeps(app),
  ...retentionSweeps(app),
  ...billingSweeps(app),
  ...erasureSweeps(app),
  ...organizationDeletionSweeps(app),
  ...formerQueueSweeps(app),
  ...directorySweeps(app),
  {
    name: 'idempotency.remove_expired_answers',
    everyMs: 10 * 60_000,
    sweep: () => removeExpired(app.db, app.now()),
  },
];

/** A key may be woken again at once, so a queue has no period. */
const watched = (
  queues: Readonly<Record<string, QueueWork>>,
  rounds: Rounds,
): Readonly<Record<string, QueueWork>> =>
  Object.fromEntries(
    Object.entries(queues).map(([name, { work, ...rest }]) => [
      name,
      {
        ...rest,
        work: (key) => rounds.run('job', { name, everyMs: 0 }, () => work(key)),
      } satisfies QueueWork,
    ]),
  );

interface Workers {
  /** Names of sweeps and jobs that have run for too long, and so wait for something that never happens. */
  stuck(): string[];
  stop(stopping: Stopping): Promise<void>;
}

/** Has a process without workers vouch for the calls of the simulated network that it holds, as it answers them. */
export function startTalks(app: Application): Workers {
  const { db, log, metrics } = app;
  const rounds = createRounds((kind, name) => metrics.work.failed(kind, name));
  const stuckMs = 3 * app.config.databaseTimeoutMs;
  const sweeps = startSweeps(talkSweeps(app), { db, log, rounds, stuckMs });
  return {
    stuck: () => rounds.stuck(stuckMs),
    async stop(stopping) {
      await stopping.step('sweeps', sweeps.stop(), () => rounds.inProgress());
      await app.network.stop();
    },
  };
}

/** Starts the workers and the periodic sweeps. */
export async function startWorkers(app: Application): Promise<Workers> {
  const { log, metrics } = app;
  const rounds = createRounds((kind, name) => metrics.work.failed(kind, name));
  await app.jobs.work(watched(queuesOf(app), rounds));
  // The time limit ends a statement that waits; its sweep or job fails and runs again later.
  const stuckMs = 3 * app.config.databaseTimeoutMs;
  const sweeps = startSweeps(sweepsOf(app), { db: app.db, log, rounds, stuckMs });
  return {
    stuck: () => rounds.stuck(stuckMs),
    async stop(stopping) {
      await Promise.all([
        stopping.step('sweeps', sweeps.stop(), () => rounds.inProgress()),
        stopping.step('jobs', app.jobs.stop()),
        stopping.step('webhook deliveries', app.deliverer.stop()),
        stopping.step('generations', app.generator.stop()),
        stopping.step('mails', app.mailer.stop()),
      ]);
      await stopping.step('calls', app.calls.settled());
      await app.network.stop();
    },
  };
}
