import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from './connect.ts';
import type { Secrets } from './secrets.ts';
import { ownSchema } from './own-schema.ts';

/** How many rows of a table are looked at. */
const looked = 1000;

/** Which keys a column of ciphertexts needs. */
interface SealedColumn {
  readonly column: string;
  /** The ids of the keys, as in each ciphertext's header. */
  readonly keys: readonly string[];
}

/** Every column of ciphertexts, whose names end with `_encrypted`, with the keys that its rows need. */
async function sealedColumns(db: Db): Promise<SealedColumn[]> {
  const { rows } = await sql<{ table: string; name: string }>`
    select relname as table, attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = ${ownSchema} and relkind in ('r', 'p') and not relispartition
      and attname like '%\\_encrypted' and not attisdropped
    order by 1, 2`.execute(db);
  return Promise.all(
    rows.map(async ({ table, name }) => {
      const found = await sql<{ key: string }>`
        select distinct encode(substring(${sql.ref(name)} from 2 for 8), 'hex') as key from (
          select ${sql.ref(name)} from ${sql.table(table)}
          where ${sql.ref(name)} is not null limit ${looked}
        ) as looked_at`.execute(db);
      return { column: `${table}.${name}`, keys: found.rows.map(({ key }) => key) };
    }),
  );
}

/** What needs a key that is not configured cannot be read; the service works without it, so it starts. */
export async function warnOfMissingKeys(db: Db, secrets: Secrets, log: Logger): Promise<void> {
  const columns = await sealedColumns(db);
  const missing = columns.filter(({ keys }) => keys.some((id) => !secrets.hasKey(id)));
  if (missing.length > 0)
    log.error(
      { columns: missing.map(({ column }) => column) },
      'SECRET_KEYS lacks a key that encrypted what is stored: it cannot be read until the key is added. Keep old keys in the list, after the newest.',
    );
}
