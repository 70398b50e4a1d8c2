import type { Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';
import { later, type Timestamp } from '../timestamp.ts';
import type { Secrets } from '../db/secrets.ts';
import { sealCredentials } from '../telephony/credentials.ts';
import { defaultCallsPerSecond } from '../telephony/providers.ts';
import type { DemoAccounts } from './accounts.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The caller number of the demo's calls; no contact has it. */
export const demoCaller = '+12025550199';

/** The number whose callers talk with the demo's workflow. */
const demoInbound = '+12025550196';

export interface DemoTelephony {
  readonly telephony_configuration_id: number;
  /** A simulated network whose calls last half a minute, so that their progress can be watched. */
  readonly unhurried_configuration_id: number;
}

/**
 * The simulated network as the default, with two caller numbers; the same at a realistic pace; a carrier with invalid
 * credentials; and numbers not to call.
 */
export async function seedTelephony(
  trx: Transaction<Database>,
  { organization_id, secrets }: DemoAccounts & { readonly secrets: Secrets },
  now: Timestamp,
): Promise<DemoTelephony> {
  const at = (created_at: Timestamp) => ({ organization_id, created_at, updated_at: created_at });
  const simulated = await trx
    .insertInto('telephony_configurations')
    .values({
      ...at(later(now, -60 * dayMs)),
      name: 'Simulated network',
      provider: 'simulated',
      is_default_outbound: true,
      credentials_encrypted: sealCredentials(secrets, organization_id, {
        ring_ms: 50,
        talk_ms: 200,
      }),
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
  const number = {
    organization_id,
    telephony_configuration_id: simulated.id,
    created_at: simulated.created_at,
  };
  await trx
    .insertInto('phone_numbers')
    .values([
      { ...number, phone_number: demoCaller, label: 'Main line', is_default_caller: true },
      { ...number, phone_number: demoInbound, label: 'Reminders' },
    ])
    .execute();
  const unhurried = await trx
    .insertInto('telephony_configurations')
    .values({
      ...at(later(now, -45 * dayMs)),
      name: 'Simulated network, unhurried',
      provider: 'simulated',
      credentials_encrypted: sealCredentials(secrets, organization_id, {
        ring_ms: 5000,
        talk_ms: 25_000,
      }),
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('phone_numbers')
    .values({
      organization_id,
      telephony_configuration_id: unhurried.id,
      created_at: unhurried.created_at,
      phone_number: demoCaller,
      label: 'Main line',
      is_default_caller: true,
    })
    .execute();
  await trx
    .insertInto('telephony_configurations')
    .values({
      ...at(later(now, -30 * dayMs)),
      name: 'Twilio US',
      provider: 'twilio',
      calls_per_second: defaultCallsPerSecond.twilio,
      credentials_encrypted: sealCredentials(secrets, organization_id, {
        account_sid: 'AC00000000000000000000000000007a1c',
        auth_token: '0000000000000000000000000000e0b4',
      }),
    })
    .execute();
  await trx
    .insertInto('do_not_call_numbers')
    .values([
      {
        organization_id,
        phone_number: '+13125550180',
        reason: 'Asked not to be called again',
        created_at: later(now, -20 * dayMs),
      },
      { organization_id, phone_number: '+442079460123', created_at: later(now, -3 * dayMs) },
    ])
    .execute();
  await trx
    .insertInto('consents')
    .values({
      organization_id,
      phone_number: '+12025550185',
      purpose: 'appointment_reminders',
      obtained_at: later(now, -20 * dayMs),
      source: 'Registration form',
      created_at: later(now, -20 * dayMs),
    })
    .execute();
  return {
    telephony_configuration_id: simulated.id,
    unhurried_configuration_id: unhurried.id,
  };
}

/** Has the workflow talk with whoever calls one of the numbers. */
export const takeCalls = (
  trx: Transaction<Database>,
  {
    organization_id,
    workflow_id,
  }: { readonly organization_id: number; readonly workflow_id: number },
) =>
  trx
    .updateTable('phone_numbers')
    .set({ inbound_workflow_id: workflow_id })
    .where('organization_id', '=', organization_id)
    .where('phone_number', '=', demoInbound)
    .execute();
