import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Null: a built-in tool.
    alter table tool_executions alter column tool_id drop not null;
    alter table tool_executions alter column tool_revision drop not null;
  `.execute(db);
}
