import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table telephony_configurations (
      id bigint generated always as identity primary key,
      organization_id bigint not null references organizations,
      name text not null check (length(name) between 1 and 100),
      provider text not null check (provider in ('simulated', 'twilio', 'telnyx')),
      is_default_outbound boolean not null default false,
      credentials_encrypted bytea not null,
      -- Null: no limit.
      calls_per_second double precision check (calls_per_second between 0.01 and 100),
      -- The beginnings of the numbers that it calls, such as +1 or +4420; null for all numbers.
      calling_codes text[] check (cardinality(calling_codes) between 1 and 300),
      revision bigint not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint telephony_configurations_name_key unique (organization_id, name),
      constraint telephony_configurations_tenant_key unique (id, organization_id)
    );
    create unique index telephony_configurations_default_key
      on telephony_configurations (organization_id) where is_default_outbound;
    create index telephony_configurations_organization_idx on telephony_configurations (organization_id, id desc);

    create table phone_numbers (
      id bigint generated always as identity primary key,
      organization_id bigint not null,
      telephony_configuration_id bigint not null,
      phone_number text not null check (phone_number ~ '^[+][1-9][0-9]{7,14}$'),
      label text,
      is_default_caller boolean not null default false,
      -- Calls that name no number are made from those in the pool, or else from the default caller.
      in_pool boolean not null default false,
      -- Maximum calls in a day; null: no maximum, nothing is counted.
      daily_cap integer check (daily_cap between 1 and 10000),
      -- The calls of the day whose calls were counted last, and that day.
      calls_counted integer not null default 0 check (calls_counted >= 0),
      counted_from timestamptz,
      counted_until timestamptz,
      revision bigint not null default 1,
      created_at timestamptz not null,
      constraint phone_numbers_configuration_fk foreign key (telephony_configuration_id, organization_id)
        references telephony_configurations (id, organization_id) on delete cascade,
      constraint phone_numbers_phone_number_key unique (telephony_configuration_id, phone_number)
    );
    create unique index phone_numbers_default_key
      on phone_numbers (telephony_configuration_id) where is_default_caller;
    create index phone_numbers_callers_idx
      on phone_numbers (telephony_configuration_id) where in_pool or is_default_caller;
  `.execute(db);
}
