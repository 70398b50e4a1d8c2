import type { Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Campaigns } from '../../../generated/database.ts';
import type { Member } from '../../support/organizations.ts';
import { claim } from '../../../src/campaigns/dialing/claim.ts';
import { dialRound } from '../../../src/campaigns/dialing/dialer.ts';
import { givenCallable, until } from '../../telephony/calls/given.ts';
import { defaultCircuitBreaker, defaultRetryConfig } from '../../../src/campaigns/rules.ts';

export interface CallableCampaign {
  readonly id: number;
  readonly path: string;
  readonly workflow_id: number;
  readonly configuration_id: number;
}

interface Options extends Omit<
  Partial<Insertable<Campaigns>>,
  'retry_config' | 'circuit_breaker' | 'schedule_config'
> {
  /** The last digits of its contacts' numbers, in the order of upload; they determine how the calls end. */
  readonly digits?: readonly string[];
  /** Complete numbers, instead of `digits`. */
  readonly numbers?: readonly string[];
  /** The contacts' time zones, in the same order. */
  readonly timezones?: readonly (string | null)[];
  readonly retry_config?: object;
  readonly circuit_breaker?: object;
  readonly schedule_config?: object | null;
  readonly ring_ms?: number;
  readonly talk_ms?: number;
  readonly limit?: number;
  /** Another campaign of the organization; shares its workflow and telephony configuration. */
  readonly beside?: CallableCampaign;
}

export const numberTo = (digits: string): string => `+12025550${digits.padStart(3, '1')}`;

/** Claims calls of a started campaign like a worker that goes no further. */
export const claimed = (
  { organization_id, server }: Member,
  { id }: CallableCampaign,
  maxCalls = 50,
) =>
  server.app.db.transaction().execute((trx) =>
    claim(trx, {
      organization_id,
      campaign_id: id,
      claim_id: uuid(),
      slots: server.app.calls.slots,
      now: server.app.now(),
      maxCalls,
    }),
  );

/** A campaign that can be started: published workflow, simulated network, a source; retries after one second. */
export async function givenCallableCampaign(
  member: Member,
  options: Options = {},
): Promise<CallableCampaign> {
  const {
    digits = ['00', '01', '02'],
    numbers = digits.map(numberTo),
    timezones = [],
    retry_config,
    circuit_breaker,
    schedule_config,
    ring_ms,
    talk_ms,
    limit,
    beside,
    ...columns
  } = options;
  const { workflow_id, configuration_id } =
    beside ??
    (await givenCallable(member, {
      ...(ring_ms !== undefined && { ring_ms }),
      ...(talk_ms !== undefined && { talk_ms }),
      ...(limit !== undefined && { limit }),
    }));
  const { db } = member.server.app;
  const created_at = member.server.app.now();
  const { organization_id } = member;
  const source_id = uuid();
  await db
    .insertInto('campaign_sources')
    .values({
      id: source_id,
      organization_id,
      total_rows: numbers.length,
      columns: '[]',
      created_at,
    })
    .execute();
  const rows = numbers.map((phone_number, index) => ({
    organization_id,
    source_id,
    row_number: index + 1,
    phone_number,
    timezone: timezones[index] ?? null,
    initial_context: JSON.stringify({ place: index + 1 }),
  }));
  // A statement has at most 65,535 parameters.
  for (let from = 0; from < rows.length; from += 10_000)
    await db
      .insertInto('campaign_source_rows')
      .values(rows.slice(from, from + 10_000))
      .execute();
  const { id } = await db
    .insertInto('campaigns')
    .values({
      organization_id,
      name: 'Spring renewals',
      workflow_id,
      source_id,
      total_rows: numbers.length,
      retry_config: JSON.stringify({
        ...defaultRetryConfig,
        retry_delay_seconds: 1,
        ...retry_config,
      }),
      circuit_breaker: JSON.stringify({ ...defaultCircuitBreaker, ...circuit_breaker }),
      schedule_config: schedule_config ? JSON.stringify(schedule_config) : null,
      telephony_configuration_id: configuration_id,
      created_at,
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, path: `/api/v1/campaign/${id}`, workflow_id, configuration_id };
}

/** State, outcome, skip reason and number of calls of each contact, in the order of upload. */
export const contactsOf = ({ server }: Member, { id }: { readonly id: number }) =>
  server.app.db
    .selectFrom('campaign_contacts')
    .select(['phone_number', 'state', 'outcome', 'skip_reason', 'attempts', 'due_at'])
    .where('campaign_id', '=', id)
    .orderBy('row_number')
    .execute();

/** The runs of a campaign, oldest first. */
export const runsOf = ({ server }: Member, { id }: { readonly id: number }) =>
  server.app.db
    .selectFrom('workflow_runs')
    .select(['id', 'state', 'outcome', 'to_number', 'from_number', 'placing_at'])
    .where('campaign_id', '=', id)
    .orderBy('id')
    .execute();

/** The events of a campaign's log, oldest first. */
export const eventsIn = (body: { logs: { event: string }[] }): string[] =>
  body.logs.map(({ event }) => event);

/** Runs the dialer for the organization's campaigns until nothing more can be placed, like a worker. */
export async function dialNow({ server, organization_id }: Member): Promise<void> {
  while (await dialRound(server.app, organization_id));
}

/** Waits until a campaign has this many calls in progress, none by default. */
export const callsInProgress = (member: Member, campaign: { readonly id: number }, calls = 0) =>
  until(
    async () =>
      (await runsOf(member, campaign)).filter(({ state }) => state !== 'completed').length,
    (live) => live === calls,
  );

/** Dials and waits for the calls until no contact may be called at this time. Returns the campaign. */
export async function dialAll(member: Member, campaign: CallableCampaign, neverEnding = 0) {
  for (;;) {
    const before = (await runsOf(member, campaign)).length;
    await dialNow(member);
    await callsInProgress(member, campaign, neverEnding);
    const { length } = await runsOf(member, campaign);
    if (length === before) return (await member.get(campaign.path)).body;
  }
}

/** The ending of numbers whose calls are accepted and never end by themselves. */
export const endless = '97';

/** Reports a call's status like a carrier. */
export const endCall = (
  { server, organization_id }: Member,
  run: { readonly id: number } | undefined,
  news: 'completed' | 'busy' | 'no_answer' | 'voicemail' | 'failed' | 'refused',
): Promise<void> =>
  server.app.calls.report({
    run_id: run?.id ?? 0,
    organization_id,
    at: server.app.now(),
    ...(news === 'voicemail' ? { event: 'completed', answered_by: 'machine' } : { event: news }),
  });

/** The runs of a campaign that are in progress, oldest first, once the carrier has accepted them. */
export const accepted = async (member: Member, campaign: { readonly id: number }) => {
  await member.server.app.calls.settled();
  return (await runsOf(member, campaign)).filter(({ state }) => state === 'running');
};

export const setLimit = (
  { server, organization_id }: Member,
  concurrent_call_limit: number,
): Promise<unknown> =>
  server.app.db
    .updateTable('organizations')
    .set({ concurrent_call_limit, reserved_for_single_calls: 0 })
    .where('id', '=', organization_id)
    .execute();
