import type { Application } from '../../src/app.ts';
import { campaignCalls } from '../../src/campaigns/dialing/placing.ts';
import { copyingSweeps } from '../../src/campaigns/contacts/copying.ts';
import { dialingQueues, dialingSweeps } from '../../src/campaigns/jobs.ts';
import { endingSweeps } from '../../src/campaigns/lifecycle/ending.ts';
import { whenEnded } from '../../src/app.ts';
import type { Jobs } from '../../src/jobs/jobs.ts';
import type { Sweep } from '../../src/jobs/sweeps.ts';
import { createCalls } from '../../src/telephony/calls/calls.ts';
import { callQueues, callSweeps } from '../../src/telephony/calls/jobs.ts';
import type { Carriers } from '../../src/telephony/calls/dependencies.ts';
import { timestampOf } from '../../src/timestamp.ts';
import { composeDue } from '../../src/webhooks/events/compose.ts';
import type { SimulatedDatabase } from './connections.ts';
import type { End, Worker } from './queue.ts';
import type { Actor, Scheduler } from './scheduler.ts';
import { type Inside, runInside } from './time.ts';

/** A process of the service: an app of its own, with its own memory, over the database of all. */
export interface SimulatedProcess extends Worker {
  readonly role: 'api' | 'worker';
  readonly app: Application;
  readonly sweeps: readonly Sweep[];
  /** Runs one round of a sweep, unless one is in progress. */
  sweep(name: string): void;
  /** Called when the process ends: what it was working on learns that. */
  crashed(): void;
}

interface Parts {
  readonly name: string;
  readonly role: SimulatedProcess['role'];
  readonly scheduler: Scheduler;
  readonly database: SimulatedDatabase;
  /** An app whose members that processes may share are used. */
  readonly base: Application;
  readonly jobs: Jobs;
  /** Sweeps that are left out. */
  readonly without: readonly string[];
  readonly carriers: (process: Actor) => Carriers;
}

function appOf({ base, scheduler, database, jobs, carriers }: Parts, process: Actor): Application {
  const connection = database.connect(process);
  const { log, secrets, metrics, origin } = base;
  const now = () => timestampOf(new Date(scheduler.now()));
  const app: Application = {
    ...base,
    db: connection.db,
    jobs,
    now,
    keysInProgress: new Set(),
    calls: createCalls({
      connection,
      log,
      secrets,
      metrics,
      origin,
      now,
      carriers: carriers(process),
      callers: base.callers,
      jobs,
      whenEnded: whenEnded(jobs),
      campaigns: campaignCalls(connection.db, jobs),
    }),
    afterCommit: async (action) => action(app),
  };
  return app;
}

/** Everything periodic that calls and their events need. */
const sweepsOf = (app: Application): readonly Sweep[] => [
  ...callSweeps(app),
  ...dialingSweeps(app),
  ...copyingSweeps(app),
  ...endingSweeps(app),
  { name: 'webhooks.compose', everyMs: 1000, sweep: () => composeDue(app) },
];

export function startProcess(parts: Parts): SimulatedProcess {
  const { name, role, scheduler, without } = parts;
  const process: Actor = { name, isAlive: true, frozenUntil: 0, isExposed: false };
  const app = appOf(parts, process);
  const sweeps =
    role === 'worker' ? sweepsOf(app).filter((sweep) => !without.includes(sweep.name)) : [];
  const unsettled = new Set<(end: End) => void>();
  const sweeping = new Set<string>();
  const inside: Inside = {
    now: scheduler.now,
    random: () => scheduler.random.next(),
    sleep: (ms) => scheduler.sleep(ms, `goes on after ${Math.round(ms)} ms`, process),
    later: (work) =>
      scheduler.add({
        actor: process,
        label: 'takes its next turn',
        run: () => runInside(inside, work),
      }),
  };
  const begin: SimulatedProcess['begin'] = (label, work, settle) => {
    unsettled.add(settle);
    const settleOnce = (end: End): void => {
      if (unsettled.delete(settle)) settle(end);
    };
    const failed = (error: unknown): void => {
      scheduler.note(name, `  failed: ${error instanceof Error ? error.message : String(error)}`);
      settleOnce('failed');
    };
    // A process that has crashed settles nothing: its statements and timers never answer.
    const run = (): void => void runInside(inside, work).then(() => settleOnce('done'), failed);
    scheduler.add({ actor: process, label, run });
  };
  return Object.assign(process, {
    role,
    app,
    sweeps,
    queues: role === 'worker' ? { ...callQueues(app), ...dialingQueues(app) } : {},
    begin,
    sweep(of: string) {
      const sweep = sweeps.find((each) => each.name === of);
      if (!sweep || sweeping.has(of)) return;
      sweeping.add(of);
      begin(
        `sweeps ${of}`,
        async () => void (await sweep.sweep()),
        () => sweeping.delete(of),
      );
    },
    crashed() {
      for (const settle of unsettled) settle('crashed');
      unsettled.clear();
    },
  });
}
