import { sql } from 'kysely';
import type { Db } from '../../src/db/connect.ts';
import { ownSchema } from '../../src/db/own-schema.ts';

/** So far apart are the ids of tests, so that one fails where something assumes that ids follow each other. */
export const farApart = 1009;

/** Has every sequence go on by so much. */
export async function setIdStep(db: Db, step: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind = 'S' and relnamespace = ${ownSchema}`.execute(db);
  for (const { name } of rows)
    await sql.raw(`alter sequence ${name} increment by ${step}`).execute(db);
}
