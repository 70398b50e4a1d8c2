import type { Selectable, Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CampaignContacts } from '../../generated/database.ts';
import { defaultRetryConfig } from '../campaigns/rules.ts';
import type { Database } from '../db/connect.ts';
import { later, type Timestamp } from '../timestamp.ts';
import type { DemoAccounts } from './accounts.ts';
import type { DemoRow } from './campaign-source.ts';
import { demoCaller, type DemoTelephony } from './telephony.ts';

type Outcome = NonNullable<CampaignContacts['outcome']>;

interface Attempt {
  readonly outcome: Outcome;
  readonly at: Timestamp;
  readonly end: Timestamp;
}
interface DemoContact extends DemoRow {
  readonly updated_at: Timestamp;
  readonly attempts: readonly Attempt[];
  /** `due_at` while it waits for a retry, `skip_reason` if it was skipped; neither if it is done or pending. */
  readonly due_at?: Timestamp | undefined;
  readonly skip_reason?: NonNullable<CampaignContacts['skip_reason']>;
}
interface History {
  readonly startedAt: Timestamp;
  /** The rows that were called; default: all. */
  readonly called?: readonly (DemoRow | undefined)[];
  readonly maxRetries?: number;
  /** When the next attempt is due; only the first was made. */
  readonly retryDue?: Timestamp;
  readonly skipOthers?: 'canceled';
}

const secondMs = 1000;
const callEveryMs = 8 * secondMs;
const lengthMs: Partial<Record<Outcome, number>> = {
  completed: 48 * secondMs,
  failed: 2 * secondMs,
};
const defaultLengthMs = 20 * secondMs;
/** Time from an unanswered call to its retry, which is placed soon after it is due. */
const retryAfterMs = defaultLengthMs + (defaultRetryConfig.retry_delay_seconds + 2) * secondMs;

/** The contacts of a campaign with their attempts. */
export function contactsOf(rows: readonly DemoRow[], history: History): DemoContact[] {
  const called = history.called ?? rows;
  return rows.map((row) => {
    const uncalled = { ...row, attempts: [], updated_at: history.startedAt };
    const turn = called.indexOf(row);
    if (turn < 0 && history.skipOthers) return { ...uncalled, skip_reason: history.skipOthers };
    if (turn < 0) return uncalled;
    const all = outcomesOf(row, history.maxRetries ?? defaultRetryConfig.max_retries);
    const waits = history.retryDue !== undefined && all.length > 1;
    const outcomes = waits ? all.slice(0, 1) : all;
    const attempts = outcomes.map((outcome, index) => {
      const at = later(history.startedAt, turn * callEveryMs + index * retryAfterMs);
      return { outcome, at, end: later(at, lengthMs[outcome] ?? defaultLengthMs) };
    });
    const updated_at = attempts.at(-1)?.end ?? history.startedAt;
    return { ...row, attempts, updated_at, ...(waits ? { due_at: history.retryDue } : {}) };
  });
}

/** When the last call of a campaign ended. */
export const endOf = (contacts: readonly DemoContact[]): Timestamp =>
  contacts
    .map((contact) => contact.updated_at)
    .toSorted()
    .at(-1) ?? '';

/** The outcomes that the simulated network gives a number, retries included. */
function outcomesOf({ phone_number }: DemoRow, maxRetries: number): Outcome[] {
  const ending = Number(phone_number.slice(-2));
  const always = (outcome: Outcome): Outcome[] => Array(maxRetries + 1).fill(outcome);
  if (ending >= 40 && ending < 50) return always('busy');
  if (ending >= 50 && ending < 60) return always('no_answer');
  if (ending >= 60 && ending < 70) return always('voicemail');
  if (ending >= 70 && ending < 80) return ['failed'];
  if (ending >= 80 && ending < 85) return ['busy', 'busy', 'completed'];
  return ['completed'];
}

type State = Selectable<CampaignContacts>['state'];

function stateOf({ attempts, due_at, skip_reason }: DemoContact): State {
  if (skip_reason !== undefined) return 'skipped';
  if (due_at !== undefined) return 'waiting';
  return attempts.length > 0 ? 'done' : 'pending';
}

interface Campaign extends DemoAccounts, DemoTelephony {
  readonly campaign_id: number;
  readonly workflow_id: number;
  readonly definition_id: number;
}

/** Inserts the contacts and a run for each attempt. */
export async function insertCalls(
  trx: Transaction<Database>,
  campaign: Campaign,
  contacts: readonly DemoContact[],
): Promise<void> {
  const { organization_id } = campaign;
  const inserted = await trx
    .insertInto('campaign_contacts')
    .values(
      contacts.map((contact) => ({
        organization_id,
        ...contactRow(campaign.campaign_id, contact),
      })),
    )
    .returning(['id', 'row_number'])
    .execute();
  // The dialer searches contacts by zone.
  await trx
    .insertInto('campaign_zones')
    .values(
      zonesOf(contacts).map((zone) => ({
        organization_id,
        campaign_id: campaign.campaign_id,
        zone,
      })),
    )
    .execute();
  const ids = new Map(inserted.map((row) => [row.row_number, row.id]));
  const runs = contacts.flatMap((contact) =>
    contact.attempts.map((attempt) =>
      runRow(campaign, contact, attempt, ids.get(contact.row_number) ?? null),
    ),
  );
  await trx
    .insertInto('workflow_runs')
    .values(runs.toSorted((a, b) => a.created_at.localeCompare(b.created_at)))
    .execute();
}

const zonesOf = (contacts: readonly DemoContact[]): string[] => [
  ...new Set(contacts.map(({ timezone }) => timezone ?? '')),
];

function contactRow(campaign_id: number, contact: DemoContact) {
  const { attempts, due_at, skip_reason, row_number, phone_number, initial_context, updated_at } =
    contact;
  const timezone = contact.timezone ?? null;
  const state = stateOf(contact);
  const last = attempts.at(-1);
  return {
    campaign_id,
    row_number,
    phone_number,
    timezone,
    initial_context: JSON.stringify(initial_context),
    external_id: contact.external_id ?? null,
    state,
    due_at: due_at ?? null,
    skip_reason: skip_reason ?? null,
    outcome: state === 'done' && last ? last.outcome : null,
    attempts: attempts.length,
    retries_queued: state === 'waiting' ? attempts.length : Math.max(attempts.length - 1, 0),
    updated_at,
  };
}

const answererOf: Partial<Record<Outcome, 'human' | 'machine'>> = {
  completed: 'human',
  voicemail: 'machine',
};

function runRow(
  campaign: Campaign,
  contact: DemoContact,
  { outcome, at, end }: Attempt,
  contact_id: number | null,
) {
  const answered = outcome === 'completed';
  const disposition = contact.row_number % 4 === 0 ? 'rescheduled' : 'confirmed';
  return {
    organization_id: campaign.organization_id,
    workflow_id: campaign.workflow_id,
    definition_id: campaign.definition_id,
    name: `Call to ${contact.phone_number}`,
    mode: 'campaign' as const,
    state: 'completed' as const,
    outcome,
    failure: outcome === 'failed' ? ('carrier_failure' as const) : null,
    carrier_code: outcome === 'failed' ? '503' : null,
    carrier_call_id: uuid(),
    answered_by: answererOf[outcome] ?? null,
    placing_at: at,
    call_disposition: answered ? disposition : null,
    to_number: contact.phone_number,
    from_number: demoCaller,
    telephony_configuration_id: campaign.telephony_configuration_id,
    campaign_id: campaign.campaign_id,
    contact_id,
    initial_context: JSON.stringify(contact.initial_context),
    external_id: contact.external_id ?? null,
    created_at: at,
    started_at: answered || outcome === 'voicemail' ? later(at, 6 * secondMs) : null,
    ended_at: end,
  };
}
