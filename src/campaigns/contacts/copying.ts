import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { type ApartParts, eachApart } from '../../jobs/each-apart.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { CampaignsApp } from '../context.ts';
import { wakeDialers } from '../dialing/wake.ts';
import type { CampaignRow } from '../lock-queries.ts';
import * as copies from './copy-queries.ts';

/** How many rows of a source one transaction copies at most. */
export const copyBatch = 5000;

const sum = (zones: readonly copies.CopiedZone[]): number =>
  zones.reduce((contacts, zone) => contacts + zone.contacts, 0);

const lastRow = (zones: readonly copies.CopiedZone[]): number =>
  Math.max(...zones.map(({ last_row }) => last_row));

/** Copies the first rows of a campaign's source, which is locked, and counts the others, which a sweep copies. */
export async function beginCopying(
  trx: Transaction<Database>,
  campaign: CampaignRow,
  { most, now }: { readonly most: number; readonly now: Timestamp },
): Promise<void> {
  const begun = { ...campaign, copied_to_row: 0 };
  const zones = await copies.copyRows(trx, begun, { most, now });
  await copies.openZones(trx, begun, zones);
  if (sum(zones) < most) return;
  const uncopied_rows = await copies.rowsLeft(trx, campaign.source_id, sum(zones));
  await copies.countUncopied(trx, campaign, uncopied_rows);
  await copies.setUncopied(trx, campaign.id, { copied_to_row: lastRow(zones), uncopied_rows });
}

/**
 * Copies the next rows of a campaign's source. Nobody waits for it: the campaign, which claims need, is locked at the end.
 */
async function copyNext(
  trx: Transaction<Database>,
  {
    jobs,
    most,
    now,
  }: Pick<CampaignsApp, 'jobs'> & { readonly most: number; readonly now: Timestamp },
  id: number,
): Promise<void> {
  if (!(await copies.lockSource(trx, id))) return;
  const campaign = await copies.getCopying(trx, id);
  if (!campaign) return;
  const zones = await copies.copyRows(trx, campaign, { most, now });
  const copied = sum(zones);
  const isWhole = copied < most;
  const { uncopied_rows } = campaign;
  const counted = isWhole ? uncopied_rows : Math.min(copied, uncopied_rows);
  await copies.advance(trx, id, {
    now,
    copied_to_row: isWhole ? null : lastRow(zones),
    uncopied_rows: isWhole ? null : uncopied_rows - counted,
    missing: counted - copied,
  });
  await copies.openZones(trx, campaign, zones);
  await copies.countUncopied(trx, campaign, -counted);
  await wakeDialers(trx, jobs, [campaign.organization_id]);
}

/** How many rounds one sweep has at most. */
const maxRounds = 20;

/** Copies rows for campaigns that were started, a batch for each in turn. */
export async function copyRows(
  app: Pick<CampaignsApp, 'db' | 'now' | 'jobs' | 'copyBatch'> & ApartParts,
): Promise<void> {
  const { db, jobs, copyBatch: most } = app;
  /** They wait for the next sweep, so that they delay no other. */
  const failed: number[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    const copying = await copies.listCopying(db, failed);
    if (copying.length === 0) return;
    const failing = await eachApart(app, {
      sweep: 'campaigns.copy_rows',
      items: copying,
      work: ({ id }) =>
        db.transaction().execute((trx) => copyNext(trx, { jobs, most, now: app.now() }, id)),
      about: ({ id, organization_id }) => ({ organization_id, campaign_id: id }),
    });
    failed.push(...failing.map(({ id }) => id));
  }
}

export const copyingSweeps = (app: CampaignsApp): readonly Sweep[] => [
  { name: 'campaigns.copy_rows', everyMs: 500, sweep: () => copyRows(app) },
];
