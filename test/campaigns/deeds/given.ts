import type { Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Campaigns } from '../../../generated/database.ts';
import type { Member } from '../../support/organizations.ts';
import { givenCallable } from '../../telephony/calls/given.ts';
import { defaultCircuitBreaker, defaultRetryConfig } from '../../../src/campaigns/rules.ts';

export interface CallableCampaign {
  readonly id: number;
  readonly path: string;
  readonly workflow_id: number;
  readonly configuration_id: number;
}

interface Wishes extends Omit<
  Partial<Insertable<Campaigns>>,
  'retry_config' | 'circuit_breaker' | 'schedule_config'
> {
  /** The last digits of the numbers of its contacts, in the order of upload; they decide how the calls end. */
  readonly digits?: readonly string[];
  /** All the numbers; instead of `digits`. */
  readonly numbers?: readonly string[];
  /** The time zones of the contacts, by their place. */
  readonly timezones?: readonly (string | null)[];
  readonly retry_config?: object;
  readonly circuit_breaker?: object;
  readonly schedule_config?: object | null;
  readonly ring_ms?: number;
  readonly talk_ms?: number;
  readonly limit?: number;
}

export const numberTo = (digits: string): string => `+12025550${digits.padStart(3, '1')}`;

/** A campaign that can be started: published workflow, simulated network, a source; retries after a second. */
export async function givenCallableCampaign(
  member: Member,
  wishes: Wishes = {},
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
    ...columns
  } = wishes;
  const callable = await givenCallable(member, {
    ...(ring_ms !== undefined && { ring_ms }),
    ...(talk_ms !== undefined && { talk_ms }),
    ...(limit !== undefined && { limit }),
  });
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
  if (numbers.length > 0)
    await db
      .insertInto('campaign_source_rows')
      .values(
        numbers.map((phone_number, index) => ({
          source_id,
          row_number: index + 1,
          phone_number,
          timezone: timezones[index] ?? null,
          initial_context: JSON.stringify({ place: index + 1 }),
        })),
      )
      .execute();
  const { id } = await db
    .insertInto('campaigns')
    .values({
      organization_id,
      name: 'Spring renewals',
      workflow_id: callable.workflow_id,
      source_id,
      total_rows: numbers.length,
      retry_config: JSON.stringify({
        ...defaultRetryConfig,
        retry_delay_seconds: 1,
        ...retry_config,
      }),
      circuit_breaker: JSON.stringify({ ...defaultCircuitBreaker, ...circuit_breaker }),
      schedule_config: schedule_config ? JSON.stringify(schedule_config) : null,
      telephony_configuration_id: callable.configuration_id,
      created_at,
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, path: `/api/v1/campaign/${id}`, ...callable };
}
