import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What people tell the agent of a run in progress.
    create table run_instructions (
      organization_id bigint not null,
      run_id bigint not null,
      -- From 1 on within the run, the order in which they are delivered.
      instruction_number integer not null,
      text text not null,
      user_id bigint,
      api_key_id bigint,
      created_at timestamptz not null,
      -- When the runtime received it.
      delivered_at timestamptz,
      answer text check (answer in ('taken', 'refused')),
      reason text,
      acknowledged_at timestamptz,
      constraint run_instructions_pkey primary key (organization_id, run_id, instruction_number),
      constraint run_instructions_run_fk foreign key (run_id, organization_id)
        references workflow_runs (id, organization_id) on delete cascade,
      constraint run_instructions_user_fk foreign key (user_id, organization_id)
        references users (id, organization_id),
      constraint run_instructions_key_fk foreign key (api_key_id, organization_id)
        references api_keys (id, organization_id),
      constraint run_instructions_author_check check ((user_id is null) <> (api_key_id is null)),
      constraint run_instructions_acknowledged_check check (
        (answer is null) = (acknowledged_at is null) and (answer is null or delivered_at is not null)
        and (reason is null or answer is not null)
      )
    )`.execute(db);
}
