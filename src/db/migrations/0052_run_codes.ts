import { type Kysely, sql } from 'kysely';

/** When the code was made that an agent has exchanged for the run's token: it and earlier ones are used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workflow_runs add column code_used_at timestamptz`.execute(db);
}
