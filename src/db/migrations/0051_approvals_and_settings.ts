import { type Kysely, sql } from 'kysely';

/**
 * An approval request is a row of `approval_policies` with `proposed_at`, and a policy is one with `approved_at`; an
 * accepted request is both. So no row moves, and what a process of 0.2.0 proposes meanwhile is a request at once. A
 * withdrawal also closes the request, which processes of 0.2.0 see as an expired proposal and refuse to accept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table approval_policies add column withdrawn_at timestamptz;
    alter table approval_policies add constraint approval_policies_withdrawn_check check (
      withdrawn_at is null
      or (approved_at is null and declined_at is null and proposed_at is not null and proposal_closes_at <= withdrawn_at)
    );
    create index approval_policies_approved_idx on approval_policies (organization_id, id desc)
      where approved_at is not null;
    create index approval_policies_requested_idx on approval_policies (organization_id, id desc)
      where proposed_at is not null;

    -- Which countries a configuration serves, and which costly numbers a person has allowed.
    alter table telephony_configurations
      -- ISO 3166-1. Null: all.
      add column countries text[] check (cardinality(countries) between 1 and 300),
      -- Configurations that exist go on to call what is not sold to be called at a premium.
      add column allowed_number_types text[] not null default '{personal,shared_cost}'
        check (allowed_number_types <@ '{premium_rate,satellite,personal,shared_cost}');
    alter table telephony_configurations alter column allowed_number_types set default '{}';

    -- Calls in progress keep whom they may reach when a key changes it.
    -- [{until, settings}]: what counts for calls that began before, oldest first.
    alter table workflows add column former_settings jsonb not null default '[]';

    -- Samples are also AIFF, WebM and MP4.
    alter table voice_samples
      drop constraint voice_samples_format_check,
      add constraint voice_samples_format_check
        check (format in ('wav', 'flac', 'mp3', 'ogg', 'aiff', 'webm', 'mp4')) not valid;
  `.execute(db);
}
