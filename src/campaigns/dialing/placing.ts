import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { CampaignCalls, UnplacedCall, ReleaseContacts } from '../../telephony/calls/index.ts';
import { lackingAmong } from '../../telephony/consents/queries.ts';
import type { Timestamp } from '../../timestamp.ts';
import { wake } from '../../webhooks/actions.ts';
import { noSchedule } from '../rules.ts';
import { breakerHalt } from './breaker.ts';
import { pauseForAccount } from './claim.ts';
import * as placing from './placing-queries.ts';
import { isOpen, UnreadableSchedule } from '../../telephony/calling-hours/schedule-rules.ts';
import { wakeDialers } from './wake.ts';
import { uncount } from '../../telephony/phone-numbers/pool-queries.ts';
import { removeAttempts } from '../../workflows/runs/call-queries.ts';
import * as contacts from './contact-queries.ts';

/** Undoes attempts that were never placed: their contacts return to their previous state, or wait until `due_at`. */
export const release: ReleaseContacts = async (trx, runIds, { now, due_at }) => {
  const removed = await removeAttempts(trx, runIds);
  // Numbers before zones, as claims lock them.
  await uncount(trx, removed);
  // What a statement removes comes in no order of its own.
  const ids = removed.flatMap(({ contact_id }) => contact_id ?? []).toSorted((a, b) => a - b);
  await contacts.release(trx, ids, { now, due_at });
};

/** What campaigns decide about their calls when they are placed, and how those return that were not placed. */
export const campaignCalls = (db: Db, jobs: Jobs): CampaignCalls => ({
  async factsOfCampaigns(trx, calls, now) {
    const found = await placing.campaigns(trx, [
      ...new Set(calls.flatMap(({ campaign_id }) => campaign_id ?? [])),
    ]);
    const running = found.filter(({ state }) => state === 'running');
    const callable = new Map<number, placing.PlacingCampaign>();
    for (const campaign of running)
      if (!(await breakerHalt(trx, campaign, now))) callable.set(campaign.id, campaign);
    const lacking = await lackingConsents(trx, calls, { callable, now });
    const isRunning = new Set(running.map(({ id }) => id));
    return new Map(
      calls.map(({ id, campaign_id, timezone }) => {
        const campaign = callable.get(campaign_id ?? 0);
        const is_running = isRunning.has(campaign_id ?? 0);
        return [
          id,
          {
            is_running,
            is_tripped: is_running && !campaign,
            lacks_consent: lacking.has(id),
            is_closed: campaign !== undefined && !isOpenIn(campaign, timezone, now),
          },
        ];
      }),
    );
  },

  async release(trx, ids, back) {
    const organizations = await placing.organizationsOf(trx, ids);
    await release(trx, ids, back);
    await wakeDialers(trx, jobs, organizations);
  },

  async pause(campaignId, reason, now) {
    await db.transaction().execute((trx) => pauseForAccount(trx, campaignId, { reason, now }));
    wake(jobs);
  },
});

/** The calls to numbers without a consent that their campaign requires. */
function lackingConsents(
  trx: Transaction<Database>,
  calls: readonly UnplacedCall[],
  {
    callable,
    now,
  }: { readonly callable: ReadonlyMap<number, placing.PlacingCampaign>; readonly now: Timestamp },
): Promise<ReadonlySet<number>> {
  const needed = calls.flatMap(({ id, organization_id, campaign_id, to_number: phone_number }) => {
    const purpose = callable.get(campaign_id ?? 0)?.consent_purpose ?? null;
    return purpose === null ? [] : [{ id, organization_id, phone_number, purpose }];
  });
  return lackingAmong(trx, needed, now);
}

/** Whether the schedule allows a call in the contact's time zone; one that cannot be read does not. */
function isOpenIn(
  { schedule_config }: placing.PlacingCampaign,
  zone: string | null,
  now: Timestamp,
): boolean {
  const schedule = schedule_config ?? noSchedule;
  try {
    return isOpen(schedule, zone ?? schedule.timezone, now);
  } catch (error) {
    if (error instanceof UnreadableSchedule) return false;
    throw error;
  }
}
