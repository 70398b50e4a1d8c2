import { type Kysely, sql } from 'kysely';

/** The analysis of a call that ended without a submitted one follows from its outcome, and need not be stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workflow_runs add column has_derived_analysis boolean not null default false;
    comment on column workflow_runs.has_derived_analysis is
      'Set when a call ends: while no analysis is stored, it follows from the outcome. False: the stored one alone counts.';
  `.execute(db);
}
