import { type Kysely, sql } from 'kysely';

/**
 * The first attempt of a delivery is written with the delivery if it succeeded and the answer is short. Processes of
 * 0.2.0 go on writing every attempt as a row of its own, and show only those.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook_deliveries
      add column first_attempt_at timestamptz,
      add column first_status integer,
      add column first_duration_ms integer,
      add column first_answer text`.execute(db);
}
