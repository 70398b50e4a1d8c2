import { type Kysely, sql } from 'kysely';

/** Which countries a configuration serves, and which costly numbers a person has allowed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table telephony_configurations
      -- ISO 3166-1. Null: all.
      add column countries text[] check (cardinality(countries) between 1 and 300),
      -- Configurations that exist go on to call what is not sold to be called at a premium.
      add column allowed_number_types text[] not null default '{personal,shared_cost}'
        check (allowed_number_types <@ '{premium_rate,satellite,personal,shared_cost}');
    alter table telephony_configurations alter column allowed_number_types set default '{}';
  `.execute(db);
}
