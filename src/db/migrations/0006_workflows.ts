import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workflows (
      id bigint generated always as identity primary key,
      workflow_uuid uuid not null default gen_random_uuid() unique,
      organization_id bigint not null references organizations,
      name text not null check (length(name) between 1 and 100),
      status text not null default 'active' check (status in ('active', 'archived')),
      template_context_variables jsonb not null default '{}',
      workflow_configurations jsonb not null default '{}',
      -- Columns of their own, so that placing a call does not read the configurations.
      calling_hours jsonb generated always as (nullif(workflow_configurations -> 'calling_hours', 'null')) stored,
      require_prior_consent text generated always as (workflow_configurations ->> 'require_prior_consent') stored,
      -- Profiles that are named elsewhere than in a published workflow can be deleted, so this refers to none. Anything
      -- but a UUID was stored before the member was described.
      voice_profile_id uuid generated always as (
        case when workflow_configurations ->> 'voice_profile_id' ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
          then (workflow_configurations ->> 'voice_profile_id')::uuid end
      ) stored,
      current_definition_id bigint,
      revision bigint not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint workflows_tenant_key unique (id, organization_id)
    );
    create index workflows_organization_idx on workflows (organization_id, id desc);
    create index workflows_voice_profile_idx on workflows (voice_profile_id, id) where voice_profile_id is not null;

    create table workflow_definitions (
      id bigint generated always as identity primary key,
      organization_id bigint not null,
      workflow_id bigint not null,
      version_number integer not null check (version_number >= 1),
      version_status text not null check (version_status in ('draft', 'published', 'archived')),
      workflow_definition jsonb not null,
      created_by bigint,
      created_at timestamptz not null,
      published_at timestamptz,
      constraint workflow_definitions_workflow_fk foreign key (workflow_id, organization_id)
        references workflows (id, organization_id) on delete cascade,
      constraint workflow_definitions_creator_fk foreign key (created_by, organization_id)
        references users (id, organization_id),
      constraint workflow_definitions_number_key unique (workflow_id, version_number),
      constraint workflow_definitions_workflow_key unique (workflow_id, id)
    );
    create unique index workflow_definitions_draft_key
      on workflow_definitions (workflow_id) where version_status = 'draft';
    create unique index workflow_definitions_published_key
      on workflow_definitions (workflow_id) where version_status = 'published';

    -- What signs the requests to the workflow's agent runtime.
    create table workflow_runtimes (
      workflow_id bigint primary key,
      organization_id bigint not null,
      secret_encrypted bytea not null,
      previous_secret_encrypted bytea,
      previous_secret_expires_at timestamptz,
      constraint workflow_runtimes_workflow_fk foreign key (workflow_id, organization_id)
        references workflows (id, organization_id) on delete cascade
    );

    create table workflow_test_cases (
      id bigint generated always as identity primary key,
      organization_id bigint not null,
      workflow_id bigint not null,
      name text not null check (length(name) between 1 and 100),
      initial_context jsonb not null default '{}',
      turns jsonb not null,
      revision bigint not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint workflow_test_cases_workflow_fk foreign key (workflow_id, organization_id)
        references workflows (id, organization_id) on delete cascade
    );
    create index workflow_test_cases_workflow_idx on workflow_test_cases (workflow_id, id desc);

    -- A workflow always shows its newest version, which must be its own.
    alter table workflows add constraint workflows_current_definition_fk
      foreign key (current_definition_id, id) references workflow_definitions (id, workflow_id)
      deferrable initially deferred;
  `.execute(db);
}
