import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The bytes of samples, avatars and generations, stored once per organization.
    create table voice_files (
      id uuid primary key,
      organization_id bigint not null references organizations,
      sha256 text not null check (length(sha256) = 64),
      bytes bigint not null check (bytes >= 0),
      media_type text not null,
      -- When its bytes were last uploaded.
      kept_at timestamptz not null,
      -- Whether there may be no row that refers to it: when it is new, and when a reference is removed.
      may_be_unused boolean not null default true,
      constraint voice_files_tenant_key unique (id, organization_id),
      constraint voice_files_bytes_key unique (organization_id, sha256)
    );
    create index voice_files_unused_idx on voice_files (kept_at) where may_be_unused;

    -- Objects of the storage without a row above: to be removed, or about to be written and removed unless the row follows.
    create table voice_file_removals (
      storage_key text primary key,
      due_at timestamptz not null
    );
    create index voice_file_removals_due_idx on voice_file_removals (due_at);

    -- For tables with a reference to a file, in the column that the trigger names.
    create function release_voice_file() returns trigger language plpgsql as $$
    begin
      update voice_files set may_be_unused = true where id = (to_jsonb(old) ->> tg_argv[0])::uuid;
      return null;
    end $$;

    create table voice_profiles (
      id uuid primary key,
      organization_id bigint not null references organizations,
      name text not null check (length(name) between 1 and 100),
      description text check (length(description) <= 500),
      language text not null default 'en',
      avatar_file_id uuid,
      effects_chain jsonb,
      voice_type text not null default 'cloned' check (voice_type in ('cloned', 'preset', 'designed')),
      preset_engine text,
      preset_voice_id text,
      design_prompt text,
      default_engine text,
      personality text,
      revision integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint voice_profiles_avatar_fk foreign key (avatar_file_id, organization_id)
        references voice_files (id, organization_id),
      constraint voice_profiles_name_key unique (organization_id, name),
      constraint voice_profiles_tenant_key unique (id, organization_id),
      constraint voice_profiles_preset_check
        check (voice_type <> 'preset' or (preset_engine is not null and preset_voice_id is not null)),
      constraint voice_profiles_designed_check check (voice_type <> 'designed' or design_prompt is not null)
    );
    create index voice_profiles_organization_idx on voice_profiles (organization_id, created_at desc, id desc);
    create index voice_profiles_avatar_idx on voice_profiles (avatar_file_id) where avatar_file_id is not null;
    create trigger voice_profile_avatar_released after delete or update of avatar_file_id on voice_profiles
      for each row execute function release_voice_file('avatar_file_id');

    create table voice_samples (
      id uuid primary key,
      organization_id bigint not null,
      profile_id uuid not null,
      file_id uuid not null,
      reference_text text not null check (length(reference_text) between 1 and 2000),
      format text not null check (format in ('wav', 'flac', 'mp3', 'ogg')),
      duration double precision not null check (duration > 0),
      sample_rate integer not null,
      channels integer not null,
      revision integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint voice_samples_file_fk foreign key (file_id, organization_id)
        references voice_files (id, organization_id),
      constraint voice_samples_profile_fk foreign key (profile_id, organization_id)
        references voice_profiles (id, organization_id) on delete cascade
    );
    create index voice_samples_profile_idx on voice_samples (profile_id, id desc);
    create index voice_samples_file_idx on voice_samples (file_id);
    create trigger voice_sample_file_released after delete or update of file_id on voice_samples
      for each row execute function release_voice_file('file_id');

    create table generations (
      id uuid primary key,
      organization_id bigint not null references organizations,
      profile_id uuid not null,
      created_from text not null default 'text' check (created_from in ('text', 'recording')),
      text text not null check (length(text) <= 20000),
      language text not null,
      -- That of the original; 0 until there is one.
      duration double precision not null default 0 check (duration >= 0),
      seed bigint,
      instruct text,
      engine text,
      model text,
      -- The engine's name for the voice; null for its default voice.
      voice text,
      status text not null default 'completed'
        check (status in ('queued', 'running', 'completed', 'failed', 'canceled')),
      error_code text,
      error_message text,
      -- The parts that the text is spoken in; null until it is divided.
      parts integer check (parts > 0),
      parts_done integer not null default 0 check (parts_done between 0 and coalesce(parts, 0)),
      -- How often it was claimed. The number of a claim tells it from those before, whose processes may still work.
      attempts integer not null default 0,
      lease_ends_at timestamptz,
      revision integer not null default 1,
      created_at timestamptz not null,
      started_at timestamptz,
      ended_at timestamptz,
      constraint generations_profile_fk foreign key (profile_id, organization_id)
        references voice_profiles (id, organization_id),
      constraint generations_tenant_key unique (id, organization_id),
      constraint generations_lease_check check ((status = 'running') = (lease_ends_at is not null)),
      constraint generations_error_check check ((status = 'failed') = (error_code is not null)),
      constraint generations_error_message_check check ((error_code is null) = (error_message is null))
    );
    create index generations_organization_idx on generations (organization_id, id desc);
    create index generations_profile_idx on generations (profile_id);
    create index generations_status_idx on generations (organization_id, status, id);
    create index generations_lease_idx on generations (lease_ends_at) where status = 'running';

    -- How many generations of an organization wait, and when one was last claimed: organizations take turns.
    create table generation_queues (
      organization_id bigint primary key references organizations,
      waiting integer not null check (waiting >= 0),
      turn_at timestamptz not null default '-infinity'
    );
    create index generation_queues_turn_idx on generation_queues (turn_at, organization_id) where waiting > 0;

    create function count_waiting_generation() returns trigger language plpgsql as $$
    declare
      change integer := coalesce(new.status = 'queued', false)::integer - coalesce(old.status = 'queued', false)::integer;
    begin
      if change <> 0 then
        insert into generation_queues as queue (organization_id, waiting)
        values (coalesce(new.organization_id, old.organization_id), greatest(change, 0))
        on conflict (organization_id) do update set waiting = queue.waiting + change;
      end if;
      return null;
    end $$;
    create trigger waiting_generation_counted after insert or delete or update of status on generations
      for each row execute function count_waiting_generation();

    create table generation_versions (
      id uuid primary key,
      organization_id bigint not null,
      generation_id uuid not null,
      label text not null,
      file_id uuid,
      duration double precision not null check (duration >= 0),
      is_default boolean not null default false,
      effects_chain jsonb not null default '[]',
      source_version_id uuid,
      created_at timestamptz not null,
      constraint generation_versions_file_fk foreign key (file_id, organization_id)
        references voice_files (id, organization_id),
      constraint generation_versions_generation_fk foreign key (generation_id, organization_id)
        references generations (id, organization_id) on delete cascade,
      constraint generation_versions_generation_key unique (id, generation_id),
      constraint generation_versions_source_fk foreign key (source_version_id, generation_id)
        references generation_versions (id, generation_id) on delete set null (source_version_id)
    );
    create index generation_versions_generation_idx on generation_versions (generation_id, created_at);
    create index generation_versions_source_idx on generation_versions (source_version_id, generation_id)
      where source_version_id is not null;
    create index generation_versions_file_idx on generation_versions (file_id);
    create trigger generation_version_file_released after delete or update of file_id on generation_versions
      for each row execute function release_voice_file('file_id');
    create unique index generation_versions_default_key on generation_versions (generation_id) where is_default;

    create table stories (
      id uuid primary key,
      organization_id bigint not null references organizations,
      name text not null check (length(name) between 1 and 100),
      description text check (length(description) <= 500),
      -- Raised by each change of the story or of one of its items.
      revision integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint stories_tenant_key unique (id, organization_id)
    );
    create index stories_organization_idx on stories (organization_id, id desc);

    create table story_items (
      id uuid primary key,
      organization_id bigint not null,
      story_id uuid not null,
      generation_id uuid not null,
      version_id uuid,
      start_time_ms integer not null check (start_time_ms >= 0),
      track integer not null default 0,
      trim_start_ms integer not null default 0 check (trim_start_ms >= 0),
      trim_end_ms integer not null default 0 check (trim_end_ms >= 0),
      volume double precision not null default 1 check (volume between 0 and 2),
      created_at timestamptz not null,
      constraint story_items_story_fk foreign key (story_id, organization_id)
        references stories (id, organization_id) on delete cascade,
      constraint story_items_generation_fk foreign key (generation_id, organization_id)
        references generations (id, organization_id),
      constraint story_items_version_fk foreign key (version_id, generation_id)
        references generation_versions (id, generation_id)
    );
    create index story_items_story_idx on story_items (story_id, start_time_ms, track, id);
    create index story_items_generation_idx on story_items (generation_id);
    create index story_items_version_idx on story_items (version_id) where version_id is not null;

    -- The current directory is stored here, so that after a migration every process returns the new one immediately.
    create table model_cache (
      singleton boolean primary key default true check (singleton),
      path text not null,
      updated_at timestamptz not null
    );

    create table model_migrations (
      id bigint generated always as identity primary key,
      source text not null,
      destination text not null,
      state text not null default 'running' check (state in ('running', 'completed', 'failed')),
      -- The number of models to move at the start.
      models integer not null check (models >= 0),
      -- The newest event, for all processes.
      event_number integer not null default 0,
      event jsonb,
      started_at timestamptz not null,
      ended_at timestamptz,
      constraint model_migrations_end_check check ((state = 'running') = (ended_at is null))
    );
    create unique index model_migrations_running_key on model_migrations ((true)) where state = 'running';

    create table model_downloads (
      id bigint generated always as identity primary key,
      organization_id bigint not null references organizations (id),
      name text not null,
      revision text not null,
      state text not null default 'running'
        check (state in ('running', 'canceling', 'completed', 'failed', 'canceled')),
      -- The newest event, for all processes.
      event_number integer not null default 0,
      event jsonb,
      started_at timestamptz not null,
      ended_at timestamptz,
      constraint model_downloads_end_check
        check ((ended_at is null) = (state in ('running', 'canceling')))
    );
    create unique index model_downloads_running_key on model_downloads (name) where ended_at is null;
    create index model_downloads_organization_idx on model_downloads (organization_id, id);

    -- Models that are being renamed out of the cache, for seconds. The claim of a process that died ends by itself.
    create table model_deletions (
      name text primary key,
      expires_at timestamptz not null
    );
  `.execute(db);
}
