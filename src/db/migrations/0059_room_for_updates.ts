import { type Kysely, sql } from 'kysely';

/**
 * An update finds room on the page of its row, changes no index if the row has not ended, and leaves less in the log: new pages
 * have it for the first updates, which the old versions then make room for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workflow_runs set (fillfactor = 60);
    alter table campaign_contacts set (fillfactor = 70);
    alter table simulated_calls set (fillfactor = 60);
  `.execute(db);
}
