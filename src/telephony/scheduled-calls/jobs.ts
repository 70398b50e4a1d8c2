import { callerOf } from '../../auth/rules.ts';
import type { TelephonyApp } from '../context.ts';
import { isDatabaseAway } from '../../db/errors.ts';
import { Failure } from '../../errors.ts';
import { type ApartParts, forEachIsolated } from '../../jobs/for-each-isolated.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import { meaningOf } from '../refusals.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { initiate } from '../calls/actions.ts';
import * as scheduled from './queries.ts';
import { archivedKey, canWaitUntil, isTooLate, pauseMs, tooLate } from './rules.ts';

type Parts = Pick<TelephonyApp, 'db' | 'now' | 'log' | 'jobs' | 'calls' | 'secrets'>;

/** Organizations whose calls are initiated at once. */
const maxAtOnce = 4;

/** Organizations that had no slot, each with until when the sweep leaves their calls alone. */
type Full = Map<number, Timestamp>;

/**
 * Initiates the calls that are due. Any number of processes may do it at once. Organizations that had no slot are left
 * out for a while, so that their calls do not stand in the way of others': they are woken when one gets free.
 */
export async function initiateScheduled(
  app: Parts & ApartParts,
  full: Full = new Map(),
): Promise<void> {
  const now = app.now();
  for (const [id, until] of full) if (until <= now) full.delete(id);
  const due = await scheduled.due(app.db, now, [...full.keys()]);
  await forEachIsolated(app, {
    sweep: 'calls.initiate_scheduled',
    items: [...Map.groupBy(due, ({ organization_id }) => organization_id)],
    atOnce: maxAtOnce,
    work: async ([organization_id, calls]) => {
      if (!(await initiateEach(app, calls))) full.set(organization_id, later(app.now(), pauseMs));
    },
    about: ([organization_id]) => ({ organization_id }),
  });
}

/** Initiates the calls of an organization that are due, as far as it has slots: one may have got free. */
export async function initiateDueOf(app: Parts, organizationId: number): Promise<void> {
  await initiateEach(app, await scheduled.dueOf(app.db, organizationId, app.now()));
}

/** Initiates an organization's calls in turn, until it has no slot. Returns whether it had one for each. */
async function initiateEach(app: Parts, calls: readonly scheduled.DueCall[]): Promise<boolean> {
  for (const call of calls) if (!(await initiateOne(app, call))) return false;
  return true;
}

/** Initiates a call or refuses it. False: it can be initiated later. */
async function initiateOne(app: Parts, call: scheduled.DueCall): Promise<boolean> {
  try {
    await app.db.transaction().execute((trx) => initiateIn(trx, app, call.id));
    return true;
  } catch (error) {
    const meaning = meaningOf(error);
    if (meaning === undefined) {
      if (isDatabaseAway(error)) throw error;
      app.log.error({ err: error, scheduled_call_id: call.id }, 'a scheduled call failed');
      // The others do not wait for it.
      await scheduled.postpone(app.db, call.id, app.now());
      return true;
    }
    if (meaning === 'later') return false;
    const until = allowedAfter(error);
    if (until !== undefined && canWaitUntil(until, call.scheduled_at)) {
      await scheduled.delayUntil(app.db, call, until);
      return true;
    }
    app.log.info({ scheduled_call_id: call.id, ...meaning }, 'a scheduled call was refused');
    await scheduled.refuse(app.db, call, meaning, app.now());
    return true;
  }
}

/** The call becomes a run in the transaction that settles it, so there is never a second one. */
async function initiateIn(
  trx: Parameters<typeof initiate>[0],
  { jobs, calls, secrets, ...app }: Parts,
  id: number,
): Promise<void> {
  const now = app.now();
  const call = await scheduled.lockDue(trx, id, now);
  if (!call) return;
  const refusal = isTooLate(call, now)
    ? tooLate
    : call.archived_at === null
      ? undefined
      : archivedKey;
  if (refusal) {
    await scheduled.settle(trx, id, { state: 'refused', refusal }, now);
    return;
  }
  const run_id = await initiate(
    trx,
    { jobs, slots: calls.slots, secrets },
    {
      input: {
        workflow_id: call.workflow_id,
        to_number: call.to_number,
        from_number: call.from_number ?? undefined,
        telephony_configuration_id: call.telephony_configuration_id ?? undefined,
        timezone: call.timezone ?? undefined,
        initial_context: call.initial_context,
        external_id: call.external_id,
        metadata: call.metadata ?? {},
      },
      caller: callerOf(call),
      requestId: null,
      traceparent: call.traceparent,
      now,
    },
  );
  await scheduled.settle(trx, id, { state: 'initiated', run_id }, now);
}

/** The refusals that end by themselves, with the member that says when. */
const waitedFor: Readonly<Record<string, string>> = {
  outside_calling_hours: 'opens_at',
  daily_cap_reached: 'resets_at',
};

/** When what refuses the call allows it: the calling hours, or a daily cap. Undefined if it never does. */
function allowedAfter(error: unknown): Timestamp | undefined {
  if (!(error instanceof Failure)) return undefined;
  const { code, members = {} } = error.problem;
  const member = waitedFor[code];
  const until = member === undefined ? undefined : members[member];
  return typeof until === 'string' ? until : undefined;
}

export function scheduledSweeps(app: TelephonyApp): readonly Sweep[] {
  const full: Full = new Map();
  return [
    { name: 'calls.initiate_scheduled', everyMs: 1000, sweep: () => initiateScheduled(app, full) },
    {
      name: 'calls.remove_scheduled',
      everyMs: 10 * 60_000,
      sweep: () => scheduled.removeSettled(app.db, app.now()),
    },
  ];
}
