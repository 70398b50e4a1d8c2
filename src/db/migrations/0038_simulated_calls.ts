import { type Kysely, sql } from 'kysely';

/**
 * The simulated network's records of calls go with the telephony configuration: without it nobody could tell whose they
 * are. An index of them begins with the configuration. Those that outlived theirs are removed before the table is locked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from simulated_calls as call where not exists (
      select from telephony_configurations where id = call.telephony_configuration_id
    );
    alter table simulated_calls
      add constraint simulated_calls_configuration_fk foreign key (telephony_configuration_id)
        references telephony_configurations on delete cascade not valid;
  `.execute(db);
}
