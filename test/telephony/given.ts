import { expect } from 'vitest';
import type { Insertable } from 'kysely';
import type { PhoneNumbers, TelephonyConfigurations } from '../../generated/database.ts';
import {
  type Credentials,
  openCredentials,
  sealCredentials,
} from '../../src/telephony/credentials.ts';
import { readCode } from '../../src/auth/run-codes.ts';
import { runToken } from '../../src/auth/run-tokens.ts';
import type { Member } from '../support/organizations.ts';
import type { TestServer } from '../support/server.ts';

type Options = Partial<Insertable<TelephonyConfigurations>> & {
  readonly credentials?: Credentials;
};

let made = 0;

/** Inserts a configuration created an hour ago. Default: simulated, and not the default configuration. */
export async function givenConfiguration(
  { server, organization_id }: Member,
  { credentials = { ring_ms: 50, talk_ms: 200 }, ...options }: Options = {},
): Promise<number> {
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const { id } = await server.app.db
    .insertInto('telephony_configurations')
    .values({
      organization_id,
      name: `Configuration ${++made}`,
      provider: 'simulated',
      credentials_encrypted: sealCredentials(server.app.secrets, organization_id, credentials),
      created_at: hourAgo,
      updated_at: hourAgo,
      ...options,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const collection = '/api/v1/organizations/telephony-configs';

/** Valid credentials that belong to nobody. */
export const twilio = {
  account_sid: `AC${'0'.repeat(28)}7a1c`,
  auth_token: `${'0'.repeat(28)}e0b4`,
};
export const telnyx = {
  api_key: `KEY${'0'.repeat(32)}_abcdefghijklmnopqrstuv`,
  connection_id: '1494404757140276705',
  public_key: `${'A'.repeat(42)}8=`,
};

/** A configuration's stored credentials, decrypted. */
export async function storedCredentials(
  { server, organization_id }: Member,
  id: number,
): Promise<Credentials> {
  const row = await server.app.db
    .selectFrom('telephony_configurations')
    .select('credentials_encrypted')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return openCredentials(server.app.secrets, organization_id, row.credentials_encrypted);
}

/** Inserts a phone number of a configuration; by default a unique one that is not the default caller. */
export async function givenNumber(
  { server, organization_id }: Member,
  telephony_configuration_id: number,
  options: Partial<Insertable<PhoneNumbers>> = {},
): Promise<number> {
  const { id } = await server.app.db
    .insertInto('phone_numbers')
    .values({
      organization_id,
      telephony_configuration_id,
      phone_number: `+1202555${String(++made).padStart(4, '0')}`,
      created_at: server.app.now(),
      ...options,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The token that a runtime gets for the code of a URL. */
export async function tokenFor(server: TestServer, run_code: string): Promise<string> {
  const answer = await server.send('POST', '/api/v1/run-codes/exchange', { body: { run_code } });
  expect(answer.status).toBe(200);
  return answer.body.run_token;
}

/** Whose token a code is exchanged for, without taking it; undefined if it is none. */
export function tokenIn({ app }: TestServer, run_code: string | null): string | undefined {
  const code = readCode(app.secrets, run_code ?? '');
  return code && runToken(app.secrets, code);
}
