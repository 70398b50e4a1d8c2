import { type Kysely, sql } from 'kysely';

/** Models that sign their thoughts send IDs of calls that are longer than 200 characters. An index row has room for 2,048 bytes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tool_executions
      drop constraint tool_executions_call_id_check,
      add constraint tool_executions_call_id_check check (octet_length(call_id) <= 2048) not valid
  `.execute(db);
}
