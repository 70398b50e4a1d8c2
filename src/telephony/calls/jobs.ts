import { v7 as uuid } from 'uuid';
import type { TelephonyApp } from '../context.ts';
import type { QueueWork } from '../../jobs/queue.ts';
import { type ApartParts, forEachIsolated } from '../../jobs/for-each-isolated.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import { placeQueue } from './actions.ts';
import { giveBack } from './give-back.ts';
import * as live from './live-queries.ts';
import { takePaceSlots } from './pace-queries.ts';
import * as sweeps from './sweep-queries.ts';

/**
 * Claims queued single calls and places each when its turn comes. A call whose turn is later than a second from now is
 * left for the sweep. The carrier gets one request, however often and by however many this runs. Resolves once the
 * calls are handed over.
 */
export async function claimQueued(
  app: Pick<TelephonyApp, 'db' | 'now' | 'calls'>,
  ids: readonly number[],
): Promise<Promise<void>[]> {
  const claimed = await app.db.transaction().execute(async (trx) => {
    const now = app.now();
    const turns: { id: number; organization_id: number; place_at: string; due_at: string }[] = [];
    for (const call of await live.lockUnplaced(trx, ids, now)) {
      if (call.state !== 'queued') continue;
      const { id, organization_id, configuration_id } = call;
      const { times, next_free_at } = await takePaceSlots(trx, {
        configuration_id,
        calls_per_second: call.calls_per_second,
        wanted: 1,
        now,
      });
      const [place_at] = times;
      if (place_at === undefined)
        await live.setQueued(trx, [id], { due_at: next_free_at, deferred: false });
      else {
        // Of a call that was not deferred, `due_at` is only when the sweep would take it.
        const due_at = call.deferrals === 0 ? call.created_at : (call.due_at ?? place_at);
        turns.push({ id, organization_id, place_at, due_at });
      }
    }
    if (turns.length > 0)
      await live.setClaimed(
        trx,
        turns.map(({ id }) => id),
        { claim_id: uuid(), now },
      );
    return turns;
  });
  return claimed.map((call) => app.calls.place(call));
}

/** Places a single call, and waits for the carrier's answer. */
export async function place(app: TelephonyApp, id: number): Promise<void> {
  await Promise.all(await claimQueued(app, [id]));
}

/** Places calls whose job was lost, or whose pause is over. */
export async function placeDue(app: TelephonyApp): Promise<void> {
  const due = await sweeps.dueCalls(app.db, app.now());
  await byOrganization(app, 'calls.place_due', due, (ids) => claimQueued(app, ids));
}

/** Organizations whose calls a sweep works on at once. */
const maxAtOnce = 4;

/** Works on the calls of each organization by themselves: a failure, or a row that is locked, stops no other's. */
async function byOrganization(
  app: ApartParts,
  sweep: string,
  calls: readonly { readonly run_id: number; readonly organization_id: number }[],
  work: (ids: number[], organization_id: number) => Promise<unknown>,
): Promise<void> {
  await forEachIsolated(app, {
    sweep,
    items: [...Map.groupBy(calls, (call) => call.organization_id)],
    atOnce: maxAtOnce,
    work: ([organization_id, ofOne]) => {
      const ids = ofOne.map(({ run_id }) => run_id);
      return work(ids, organization_id);
    },
    about: ([organization_id]) => ({ organization_id }),
  });
}

/** Gives back calls whose worker did not begin to place them: it crashed, or its claim's answer was lost. */
export async function endLeases(app: TelephonyApp): Promise<void> {
  const expired = await sweeps.expiredLeases(app.db, app.now());
  await byOrganization(app, 'calls.end_leases', expired, async (ids) => {
    app.log.warn({ run_ids: ids }, 'calls are given back because their lease has ended');
    const { returned } = await app.db.transaction().execute((trx) =>
      giveBack(trx, app.calls.campaigns.release, {
        ids,
        attempt: null,
        leaseEnded: true,
        now: app.now(),
      }),
    );
    app.metrics.work.leasesExpired(returned);
  });
}

/** Ends single calls that were not placed in time, unless somebody places them meanwhile. */
export async function closeUnplaced(
  app: Pick<TelephonyApp, 'db' | 'now' | 'calls'> & ApartParts,
): Promise<void> {
  const late = await sweeps.neverPlaced(app.db, app.now());
  const report = { attempt: null, at: app.now(), event: 'too_late' } as const;
  await byOrganization(app, 'calls.close_unplaced', late, (ids, organization_id) =>
    Promise.all(ids.map((run_id) => app.calls.report({ ...report, run_id, organization_id }))),
  );
}

export const callQueues = (app: TelephonyApp): Readonly<Record<string, QueueWork>> => ({
  [placeQueue]: {
    concurrency: 10,
    work: async (runId) => void (await claimQueued(app, [Number(runId)])),
    due: async () => (await sweeps.newCalls(app.db)).map(({ run_id }) => String(run_id)),
  },
});

export const callSweeps = (app: TelephonyApp): readonly Sweep[] => [
  // This process places the calls that it claims, and queries carriers, as far as it has places.
  { name: 'calls.place_due', everyMs: 500, sweep: () => placeDue(app), isLocal: true },
  { name: 'calls.end_leases', everyMs: 1000, sweep: () => endLeases(app) },
  {
    name: 'calls.check_statuses',
    everyMs: 1000,
    sweep: () => app.calls.checkStatuses(),
    isLocal: true,
  },
  { name: 'calls.hang_up', everyMs: 500, sweep: () => app.calls.hangUp(), isLocal: true },
  {
    name: 'calls.send_transfers',
    everyMs: 500,
    sweep: () => app.calls.sendTransfers(),
    isLocal: true,
  },
  { name: 'calls.close_unplaced', everyMs: 5000, sweep: () => closeUnplaced(app) },
];
