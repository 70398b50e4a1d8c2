import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A telephony configuration can be deleted once nothing will call with it; finished campaigns then have none.
    alter table campaigns
      drop constraint campaigns_telephony_fk,
      add constraint campaigns_telephony_fk foreign key (telephony_configuration_id, organization_id)
        references telephony_configurations (id, organization_id)
        on delete set null (telephony_configuration_id);
    -- Runs are history and keep the id. Updating a million of them would take as long as an outage, and every call
    -- would pay for an index to find them.
    alter table workflow_runs drop constraint workflow_runs_telephony_configuration_id_fkey;
  `.execute(db);
}
