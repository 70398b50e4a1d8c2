import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { firstBatch } from '../../db/batches.ts';
import { isDatabaseAway, isDatabaseLate } from '../../db/errors.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { setAnalyses } from '../../workflows/runs/call-queries.ts';
import { analysisFrom } from '../../workflows/runs/rules.ts';
import { type Composed, insertComposed, lockEarlier } from '../deliveries/compose-queries.ts';
import { subjectOf } from '../deliveries/rules.ts';
import * as deliveries from '../deliveries/take-queries.ts';
import type { WebhookParts } from '../dependencies.ts';
import { useIndexes } from '../plan-queries.ts';
import { contentOf, ended } from './rules.ts';
import * as events from './queries.ts';

/** Maximum number of events per statement, and of organizations per transaction. */
const batch = 100;

/** Organizations with an event that could not be composed, each with the time until which it is left out. */
export type SetAside = Map<number, Timestamp>;
const asideMs = 60_000;

/**
 * Composes the next due events, each with its deliveries to subscribed endpoints; returns how many there were. Safe to
 * run in any number of processes: each event is composed once, and those of a call or a campaign in order. The events of
 * an organization are composed by one transaction after the other, which gives them their positions. If an event cannot be
 * composed, the others of its organization wait with it, and no other organization's.
 */
export async function composeDue(
  parts: Pick<WebhookParts, 'db' | 'now' | 'log' | 'metrics'>,
  aside: SetAside = new Map(),
  taking?: TakingComposed,
): Promise<number> {
  const { db, log, metrics } = parts;
  const now = parts.now();
  if (!(await events.areDue(db, now))) return 0;
  for (const [id, until] of aside) if (until <= now) aside.delete(id);
  let organizations: readonly number[] = [];
  try {
    let from = deliveries.takingNone(now);
    const { count, taken } = await db.transaction().execute(async (trx) => {
      organizations = await lockDue(trx, now, { without: [...aside.keys()] });
      if (taking && organizations.length > 0) from = await taking.begin(trx, organizations);
      return composeOf(trx, organizations, from);
    });
    if (taken.length > 0) await taking?.taken(taken, from);
    return count;
  } catch (error) {
    if (organizations.length === 0 || isDatabaseAway(error)) throw error;
  }
  let composed = 0;
  for (const id of organizations)
    try {
      composed += await db.transaction().execute(async (trx) => {
        const only = await lockDue(trx, now, { only: id });
        return (await composeOf(trx, only, deliveries.takingNone(now))).count;
      });
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      aside.set(id, later(now, asideMs));
      metrics.work.setAside();
      log.error(
        { err: error, organization_id: id },
        'events could not be composed and are set aside',
      );
      // The others follow in the next round: with a slow database each would wait as long.
      if (isDatabaseLate(error)) break;
    }
  return composed;
}

/** Composes the next due events of all organizations. */
export const compose = async (trx: Transaction<Database>, now: Timestamp): Promise<number> =>
  (await composeOf(trx, await lockDue(trx, now, {}), deliveries.takingNone(now))).count;

/** Takes deliveries as they are composed, instead of finding them afterwards. */
export interface TakingComposed {
  /** How many of each endpoint to take. */
  begin(trx: Transaction<Database>, organizations: readonly number[]): Promise<deliveries.Taking>;
  /** Called once they are committed. */
  taken(taken: readonly deliveries.TakenDelivery[], leasing: deliveries.Leasing): Promise<void>;
}

interface ComposedEvents {
  readonly count: number;
  readonly taken: readonly deliveries.TakenDelivery[];
}

async function lockDue(
  trx: Transaction<Database>,
  now: Timestamp,
  which: Omit<events.Due, 'now' | 'limit'>,
): Promise<number[]> {
  await useIndexes(trx);
  return events.lockPositions(trx, { ...which, now, limit: batch });
}

async function composeOf(
  trx: Transaction<Database>,
  organizations: readonly number[],
  taking: deliveries.Taking,
): Promise<ComposedEvents> {
  if (organizations.length === 0) return { count: 0, taken: [] };
  const due = { organizations, now: taking.now, limit: batch };
  const happened = await write(trx, await events.takeHappened(trx, due), taking);
  const left = taking.portions.map((portion) => ({
    ...portion,
    count:
      portion.count -
      happened.taken.filter((row) => row.endpoint_id === portion.endpoint_id).length,
  }));
  const rest = { ...taking, portions: left };
  const analyzed = await write(trx, await events.takeAnalyzed(trx, due), rest);
  return { count: happened.count + analyzed.count, taken: [...happened.taken, ...analyzed.taken] };
}

/** Composes as many of the taken events as fit into a batch; the rest follow in the next one. Returns how many. */
async function write(
  trx: Transaction<Database>,
  taken: readonly events.TakenEvent[],
  taking: deliveries.Taking,
): Promise<ComposedEvents> {
  if (taken.length === 0) return { count: 0, taken: [] };
  const fitting = firstBatch(taken);
  const held = await lockEarlier(trx, fitting);
  const free = fitting.filter((event) => !held.has(subjectOf(event) ?? 0));
  const runs = await runsOf(trx, free);
  const composed = free.flatMap((event): Composed[] => {
    const { number, organization_id, run_id, campaign_id, has_body } = event;
    const about = { number, organization_id, event: event.event };
    if (has_body) return [{ ...about, campaign_id, body: null }];
    const run = runs.get(run_id ?? 0);
    return run
      ? [{ ...about, campaign_id: run.campaign_id, body: JSON.stringify(contentOf(event, run)) }]
      : [];
  });
  if (composed.length === 0) return { count: 0, taken: [] };
  return { count: composed.length, taken: await insertComposed(trx, composed, taking) };
}

/**
 * The runs of the events. Those to be analyzed of which no analysis was submitted get one, if a process of 0.3.0 has ended
 * them: it shows what is stored alone.
 */
async function runsOf(
  trx: Transaction<Database>,
  taken: readonly events.TakenEvent[],
): Promise<ReadonlyMap<number, events.EventRun>> {
  const ids = new Set(taken.flatMap(({ run_id }) => run_id ?? []));
  if (ids.size === 0) return new Map();
  const runs = new Map((await events.runsOf(trx, [...ids])).map((run) => [run.run_id, run]));
  const analyzed = new Set(
    taken.flatMap(({ event, run_id }) => (event === 'call_analyzed' ? (run_id ?? []) : [])),
  );
  const derived = [...runs.values()]
    .filter((run) => analyzed.has(run.run_id) && run.analysis === null && !run.has_derived_analysis)
    .map((run) => ({ run_id: run.run_id, analysis: analysisFrom(ended(run)) }));
  if (derived.length > 0) await setAnalyses(trx, derived);
  return runs;
}
