import { sql } from 'kysely';
import type { Names } from '../../src/cells/moved-queries.ts';
import { hashName, idName } from '../../src/cells/moved.ts';
import type { Db } from '../../src/db/connect.ts';

/** Where the hashes of credentials are. Tokens of runs name their organization. */
export const credentials: readonly (readonly [table: string, column: string])[] = [
  ['api_keys', 'key_hash'],
  ['email_changes', 'token_hash'],
  ['invitations', 'token_hash'],
  ['password_resets', 'token_hash'],
  ['sessions', 'token_hash'],
];

/** Everything that requests name and that says, wrongly from now on, in which cell the organization is. */
export async function namesOf(db: Db, organization: number): Promise<Names> {
  const { rows: configurations } = await sql<{ id: number }>`
    select id from telephony_configurations where organization_id = ${organization}`.execute(db);
  const { rows: hashes } = await sql<{ hash: Buffer }>`
    ${sql.join(
      credentials.map(
        ([table, hash]) => sql`select ${sql.ref(hash)} as hash from ${sql.table(table)}
          where organization_id = ${organization} and ${sql.ref(hash)} is not null`,
      ),
      sql` union all `,
    )}`.execute(db);
  const { rows: addresses } = await sql<{ digest: Buffer }>`
    select distinct sha256(convert_to(lower(email), 'UTF8')) as digest from (
      select organization_id, email from users
      union all select organization_id, email from invitations
      union all select organization_id, email from email_changes
    ) as used where organization_id = ${organization} and email is not null`.execute(db);
  return {
    names: [
      idName('organization', organization),
      ...configurations.map(({ id }) => idName('configuration', id)),
      ...hashes.map(({ hash }) => hashName(hash)),
    ],
    digests: addresses.map(({ digest }) => digest),
  };
}
