import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { type ApartParts, forEachIsolated } from '../../jobs/for-each-isolated.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import type { CampaignsApp } from '../context.ts';
import { wakeDialers } from '../dialing/wake.ts';
import type { CampaignRow } from '../lock-queries.ts';
import * as copies from './copy-queries.ts';

/** Of how many bytes one transaction copies rows at most: with large contexts they are fewer. */
const stepBytes = 8 * 1_048_576;

interface Source {
  readonly total_rows: number;
  readonly bytes: number;
}

/** How many rows of a source one transaction copies, at least one. */
export const rowsAtOnce = ({ total_rows, bytes }: Source, most: number): number =>
  Math.max(1, Math.min(most, Math.floor((stepBytes * total_rows) / Math.max(bytes, 1))));

/** How many rows of a source one transaction copies at most. */
export const copyBatch = 5000;

interface Limit {
  readonly most: number;
  readonly now: Timestamp;
}

const sum = (zones: readonly copies.CopiedZone[]): number =>
  zones.reduce((contacts, zone) => contacts + zone.contacts, 0);

const lastRow = (zones: readonly copies.CopiedZone[]): number =>
  Math.max(...zones.map(({ last_row }) => last_row));

/** Copies the first source rows of a locked campaign, and counts the others, which a sweep copies. */
export async function beginCopying(
  trx: Transaction<Database>,
  campaign: CampaignRow,
  { most, now }: Limit,
): Promise<void> {
  const source = await copies.sizeOf(trx, campaign.source_id);
  const limit = rowsAtOnce(source, most);
  const begun = { ...campaign, copied_to_row: 0 };
  const zones = await copies.copyRows(trx, begun, { limit, now });
  await copies.openZones(trx, begun, zones);
  const copied = sum(zones);
  if (copied < limit) return;
  const uncopied_rows = Math.max(source.total_rows - copied, 0);
  await copies.addCounts(trx, campaign, [['pending', uncopied_rows]]);
  await copies.setUncopied(trx, campaign.id, { copied_to_row: lastRow(zones), uncopied_rows });
}

/** Skips the rows that a canceled campaign has not copied: they count, and never become contacts. */
export async function skipUncopied(trx: Transaction<Database>, id: number): Promise<void> {
  const stopped = await copies.stop(trx, id);
  if (!stopped) return;
  const { uncopied_rows } = stopped;
  await copies.addCounts(trx, stopped, [
    ['pending', -uncopied_rows],
    ['skipped', uncopied_rows],
  ]);
}

/** Rolls a step back whose campaign was canceled meanwhile. */
class Canceled extends Error {}

/**
 * Copies the next rows of a campaign's source; false if there is nothing to do, or somebody else has locked the source.
 * The campaign, for which claims do not wait, is locked at the end.
 */
async function copyNext(
  trx: Transaction<Database>,
  jobs: CampaignsApp['jobs'],
  { id, most, now }: Limit & { readonly id: number },
): Promise<boolean> {
  const source = await copies.lockSource(trx, id);
  const campaign = source && (await copies.getCopying(trx, id));
  if (!campaign) return false;
  // A process of 0.2.0 canceled it.
  if (campaign.state === 'canceled') {
    await skipUncopied(trx, id);
    return true;
  }
  const limit = rowsAtOnce(source, most);
  const zones = await copies.copyRows(trx, campaign, { limit, now });
  const copied = sum(zones);
  const isWhole = copied < limit;
  const { uncopied_rows } = campaign;
  const counted = isWhole ? uncopied_rows : Math.min(copied, uncopied_rows);
  const isAdvanced = await copies.advance(trx, campaign, {
    now,
    copied_to_row: isWhole ? null : lastRow(zones),
    uncopied_rows: isWhole ? null : uncopied_rows - counted,
    missing: counted - copied,
  });
  if (!isAdvanced) throw new Canceled();
  await copies.openZones(trx, campaign, zones);
  await copies.addCounts(trx, campaign, [['pending', -counted]]);
  await wakeDialers(trx, jobs, [campaign.organization_id]);
  return true;
}

type Parts = Pick<CampaignsApp, 'db' | 'now' | 'jobs' | 'copyBatch'> & ApartParts;

/** How long one turn of the sweep works. */
const turnMs = 5000;

/** Copies rows for campaigns that were started, a step for a campaign of each organization in turn. */
export async function copyRows(app: Parts): Promise<void> {
  const end = later(app.now(), turnMs);
  /** They wait for the next sweep, so that they delay no other. */
  const failed: number[] = [];
  for (;;) {
    let isDone = true;
    const failing = await forEachIsolated(app, {
      sweep: 'campaigns.copy_rows',
      items: await copies.listCopying(app.db, failed),
      work: async ({ id }) => {
        if (app.now() < end && (await copyOne(app, id))) isDone = false;
      },
      about: ({ id, organization_id }) => ({ organization_id, campaign_id: id }),
    });
    failed.push(...failing.map(({ id }) => id));
    if (isDone && failing.length === 0) return;
  }
}

async function copyOne({ db, jobs, copyBatch: most, now }: Parts, id: number): Promise<boolean> {
  try {
    return await db.transaction().execute((trx) => copyNext(trx, jobs, { id, most, now: now() }));
  } catch (error) {
    if (error instanceof Canceled) return false;
    throw error;
  }
}

export const copyingSweeps = (app: CampaignsApp): readonly Sweep[] => [
  { name: 'campaigns.copy_rows', everyMs: 500, sweep: () => copyRows(app) },
];
