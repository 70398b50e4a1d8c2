import type { Transaction } from 'kysely';
import { beginCopying } from '../campaigns/contacts/copying.ts';
import { lock } from '../campaigns/lock-queries.ts';
import { recentFailures } from '../campaigns/dialing/breaker-queries.ts';
import { defaultCircuitBreaker, defaultRetryConfig } from '../campaigns/rules.ts';
import type { Database } from '../db/connect.ts';
import { later, type Timestamp } from '../timestamp.ts';
import type { DemoAccounts } from './accounts.ts';
import { contactsOf, endOf, insertCalls } from './calls.ts';
import {
  type DemoWorkflow,
  insertCampaign,
  insertLogs,
  type Place,
  started,
} from './campaign-rows.ts';
import { checkUps, insertSource, rows } from './campaign-source.ts';
import { seedReminders } from './reminders.ts';
import type { DemoTelephony } from './telephony.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Campaigns: one not started, one completed and redialed, one paused by its circuit breaker, one canceled, one running.
 */
export async function seedCampaigns(
  trx: Transaction<Database>,
  demo: DemoAccounts & DemoTelephony & DemoWorkflow,
  now: Timestamp,
): Promise<void> {
  const source_id = await insertSource(trx, demo, {
    contacts: rows,
    created_at: later(now, -14 * dayMs),
  });
  const place = { ...demo, source_id };
  await createdCampaign(trx, place, later(now, -13 * dayMs));
  await seedReminders(trx, demo, now);
  await canceledCampaign(trx, place, later(now, -5 * dayMs));
  await pausedCampaign(trx, place, later(now, -2 * dayMs));
  await runningCampaign(trx, place, now);
}

async function createdCampaign(
  trx: Transaction<Database>,
  place: Place,
  created_at: Timestamp,
): Promise<void> {
  const weekdays = [0, 1, 2, 3, 4];
  await insertCampaign(trx, place, {
    name: 'Spring renewals',
    created_at,
    max_concurrency: 5,
    schedule_config: JSON.stringify({
      enabled: true,
      timezone: 'America/New_York',
      slots: weekdays.map((day_of_week) => ({
        day_of_week,
        start_time: '09:00',
        end_time: '17:30',
      })),
    }),
  });
}

async function canceledCampaign(
  trx: Transaction<Database>,
  place: Place,
  started_at: Timestamp,
): Promise<void> {
  const id = await insertCampaign(trx, place, {
    name: 'Customer survey',
    state: 'canceled',
    created_at: later(started_at, -minuteMs),
    started_at,
  });
  const ts = later(started_at, 3 * minuteMs);
  await insertLogs(trx, place, id, [
    started(place, started_at),
    {
      ts,
      event: 'campaign_canceled',
      message: 'The campaign was canceled.',
      details: JSON.stringify({ by: { user_id: place.user_id }, skipped: 21, calls: 'finish' }),
    },
  ]);
  const history = {
    startedAt: started_at,
    called: rows.slice(0, 9),
    skipOthers: 'canceled' as const,
  };
  await insertCalls(trx, { ...place, campaign_id: id }, contactsOf(rows, history));
}

async function pausedCampaign(
  trx: Transaction<Database>,
  place: Place,
  started_at: Timestamp,
): Promise<void> {
  const retry = { ...defaultRetryConfig, retry_delay_seconds: 3600 };
  const id = await insertCampaign(trx, place, {
    name: 'Overdue invoices',
    state: 'paused',
    created_at: later(started_at, -60 * minuteMs),
    started_at,
    retry_config: JSON.stringify(retry),
    max_concurrency: 2,
  });
  const called = [rows[0], rows[11], rows[16], ...rows.slice(19, 22)];
  const contacts = contactsOf(rows, {
    startedAt: started_at,
    called,
    retryDue: later(started_at, 61 * minuteMs),
  });
  await insertCalls(trx, { ...place, campaign_id: id }, contacts);
  const { failure_threshold: threshold, window_seconds } = defaultCircuitBreaker;
  const details = {
    failure_rate: 0.5,
    failure_count: 3,
    success_count: 3,
    threshold,
    window_seconds,
    recent_failures: await recentFailures(trx, id, started_at),
  };
  await insertLogs(trx, place, id, [
    started(place, started_at),
    {
      ts: endOf(contacts),
      level: 'error',
      event: 'circuit_breaker_tripped',
      message:
        '3 of the last 6 calls failed, so the campaign was paused. Resume it when the cause is fixed.',
      details: JSON.stringify(details),
    },
  ]);
}

/** Starts together with the demo: the dialer finds it at startup and calls for about ten minutes. */
async function runningCampaign(
  trx: Transaction<Database>,
  place: Place,
  now: Timestamp,
): Promise<void> {
  const source_id = await insertSource(trx, place, { contacts: checkUps, created_at: now });
  const id = await insertCampaign(trx, place, {
    name: 'Check-up reminders',
    state: 'running',
    source_id,
    total_rows: checkUps.length,
    telephony_configuration_id: place.unhurried_configuration_id,
    max_concurrency: 3,
    created_at: now,
    started_at: now,
    resumed_at: now,
    wake_at: now,
  });
  await beginCopying(trx, await lock(trx, place.organization_id, id), {
    most: checkUps.length + 1,
    now,
  });
  await insertLogs(trx, place, id, [started(place, now)]);
}
