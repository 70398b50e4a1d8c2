import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { type Secrets, UnreadableSecret } from '../db/secrets.ts';
import { purposeOf as ofErasure } from '../privacy/erasures/numbers.ts';
import { purposeOf as ofConfiguration } from '../telephony/credentials.ts';
import { purposeOf as ofTool } from '../tools/secrets.ts';
import { purposeOf as ofEndpoint } from '../webhooks/endpoints/secrets.ts';

/** The columns of ciphertexts that are kept for long; others are gone after some days. */
export const reencrypted: readonly (readonly [
  table: string,
  column: string,
  purposeOf: (organizationId: number) => string,
])[] = [
  ['telephony_configurations', 'credentials_encrypted', ofConfiguration],
  ['webhook_endpoints', 'secret_encrypted', ofEndpoint],
  ['webhook_endpoints', 'previous_secret_encrypted', ofEndpoint],
  ['workflow_runtimes', 'secret_encrypted', ofEndpoint],
  ['workflow_runtimes', 'previous_secret_encrypted', ofEndpoint],
  ['tools', 'secret_encrypted', ofTool],
  ['erasures', 'number_encrypted', ofErasure],
];

/** Rows of one search, which are then changed by one statement each. */
const batch = 100;

export interface Reencrypted {
  readonly encrypted: number;
  /** The columns with ciphertexts that were damaged, or whose key is not configured. */
  readonly unreadable: readonly string[];
}

/**
 * Encrypts ciphertexts of older keys again, with the newest one. A row is changed only if it still has the ciphertext that
 * was read, so this can run beside the service, and can be stopped and repeated.
 */
export async function reencrypt(db: Db, secrets: Secrets): Promise<Reencrypted> {
  const unreadable: string[] = [];
  let encrypted = 0;
  for (const [table, column, purposeOf] of reencrypted) {
    const value = sql.ref(column);
    const failed: Buffer[] = [];
    for (;;) {
      const { rows } = await sql<{ organization_id: number; sealed: Buffer }>`
        select organization_id, ${value} as sealed from ${sql.table(table)}
        where substring(${value} from 2 for 8) <> ${secrets.newestKeyId} and ${value} <> all(${failed}::bytea[])
        limit ${batch}`.execute(db);
      if (rows.length === 0) break;
      for (const { organization_id, sealed } of rows) {
        const purpose = purposeOf(organization_id);
        try {
          const anew = secrets.seal(purpose, secrets.open(purpose, sealed));
          await sql`
            update ${sql.table(table)} set ${value} = ${anew}
            where organization_id = ${organization_id} and ${value} = ${sealed}`.execute(db);
          encrypted += 1;
        } catch (error) {
          if (!(error instanceof UnreadableSecret)) throw error;
          failed.push(sealed);
        }
      }
    }
    if (failed.length > 0) unreadable.push(`${table}.${column}`);
  }
  return { encrypted, unreadable };
}
