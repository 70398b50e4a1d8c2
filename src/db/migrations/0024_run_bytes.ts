import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The size of a run's contexts, transcript, analysis and usage as text, so that their readers know it in advance.
    -- Only recomputed when one of them is written, because no trigger runs before updates of runs.
    alter table workflow_runs add column content_bytes integer not null generated always as (
      octet_length(initial_context::text) + octet_length(gathered_context::text)
      + coalesce(octet_length(transcript::text), 0) + coalesce(octet_length(analysis::text), 0)
      + coalesce(octet_length(usage::text), 0)
    ) stored;
  `.execute(db);
}
