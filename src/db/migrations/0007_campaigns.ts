import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table campaign_sources (
      id uuid primary key,
      organization_id bigint not null references organizations,
      source_type text not null default 'csv' check (source_type in ('csv')),
      total_rows integer not null check (total_rows >= 0),
      columns jsonb not null,
      created_by bigint,
      created_at timestamptz not null,
      -- Since then it is invisible; the row stays as long as a campaign refers to it.
      deleted_at timestamptz,
      -- When the rows of a deleted source were gone.
      emptied_at timestamptz,
      constraint campaign_sources_creator_fk foreign key (created_by, organization_id)
        references users (id, organization_id),
      constraint campaign_sources_tenant_key unique (id, organization_id)
    );

    create index campaign_sources_organization_idx on campaign_sources (organization_id, id desc);
    create index campaign_sources_deleted_idx on campaign_sources (deleted_at)
      where deleted_at is not null and emptied_at is null;

    create table campaign_source_rows (
      organization_id bigint not null,
      source_id uuid not null,
      row_number integer not null,
      phone_number text not null,
      timezone text,
      initial_context jsonb not null default '{}',
      constraint campaign_source_rows_source_fk foreign key (source_id, organization_id)
        references campaign_sources (id, organization_id) on delete cascade,
      primary key (source_id, row_number)
    );
    -- Finds the row of a number, when contacts are added to a campaign of the source.
    create index campaign_source_rows_number_idx on campaign_source_rows (source_id, phone_number);
    -- Rows come by source, so a page has rows of few organizations: this index is some KiB for a million rows.
    create index campaign_source_rows_organization_idx on campaign_source_rows using brin (organization_id);

    create table campaigns (
      id bigint generated always as identity primary key,
      organization_id bigint not null references organizations,
      name text not null check (length(name) between 1 and 100),
      workflow_id bigint not null,
      state text not null default 'created'
        check (state in ('created', 'running', 'paused', 'completed', 'canceled')),
      source_type text not null default 'csv' check (source_type in ('csv')),
      source_id uuid not null,
      -- The rows of the source, and the contacts that were added.
      total_rows integer,
      -- The columns that added contacts have and the source has not.
      added_columns jsonb not null default '[]',
      retry_config jsonb not null,
      schedule_config jsonb,
      circuit_breaker jsonb not null,
      -- What happens when a machine answers; null: as the workflow's configurations say.
      machine_detection jsonb,
      max_concurrency integer check (max_concurrency between 1 and 1000),
      -- The purpose for which a contact's number needs a consent.
      require_prior_consent text check (require_prior_consent ~ '^[a-z0-9_]{1,64}$'),
      telephony_configuration_id bigint,
      parent_campaign_id bigint,
      revision bigint not null default 1,
      created_by bigint,
      created_at timestamptz not null,
      started_at timestamptz,
      resumed_at timestamptz,
      completed_at timestamptz,
      constraint campaigns_workflow_fk foreign key (workflow_id, organization_id)
        references workflows (id, organization_id),
      constraint campaigns_source_fk foreign key (source_id, organization_id)
        references campaign_sources (id, organization_id),
      constraint campaigns_telephony_fk foreign key (telephony_configuration_id, organization_id)
        references telephony_configurations (id, organization_id),
      constraint campaigns_creator_fk foreign key (created_by, organization_id)
        references users (id, organization_id),
      constraint campaigns_tenant_key unique (id, organization_id),
      constraint campaigns_parent_fk foreign key (parent_campaign_id, organization_id)
        references campaigns (id, organization_id),
      constraint campaigns_completed_check check (state <> 'completed' or completed_at is not null)
    );
    create index campaigns_organization_idx on campaigns (organization_id, id desc);
    create index campaigns_workflow_idx on campaigns (workflow_id);
    create index campaigns_source_idx on campaigns (source_id);
    create index campaigns_telephony_idx on campaigns (telephony_configuration_id);
    -- A campaign can be redialed once.
    create unique index campaigns_parent_key on campaigns (parent_campaign_id) where parent_campaign_id is not null;

    create table campaign_contacts (
      id bigint generated always as identity primary key,
      organization_id bigint not null,
      campaign_id bigint not null,
      row_number integer not null,
      phone_number text not null,
      timezone text,
      initial_context jsonb not null default '{}',
      state text not null default 'pending' check (state in ('pending', 'waiting', 'dialing', 'done', 'skipped')),
      due_at timestamptz,
      -- When somebody wants to be called again, until that call has ended; due_at is later if it was given back.
      callback_at timestamptz,
      attempts integer not null default 0 check (attempts >= 0),
      retries_queued integer not null default 0,
      -- How often an attempt was given back because the carrier was unavailable; those attempts do not count.
      deferrals integer not null default 0 check (deferrals >= 0),
      outcome text,
      skip_reason text,
      -- When it was added to the campaign; null if it is a row of the source.
      added_at timestamptz,
      updated_at timestamptz not null,
      constraint campaign_contacts_campaign_fk foreign key (campaign_id, organization_id)
        references campaigns (id, organization_id) on delete cascade,
      constraint campaign_contacts_row_key unique (campaign_id, row_number),
      constraint campaign_contacts_done_check check ((state = 'done') = (outcome is not null)),
      constraint campaign_contacts_skipped_check check ((state = 'skipped') = (skip_reason is not null)),
      constraint campaign_contacts_waiting_check check ((state = 'waiting') = (due_at is not null)),
      constraint campaign_contacts_callback_check check (callback_at is null or state in ('waiting', 'dialing')),
      -- Every attempt but the first was queued as a retry, including the one that a contact waits for.
      constraint campaign_contacts_retries_check check (
        retries_queued between greatest(attempts - 1, 0) and attempts
        and (state <> 'waiting' or (retries_queued = attempts and attempts + deferrals > 0))
      )
    );
    -- Contains everything that a campaign's counts are computed from, so that they need no rows of contacts.
    create index campaign_contacts_state_idx
      on campaign_contacts (campaign_id, state) include (outcome, retries_queued);
    create index campaign_contacts_callback_idx on campaign_contacts (campaign_id, row_number)
      where callback_at is not null;
    create unique index campaign_contacts_added_key on campaign_contacts (campaign_id, phone_number)
      where added_at is not null;
    -- Contacts come by campaign, so a page has contacts of few organizations.
    create index campaign_contacts_organization_idx on campaign_contacts using brin (organization_id);

    create table campaign_logs (
      id bigint generated always as identity primary key,
      organization_id bigint not null,
      campaign_id bigint not null,
      ts timestamptz not null,
      level text not null check (level in ('info', 'warning', 'error')),
      event text not null,
      message text not null,
      details jsonb not null default '{}',
      constraint campaign_logs_campaign_fk foreign key (campaign_id, organization_id)
        references campaigns (id, organization_id) on delete cascade
    );
    create index campaign_logs_campaign_idx on campaign_logs (campaign_id, id desc);
  `.execute(db);
}
