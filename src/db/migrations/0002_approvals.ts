import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table approval_policies (
      id uuid primary key,
      organization_id bigint not null references organizations,
      connector_name text not null check (length(connector_name) between 1 and 100),
      action_type text not null check (action_type in ('call_initiate', 'campaign_start', 'campaign_resume')),
      target_name text not null check (length(target_name) between 1 and 100),
      destination_kind text not null check (destination_kind in ('exact_e164', 'e164_prefix', 'campaign')),
      destination_value text not null,
      not_before timestamptz not null,
      expires_at timestamptz not null,
      max_uses integer not null check (max_uses >= 1),
      used_count integer not null default 0,
      campaign_contact_count_ceiling integer check (campaign_contact_count_ceiling >= 1),
      estimated_cost_is_authoritative boolean not null default false,
      created_by bigint,
      created_at timestamptz not null,
      disabled_at timestamptz,
      revoked_at timestamptz,
      revoked_reason text check (length(revoked_reason) between 1 and 64 and revoked_reason ~ '^[a-z0-9_]+$'),
      revoked_by bigint,
      proposed_at timestamptz,
      proposed_by_key bigint,
      proposal_reason text check (length(proposal_reason) between 1 and 500),
      proposal_closes_at timestamptz,
      -- Until then the policy authorizes nothing: when it was created by a user, or when its proposal was accepted.
      approved_at timestamptz,
      declined_at timestamptz,
      declined_reason text check (length(declined_reason) between 1 and 500),
      answered_by bigint,
      constraint approval_policies_tenant_key unique (id, organization_id),
      constraint approval_policies_creator_fk foreign key (created_by, organization_id)
        references users (id, organization_id),
      constraint approval_policies_revoker_fk foreign key (revoked_by, organization_id)
        references users (id, organization_id),
      constraint approval_policies_proposer_fk foreign key (proposed_by_key, organization_id)
        references api_keys (id, organization_id),
      constraint approval_policies_answerer_fk foreign key (answered_by, organization_id)
        references users (id, organization_id),
      constraint approval_policies_proposal_check check (
        (proposed_at is null) = (proposal_reason is null) and (proposed_at is null) = (proposal_closes_at is null)
        and (proposed_at is not null or approved_at is not null)
      ),
      constraint approval_policies_declined_check check (
        (declined_at is null) = (declined_reason is null) and (declined_at is null or approved_at is null)
      ),
      constraint approval_policies_unapproved_check check (used_count = 0 or approved_at is not null),
      constraint approval_policies_window_check check (not_before < expires_at),
      constraint approval_policies_uses_check check (used_count between 0 and max_uses),
      constraint approval_policies_revoked_check check ((revoked_at is null) = (revoked_reason is null)),
      constraint approval_policies_destination_check
        check ((action_type = 'call_initiate') = (destination_kind in ('exact_e164', 'e164_prefix'))),
      constraint approval_policies_ceiling_check
        check (action_type <> 'call_initiate' or campaign_contact_count_ceiling is null)
    );
    create index approval_policies_organization_idx on approval_policies (organization_id, id desc);
    create index approval_policies_open_idx on approval_policies (organization_id, proposal_closes_at)
      where approved_at is null and declined_at is null;
    -- Contains no column that a use changes, so a use writes to no index.
    create index approval_policies_match_idx on approval_policies
      (organization_id, connector_name, action_type, target_name, destination_value, expires_at);

    create table approval_policy_uses (
      id bigint generated always as identity primary key,
      policy_id uuid not null,
      organization_id bigint not null,
      action_type text not null check (action_type in ('call_initiate', 'campaign_start', 'campaign_resume')),
      api_key_id bigint not null,
      subject_type text not null check (subject_type in ('workflow_run', 'campaign')),
      subject_id bigint not null,
      created_at timestamptz not null,
      constraint approval_policy_uses_policy_fk foreign key (policy_id, organization_id)
        references approval_policies (id, organization_id),
      constraint approval_policy_uses_key_fk foreign key (api_key_id, organization_id)
        references api_keys (id, organization_id),
      constraint approval_policy_uses_subject_check
        check ((action_type = 'call_initiate') = (subject_type = 'workflow_run'))
    );
    create index approval_policy_uses_policy_idx on approval_policy_uses (policy_id, id desc);
  `.execute(db);
}
