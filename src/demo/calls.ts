import type { Selectable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CampaignContacts } from '../../generated/database.ts';
import { claim } from '../campaigns/dialing/claim.ts';
import { defaultRetryConfig } from '../campaigns/rules.ts';
import { later, type Timestamp } from '../timestamp.ts';
import type { DemoCalls } from './list.ts';
import { type Demo, demoCaller } from './requests.ts';
import { publishedVersion } from './runs.ts';

type Outcome = NonNullable<CampaignContacts['outcome']>;
type Contact = Selectable<CampaignContacts>;

interface Attempt {
  readonly outcome: Outcome;
  readonly at: Timestamp;
  readonly end: Timestamp;
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

/** Writes the calls that a started campaign made, as the simulated network answers them, and what they made of its contacts. */
export async function makeCalls(demo: Demo, step: DemoCalls): Promise<void> {
  const { trx, organization_id } = demo;
  const campaign_id = demo.idOf(step.calls);
  const contacts = await trx
    .selectFrom('campaign_contacts')
    .selectAll()
    .where('campaign_id', '=', campaign_id)
    .orderBy('row_number')
    .execute();
  const called = contacts.filter(({ row_number }) => step.rows?.includes(row_number) ?? true);
  const calls = called.map((contact, turn) => ({
    contact,
    attempts: attemptsOf(contact, later(demo.timeOf(step.at), turn * callEveryMs), step),
  }));
  for (const { contact, attempts } of calls)
    await trx
      .updateTable('campaign_contacts')
      .set(contactAfter(attempts, outcomesOf(contact, step), demo, step))
      .where('id', '=', contact.id)
      .execute();
  const campaign = await trx
    .selectFrom('campaigns')
    .select(['workflow_id', 'telephony_configuration_id'])
    .where('id', '=', campaign_id)
    .executeTakeFirstOrThrow();
  const common = {
    ...campaign,
    organization_id,
    campaign_id,
    definition_id: await publishedVersion(trx, campaign.workflow_id),
  };
  const runs = calls.flatMap(({ contact, attempts }) =>
    attempts.map((attempt) => ({ ...common, ...runOf(contact, attempt) })),
  );
  await trx
    .insertInto('workflow_runs')
    .values(runs.toSorted((a, b) => a.created_at.localeCompare(b.created_at)))
    .execute();
  if (!step.dial) return;
  const now = runs.reduce((latest, { ended_at }) => (ended_at > latest ? ended_at : latest), '');
  const { slots } = demo.app.calls;
  await claim(trx, { organization_id, campaign_id, claim_id: uuid(), slots, now, maxCalls: 1 });
}

function attemptsOf(contact: Contact, first: Timestamp, step: DemoCalls): Attempt[] {
  const outcomes = outcomesOf(contact, step);
  return outcomes.slice(0, step.retry_at === undefined ? undefined : 1).map((outcome, index) => {
    const at = later(first, index * retryAfterMs);
    return { outcome, at, end: later(at, lengthMs[outcome] ?? defaultLengthMs) };
  });
}

/** The outcomes that the simulated network gives a number, retries included. */
function outcomesOf(
  { phone_number }: Pick<Contact, 'phone_number'>,
  { max_retries = defaultRetryConfig.max_retries }: DemoCalls,
): Outcome[] {
  const ending = Number(phone_number.slice(-2));
  const always = (outcome: Outcome): Outcome[] => Array(max_retries + 1).fill(outcome);
  if (ending >= 40 && ending < 50) return always('busy');
  if (ending >= 50 && ending < 60) return always('no_answer');
  if (ending >= 60 && ending < 70) return always('voicemail');
  if (ending >= 70 && ending < 80) return ['failed'];
  if (ending >= 80 && ending < 85) return ['busy', 'busy', 'completed'];
  return ['completed'];
}

function contactAfter(
  attempts: readonly Attempt[],
  outcomes: readonly Outcome[],
  { timeOf }: Demo,
  { retry_at }: DemoCalls,
) {
  const last = attempts.at(-1)!;
  const made = { attempts: attempts.length, updated_at: last.end };
  if (attempts.length < outcomes.length && retry_at !== undefined) {
    const due_at = timeOf(retry_at);
    return { ...made, state: 'waiting' as const, due_at, retries_queued: attempts.length };
  }
  const retries_queued = attempts.length - 1;
  return { ...made, state: 'done' as const, outcome: last.outcome, retries_queued };
}

const answererOf: Partial<Record<Outcome, 'human' | 'machine'>> = {
  completed: 'human',
  voicemail: 'machine',
};

function runOf(contact: Contact, { outcome, at, end }: Attempt) {
  const answered = outcome === 'completed';
  const disposition = contact.row_number % 4 === 0 ? 'rescheduled' : 'confirmed';
  return {
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
    contact_id: contact.id,
    initial_context: JSON.stringify(contact.initial_context),
    external_id: contact.external_id,
    created_at: at,
    started_at: answered || outcome === 'voicemail' ? later(at, 6 * secondMs) : null,
    ended_at: end,
  };
}
