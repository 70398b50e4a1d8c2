import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What a run's contexts, transcript, analysis and usage weigh as text, so that whoever takes many of them knows it
    -- before. It is computed when one of them is written: no trigger runs before updates of runs, which would change that.
    alter table workflow_runs add column content_bytes integer not null generated always as (
      octet_length(initial_context::text) + octet_length(gathered_context::text)
      + coalesce(octet_length(transcript::text), 0) + coalesce(octet_length(analysis::text), 0)
      + coalesce(octet_length(usage::text), 0)
    ) stored;
  `.execute(db);
}
