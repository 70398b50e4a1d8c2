import type { Insertable } from 'kysely';
import type { TelephonyConfigurations } from '../../generated/database.ts';
import { type Credentials, sealCredentials } from '../../src/telephony/credentials.ts';
import type { Member } from '../support/organizations.ts';

type Wishes = Partial<Insertable<TelephonyConfigurations>> & { readonly credentials?: Credentials };

let made = 0;

/** Writes a configuration of the organization, made an hour ago: simulated and not the default, unless told otherwise. */
export async function givenConfiguration(
  { server, organization_id }: Member,
  { credentials = { ring_ms: 50, talk_ms: 200 }, ...wishes }: Wishes = {},
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
      ...wishes,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
