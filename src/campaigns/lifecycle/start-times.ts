import type { Transaction } from 'kysely';
import { callerOf } from '../../auth/rules.ts';
import type { CampaignsApp } from '../context.ts';
import type { Database } from '../../db/connect.ts';
import { forEachIsolated } from '../../jobs/for-each-isolated.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import { meaningOf, type Refusal } from '../../telephony/refusals.ts';
import type { Timestamp } from '../../timestamp.ts';
import { log } from '../queries.ts';
import { start } from './actions.ts';
import * as starts from './start-time-queries.ts';
import { refusalOf, restored } from './rules.ts';

type Parts = Pick<
  CampaignsApp,
  'db' | 'now' | 'log' | 'metrics' | 'jobs' | 'secrets' | 'copyBatch'
>;

/** Organizations whose campaigns are started at once. */
const maxAtOnce = 4;

/** Starts the campaigns whose time has come. Any number of processes may do it at once. */
export async function startDue(app: Parts): Promise<void> {
  const due = await starts.due(app.db, app.now());
  const sweep = 'campaigns.start_due';
  await forEachIsolated(app, {
    sweep,
    items: [...Map.groupBy(due, ({ organization_id }) => organization_id)],
    atOnce: maxAtOnce,
    work: ([, campaigns]) =>
      forEachIsolated(app, {
        sweep,
        items: campaigns,
        work: ({ id }) => startOne(app, id),
        about: ({ id }) => ({ campaign_id: id }),
      }),
    about: ([organization_id]) => ({ organization_id }),
  });
}

async function startOne(app: Parts, id: number): Promise<void> {
  try {
    const refusal = await app.db.transaction().execute((trx) => startIn(trx, app, id));
    if (refusal) await refuse(app, id, refusal);
  } catch (error) {
    const meaning = meaningOf(error);
    if (meaning !== undefined && meaning !== 'later') return refuse(app, id, meaning);
    await starts.postpone(app.db, id, app.now());
    if (meaning === undefined) throw error;
  }
}

/** Starts the campaign as who scheduled it would now. Returns why that is refused whatever the campaign's state. */
async function startIn(
  trx: Transaction<Database>,
  app: Parts,
  id: number,
): Promise<Refusal | undefined> {
  const now = app.now();
  const campaign = await starts.lockDue(trx, id, now);
  if (!campaign) return undefined;
  const { start_at, archived_at } = campaign;
  const refusal = refusalOf({ start_at: start_at!, archived_at }, now);
  if (refusal) return refusal;
  const caller = callerOf(campaign);
  const request = { caller, campaign_id: id, ifMatch: undefined, requestId: null, now };
  await start(trx, app, request);
  return undefined;
}

const refuse = ({ db, now, ...app }: Parts, id: number, refusal: Refusal): Promise<void> =>
  db.transaction().execute(async (trx) => {
    if (await refuseIn(trx, id, { refusal, now: now() }))
      app.log.info(
        { campaign_id: id, ...refusal },
        'the scheduled start of a campaign was refused',
      );
  });

async function refuseIn(
  trx: Transaction<Database>,
  id: number,
  { refusal, now }: { readonly refusal: Refusal; readonly now: Timestamp },
): Promise<boolean> {
  if (!(await starts.refuse(trx, id, { refusal, now }))) return false;
  await log(trx, id, {
    ts: now,
    level: 'warning',
    event: 'campaign_start_refused',
    message: `The campaign was not started at its scheduled time: ${refusal.message}`,
    details: { code: refusal.code },
  });
  return true;
}

/** After a restore: refuses the starts whose time has come, as the campaigns may have been started after the backup. */
export async function refuseRestoredStarts({
  db,
  now,
}: Pick<CampaignsApp, 'db' | 'now'>): Promise<void> {
  for (;;) {
    const due = await starts.due(db, now());
    if (due.length === 0) return;
    for (const { id } of due)
      await db.transaction().execute((trx) => refuseIn(trx, id, { refusal: restored, now: now() }));
  }
}

export const startTimeSweeps = (app: CampaignsApp): readonly Sweep[] => [
  { name: 'campaigns.start_due', everyMs: 1000, sweep: () => startDue(app) },
];
