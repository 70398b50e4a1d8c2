import { agentOf } from '../../scripts/chaos/agents.ts';
import type { Violation } from '../../scripts/chaos/history.ts';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { Application } from '../../src/app.ts';
import type { Connection } from '../../src/db/connect.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { createSecrets } from '../../src/db/secrets.ts';
import { type Api, createApi } from './api.ts';
import { check } from './checks.ts';
import { type Clients, createClients } from './clients.ts';
import { createDatabase, type SimulatedDatabase } from './connections.ts';
import type { Embedded } from './embedded.ts';
import { createFaults, type FaultKind, type Faults } from './faults.ts';
import { finish } from './finishing.ts';
import { createFleet, type Fleet } from './fleet.ts';
import { createNetwork, type Network } from './network.ts';
import { createObserved, type Observed } from './observed.ts';
import { faultless, type Plan } from './plan.ts';
import { createQueue, type SimulatedQueue } from './queue.ts';
import { type Actor, createScheduler, type LogEntry, type Scheduler } from './scheduler.ts';
import { createTenant } from './tenant.ts';

// A run of the service in one process, in an order that a seed decides: an API and workers, each with its own memory,
// over one embedded database, a network, a queue and a clock that are simulated. Every statement is a step of the
// scheduler, so a process may end between any two of them.
//
// The database has one connection. So the transactions of different processes come one after another, in any order, and
// only what a process does outside the database happens between two statements of another's transaction. Lock waits and
// deadlocks cannot happen here; `make chaos` is for them.

export interface Result {
  readonly violations: readonly Violation[];
  readonly log: readonly LogEntry[];
  readonly faults: Partial<Record<FaultKind, number>>;
  readonly calls: number;
  /** How many destinations of transfers were rung, and how many calls were to change their agents. */
  readonly transfers: number;
}

/** What runs share, one after the other. */
export interface World {
  readonly embedded: Embedded;
  /** The members of an app that processes may share: they remember nothing of requests and calls. */
  readonly base: Application;
  /** Sweeps that no process does: to see that they are needed. */
  readonly without?: readonly string[];
}

export async function createWorld(embedded: Embedded): Promise<World> {
  const { app } = await createApp({
    connection: { db: embedded.db, embedded: true } as Connection,
    config: { ...readConfig({ DATA_DIR: '/nowhere' }), role: 'worker' },
    log: createLog('silent'),
    secrets: createSecrets([Buffer.alloc(32, 1)]),
    jobs: {} as Application['jobs'],
    health: { stopping: false, notReadyBecause: async () => undefined },
  });
  app.origin.url = 'http://service';
  // It looks for unfinished migrations by itself, in real time.
  await app.modelMigrations.stop();
  return { embedded, base: app };
}

/** A Monday noon. */
const startsAt = Date.UTC(2026, 0, 5, 12);
/** For how long the run goes on at most when the clients have finished. */
const maxAfterMs = 20_000;

/** Runs a plan in the order that the seed decides. The same seed and plan do the same again. */
export async function simulate(world: World, seed: number, plan: Plan): Promise<Result> {
  const { embedded, base, without = [] } = world;
  await embedded.reset();
  const tenant = await createTenant(embedded, { plan, secrets: base.secrets, now: startsAt });
  const faults: Faults = createFaults(plan.faults, () => scheduler.random);
  const scheduler: Scheduler = createScheduler({
    seed,
    startsAt,
    haste: () => faults.rateOf('haste'),
    instead: (actor) => instead(actor, { scheduler, faults, fleet }),
  });
  const observed = createObserved();
  const fleet: Fleet = createFleet({
    base: { ...base, copyBatch: plan.copy_batch },
    without,
    scheduler,
    database: () => database,
    jobs: () => queue.jobs,
    network: () => network,
  });
  const queue: SimulatedQueue = createQueue({ scheduler, faults, workers: fleet.workers });
  const { committed } = queue;
  const { crash } = fleet;
  const database: SimulatedDatabase = createDatabase({
    embedded,
    scheduler,
    faults,
    crash,
    committed,
  });
  const api = createApi({ scheduler, observed, process: fleet.api });
  const network: Network = createNetwork({
    scheduler,
    rates: () => (faults.haveEnded() ? faultless : plan.network),
    placeOf: (_, number) => ({
      organization_id: tenant.organization_id,
      campaign_id: observed.campaignOf.get(number) ?? null,
    }),
    callBack: api.callBack,
    use: (run_id, text) => void useToken({ api, observed }, run_id, text),
  });
  const { tokenOf } = network.agents;
  const clients = createClients({ api, scheduler, tenant, plan, observed, tokenOf });
  const run = async (): Promise<readonly Violation[]> => {
    const reliable_from = await runThrough({ plan, scheduler, fleet, faults, clients, network });
    await finish({ scheduler, embedded, clients, workers: fleet.workers });
    return check({ embedded, plan, tenant, observed, network, reliable_from });
  };
  const violations = await run().catch((error: unknown): Violation[] => [
    { kind: 'record', evidence: `the run failed: ${String((error as Error).stack)}` },
  ]);
  return {
    violations,
    log: scheduler.log,
    faults: faults.counts,
    calls: network.book.length,
    transfers: network.rung.length,
  };
}

/** Has an agent read its session, and notes whether it has the run. */
async function useToken(
  { api, observed }: { readonly api: Api; readonly observed: Observed },
  run_id: number,
  text: string,
): Promise<void> {
  const answer = await api.send({
    operation: 'getRunSession',
    params: { run_id },
    caller: { kind: 'token', text },
    key: 'none',
  });
  const { status, body, sent_at, answered_at } = answer;
  const is_held = status === 200;
  if (!is_held && body['code'] !== 'run_held_by_another_agent') return;
  observed.uses.push({
    run_id,
    agent: agentOf(text),
    sent_at,
    answered_at,
    is_held,
    ...(is_held && { workflow_id: Number(body['workflow_id']) }),
  });
}

interface Running {
  readonly plan: Plan;
  readonly scheduler: Scheduler;
  readonly fleet: Fleet;
  readonly faults: Faults;
  readonly clients: Clients;
  readonly network: Network;
}

const freezesMs = [500, 2500, 6000, 45_000, 200_000];

/** How much more often a process ends or stands still when it is exposed. */
const exposedTimes = 8;

/** Ends a process, or lets it stand still, before its next step. */
function instead(
  actor: Actor,
  { scheduler, faults, fleet }: Pick<Running, 'scheduler' | 'faults' | 'fleet'>,
): boolean {
  const times = actor.isExposed ? exposedTimes : 1;
  if (faults.happens('crash', times)) {
    fleet.crash(actor);
    return true;
  }
  if (!faults.happens('freeze', times)) return false;
  const ms = scheduler.random.pick(freezesMs);
  scheduler.note(actor.name, `gets no time for ${ms} ms`);
  scheduler.freeze(actor, ms);
  return true;
}

/**
 * Starts the processes and has the clients do what is planned, while everything fails that can. Returns from when on nothing
 * failed any longer.
 */
async function runThrough(running: Running): Promise<number> {
  const { plan, scheduler, fleet, faults, clients } = running;
  fleet.start('api', 'api');
  for (let worker = 1; worker <= plan.workers; worker += 1)
    fleet.start('worker', `worker ${worker}`);
  let acting = plan.clients.length;
  const act = plan.clients.map((actions, client) =>
    clients.act(client, actions).finally(() => (acting -= 1)),
  );
  await scheduler.run(() => acting === 0);
  const end = scheduler.now() + scheduler.random.below(maxAfterMs);
  await scheduler.run(() => scheduler.now() >= end);
  faults.end();
  scheduler.note('', 'nothing fails any longer');
  const reliableFrom = await giveBackCalls(running);
  fleet.stopSweeping();
  await Promise.all(act);
  return reliableFrom;
}

const sweepTransfersMs = 1000;

/** Lets calls whose agents changed go on, with what gives them back, until they end. Returns when every process was there. */
async function giveBackCalls({ scheduler, fleet, network }: Running): Promise<number> {
  const { now } = scheduler;
  const processes = () => [fleet.api(), ...fleet.workers()];
  const isThere = (): boolean =>
    processes().every((each) => each !== undefined && each.frozenUntil <= now());
  let from: number | undefined;
  while (network.changing(now()).length > 0) {
    if (isThere()) from ??= now();
    const until = now() + sweepTransfersMs;
    await scheduler.run(() => now() >= until);
    fleet.workers().forEach((worker) => worker.sweep('calls.send_transfers'));
  }
  return from ?? now();
}
