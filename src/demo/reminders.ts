import type { Transaction } from 'kysely';
import { defaultRetryConfig } from '../campaigns/rules.ts';
import type { Database } from '../db/connect.ts';
import { later, type Timestamp } from '../timestamp.ts';
import type { DemoAccounts } from './accounts.ts';
import { contactsOf, endOf, insertCalls } from './calls.ts';
import { insertCampaign, insertLogs, type Log, type Place, started } from './campaign-rows.ts';
import { five, insertSource, unreached } from './campaign-source.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The campaign of the contract's examples, and a redial of its two contacts that were not reached. */
export async function seedReminders(
  trx: Transaction<Database>,
  demo: Omit<Place, 'source_id'>,
  now: Timestamp,
): Promise<void> {
  const started_at = later(now, -9 * dayMs);
  const redialed_at = later(started_at, 60 * minuteMs);
  const sources = {
    five: await insertSource(trx, demo, {
      id: '019b8e90-9a40-7d3e-a5f6-7081920a3b4c',
      contacts: five,
      created_at: later(started_at, -30 * minuteMs),
    }),
    unreached: await insertSource(trx, demo, { contacts: unreached, created_at: redialed_at }),
  };
  const retry = { ...defaultRetryConfig, max_retries: 1, retry_on_voicemail: false };
  const settings = {
    retry_config: JSON.stringify(retry),
    machine_detection: JSON.stringify({
      enabled: true,
      on_machine: 'hang_up',
      message_url: null,
    }),
    max_concurrency: 2,
    metadata: JSON.stringify({ team: 'front-desk' }),
  };
  const outcomes = ['busy', 'no_answer'];
  const reminders = { ...demo, source_id: sources.five };
  const id = await completedCampaign(trx, reminders, {
    ...settings,
    name: 'Appointment reminders',
    external_id: 'crm-4711',
    contacts: contactsOf(five, { startedAt: started_at, maxRetries: 1 }),
    started_at,
    logs: pausedOnce(demo, started_at),
  });
  const redial = await completedCampaign(
    trx,
    { ...demo, source_id: sources.unreached },
    {
      ...settings,
      name: 'Appointment reminders (redial)',
      contacts: contactsOf(unreached, { startedAt: redialed_at, maxRetries: 1 }),
      started_at: redialed_at,
      parent_campaign_id: id,
    },
  );
  const by = { user_id: demo.user_id };
  await insertLogs(trx, reminders, id, [
    {
      ts: redialed_at,
      event: 'campaign_redialed',
      message: `Campaign ${redial} redials contacts of this campaign.`,
      details: JSON.stringify({ by, redialed_campaign_id: redial, outcomes }),
    },
  ]);
}

function pausedOnce({ user_id }: DemoAccounts, startedAt: Timestamp): Log[] {
  const by = { user_id };
  const changed = ['max_concurrency', 'external_id'];
  const at = (seconds: number): Timestamp => later(startedAt, seconds * 1000);
  return [
    { ts: at(90), event: 'campaign_paused', message: 'The campaign was paused.' },
    {
      ts: at(95),
      event: 'campaign_updated',
      message: 'The campaign was changed: max_concurrency, external_id.',
      details: JSON.stringify({ by, changed }),
    },
    { ts: at(100), event: 'campaign_resumed', message: 'The campaign was resumed.' },
  ];
}

interface Completed {
  readonly name: string;
  readonly contacts: ReturnType<typeof contactsOf>;
  readonly started_at: Timestamp;
  readonly parent_campaign_id?: number;
  readonly retry_config: string;
  readonly machine_detection: string;
  readonly max_concurrency: number;
  readonly external_id?: string;
  readonly metadata: string;
  /** Log entries between start and end. */
  readonly logs?: readonly Log[];
}

async function completedCampaign(
  trx: Transaction<Database>,
  place: Place,
  spec: Completed,
): Promise<number> {
  const { contacts, logs = [], ...campaign } = spec;
  const completed_at = endOf(contacts);
  const id = await insertCampaign(trx, place, {
    ...campaign,
    state: 'completed',
    created_at: later(campaign.started_at, -30 * minuteMs),
    completed_at,
    total_rows: contacts.length,
  });
  await insertLogs(trx, place, id, [
    started(place, campaign.started_at),
    ...logs,
    {
      ts: completed_at,
      event: 'campaign_completed',
      message: 'Every contact is finished.',
      details: '{}',
    },
  ]);
  await insertCalls(trx, { ...place, campaign_id: id }, contacts);
  return id;
}
