import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { digest } from '../../src/auth/credentials.ts';
import type { Db } from '../../src/db/connect.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { makeMonths } from '../../src/process/month-sweeps.ts';
import { sampleEvent } from '../../src/webhooks/events/rules.ts';

const folder = new URL('../../src/db/migrations/', import.meta.url);
/** The last migration of each release. */
const last = { '0.1.0': '0024_run_bytes', '0.2.0': '0042_content_bytes' } as const;

/** Brings the tables to those of a release. */
export async function migrateTo(release: keyof typeof last, db: Db): Promise<void> {
  const names = readdirSync(folder).map((file) => file.replace('.ts', ''));
  const migrations = await Promise.all(
    names
      .filter((name) => name <= last[release])
      .map(async (name) => [name, await import(new URL(`${name}.ts`, folder).href)]),
  );
  const getMigrations = async () => Object.fromEntries(migrations);
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest();
  if (error !== undefined) throw error;
}

/** Makes the tables of 0.1.0, and the months that it makes when it starts. */
export async function migrateToReleased(db: Db): Promise<void> {
  await migrateTo('0.1.0', db);
  const retention = { eventsDays: undefined, auditDays: undefined, runsDays: undefined };
  await makeMonths({ db, log: createLog('silent'), now: () => at, config: { retention } });
  await sql`
    do $$
    declare
      month text;
    begin
      for month in select inhrelid::regclass::text from pg_inherits
        where inhparent = 'webhook_deliveries'::regclass and inhrelid <> 'webhook_deliveries_default'::regclass
      loop
        execute format('alter table %I add constraint %I foreign key (organization_id, position, event_created_at)
          references %I (organization_id, position, created_at) on delete cascade',
          month, month || '_event_fk', replace(month, 'deliveries', 'events'));
      end loop;
    end $$`.execute(db);
}

const at = '2026-01-05T10:00:00.000Z';

/** A session of the first organization's user. */
export const token = 'a-token-of-0.1.0-aaaaaaaaaaaaaaaaaaaaaaaaaa';
/** The person that the first campaign has called. */
export const number = '+12025550118';
/** Another person, who was called once. */
export const otherNumber = '+12025550121';
/** In the free form that `submitRunResult` took. */
export const freeUsage = { llm: { tokens: 1234 }, tokens: '12', cost: 0.5, note: 'Speech: 3 s' };

/** The rows of two organizations, as 0.1.0 writes them: columns that later releases add are not named. */
export async function insertReleasedRows(db: Db): Promise<void> {
  await sql`
    insert into organizations (name, created_at) values ('Harbor Dental', ${at}), ('Elsewhere', ${at})`.execute(
    db,
  );
  await signUpAsReleased(db, 1, 'ada@example.com');
  await signUpAsReleased(db, 2, 'bob@example.com');
  await sql`
    insert into sessions (organization_id, user_id, token_hash, created_at, expires_at)
    values (1, 1, ${digest(token)}, ${at}, '2100-01-01T00:00:00Z')`.execute(db);
  await insertCampaign(db);
  await insertRuns(db);
  await insertTelephony(db);
  await insertEvents(db);
  await sql`
    insert into audit_events (created_at, organization_id, actor_kind, actor_id, action, subject_id, after)
    values (${at}, 1, 'user', 1, 'workflow.created', '1', '{"name": "Reminder"}'),
      ('2020-01-01', 1, 'system', null, 'campaign.paused', '1', '{"state": "paused"}')`.execute(db);
}

/** What a process of 0.1.0 writes when somebody signs up. */
export const signUpAsReleased = (db: Db, organizationId: number, email: string) =>
  sql`
    insert into users (organization_id, email, password_hash, is_super_admin, created_at)
    values (${organizationId}, ${email}, 'x', false, ${at})`.execute(db);

async function insertCampaign(db: Db): Promise<void> {
  await sql`
    insert into workflows (organization_id, name, created_at, updated_at)
    select organization, 'Reminder', ${at}, ${at} from generate_series(1, 2) as organization`.execute(
    db,
  );
  await sql`
    insert into workflow_definitions
      (organization_id, workflow_id, version_number, version_status, workflow_definition, created_at, published_at)
    select organization, organization, 1, 'published', '{"nodes": [], "edges": []}', ${at}, ${at}
    from generate_series(1, 2) as organization`.execute(db);
  await sql`update workflows set current_definition_id = id`.execute(db);
  await sql`
    insert into telephony_configurations
      (organization_id, name, provider, credentials_encrypted, created_at, updated_at)
    values (1, 'Simulated', 'simulated', 'x', ${at}, ${at})`.execute(db);
  // The configuration of the second call was deleted.
  await sql`
    insert into simulated_calls (id, telephony_configuration_id, to_number, callback_url, placed_at, ends_at)
    values ('0193b3c0-0000-7000-8000-000000000011', 1, ${number}, '', ${at}, ${at}),
      ('0193b3c0-0000-7000-8000-000000000012', 77, ${number}, '', ${at}, ${at})`.execute(db);
  await sql`
    insert into campaign_sources (id, organization_id, total_rows, columns, created_by, created_at)
    values ('0193b3c0-0000-7000-8000-000000000001', 1, 2, '["phone_number", "first_name"]', 1, ${at})`.execute(
    db,
  );
  await sql`
    insert into campaign_source_rows (organization_id, source_id, row_number, phone_number, initial_context)
    values (1, '0193b3c0-0000-7000-8000-000000000001', 1, ${number}, '{"first_name": "Ada"}'),
      (1, '0193b3c0-0000-7000-8000-000000000001', 2, '+12025550119', '{"first_name": "Bob"}')`.execute(
    db,
  );
  await sql`
    insert into campaigns (organization_id, name, workflow_id, state, source_id, total_rows, retry_config,
      circuit_breaker, telephony_configuration_id, created_at, started_at, completed_at)
    select 1, 'Spring', 1, 'completed', id, 2, ${retry}::jsonb, ${breaker}::jsonb, 1, ${at}, ${at}, ${at}
    from campaign_sources`.execute(db);
  await sql`
    insert into campaign_contacts
      (organization_id, campaign_id, row_number, phone_number, state, attempts, outcome, updated_at)
    select organization_id, 1, row_number, phone_number, 'done', 1, case row_number when 1 then 'completed' else 'busy' end,
      ${at}
    from campaign_source_rows`.execute(db);
}

const retry = JSON.stringify({
  enabled: true,
  max_retries: 2,
  retry_delay_seconds: 120,
  retry_on_busy: true,
  retry_on_no_answer: true,
  retry_on_voicemail: true,
});
const breaker = JSON.stringify({
  enabled: true,
  failure_threshold: 0.5,
  window_seconds: 120,
  min_calls_in_window: 5,
});

/** The first 40 runs are calls of the first organization, with answers, outcomes and days of all kinds. */
async function insertRuns(db: Db): Promise<void> {
  await sql`
    insert into workflow_runs (organization_id, workflow_id, definition_id, name, mode, state, outcome, to_number,
      telephony_configuration_id, gathered_context, transcript, recording_url, usage, created_at, started_at, ended_at,
      campaign_id, contact_id)
    select 1, 1, 1, 'Call', mode, 'completed', case when is_answered then 'completed' else 'no_answer' end, ${number}, 1,
      case when turn % 4 = 0 then '{"consent_given": true, "consent_ts": "2026-01-05T10:00:00.000Z"}'::jsonb else '{}' end,
      '[{"role": "caller", "text": "I am Ada.", "at": "2026-01-05T10:00:00.000Z"}]', 'https://recordings.example.com/ada.mp3',
      case turn when 1 then ${JSON.stringify(freeUsage)}::jsonb end,
      began, case when is_answered then began + interval '5 seconds' end, began + make_interval(secs => 5 + turn),
      case mode when 'campaign' then 1 end, case mode when 'campaign' then 1 end
    from (
      select turn, turn % 3 > 0 as is_answered, '2026-01-01T23:50:00Z'::timestamptz + make_interval(mins => turn) as began,
        (array['campaign', 'ad_hoc', 'inbound', 'ad_hoc'])[1 + turn % 4] as mode
      from generate_series(1, 40) as turn
    ) as calls`.execute(db);
  await sql`
    insert into workflow_runs (organization_id, workflow_id, definition_id, name, mode, state, outcome, usage,
      telephony_configuration_id, to_number, created_at, started_at, ended_at)
    values (1, 1, 1, 'Test run', 'test', 'completed', 'completed', '{"tokens": 5}', null, null, ${at}, ${at}, ${at}),
      (1, 1, 1, 'Call', 'ad_hoc', 'running', null, null, 1, '+12025550119', ${at}, null, null),
      (2, 2, 2, 'Call', 'ad_hoc', 'completed', 'busy', null, null, ${otherNumber}, ${at}, null, ${at}),
      (1, 1, 1, 'Call', 'ad_hoc', 'completed', 'completed', '{"tokens": 7}', 1, ${otherNumber}, ${at}, ${at}, ${at})`.execute(
    db,
  );
  await sql`
    insert into live_calls (organization_id, run_id, telephony_configuration_id, to_number, state, placing_at, ask_at,
      deadline_at)
    values (1, 42, 1, '+12025550119', 'ringing', ${at}, '2100-01-01', '2100-01-01')`.execute(db);
  await sql`
    insert into consent_marks (organization_id, run_id, consent_given, consent_ts, marked_by)
    select 1, id, true, ${at}, 1 from workflow_runs where has_consent`.execute(db);
}

async function insertTelephony(db: Db): Promise<void> {
  await sql`
    insert into consents (organization_id, phone_number, purpose, obtained_at, source, created_by, created_at)
    values (1, ${otherNumber}, 'reminders', ${at}, 'Form', 1, ${at})`.execute(db);
  await sql`
    insert into do_not_call_numbers (organization_id, phone_number, run_id, created_at)
    values (1, '+12025550119', 1, ${at})`.execute(db);
  await sql`
    insert into inbound_calls (organization_id, telephony_configuration_id, carrier_call_id, run_id, rejection, received_at)
    values (1, 1, 'CA1', 2, null, ${at}), (1, 1, 'CA2', null, 'no_free_slot', ${at})`.execute(db);
  await sql`
    insert into scheduled_calls (organization_id, workflow_id, to_number, scheduled_at, due_at, user_id, created_at)
    values (1, 1, ${otherNumber}, '2100-01-01', '2100-01-01', 1, ${at})`.execute(db);
}

/** The events of the first two runs, for an endpoint that has got the first. */
async function insertEvents(db: Db): Promise<void> {
  await sql`
    insert into webhook_endpoints (organization_id, url, events, secret_encrypted, created_at, updated_at)
    values (1, 'https://hooks.example.com/', '{call_ended,call_analyzed}', 'x', ${at}, ${at})`.execute(
    db,
  );
  await sql`
    insert into webhook_events (organization_id, position, run_id, event, id, body, created_at, composed_at)
    select 1, position, position, 'call_ended', gen_random_uuid(), ${JSON.stringify({ event: 'call_ended', call: sampleEvent('msg_test', at).call })}, ${at}, ${at}
    from generate_series(1, 2) as position`.execute(db);
  await sql`update event_positions set last_position = 2, composed_at = ${at} where organization_id = 1`.execute(
    db,
  );
  await sql`
    insert into webhook_deliveries (organization_id, endpoint_id, event_id, position, run_id, event, event_created_at,
      state, attempt_count, last_status, created_at, settled_at)
    select 1, 1, id, position, run_id, event, created_at, case position when 1 then 'delivered' else 'pending' end, 1,
      case position when 1 then 200 else 500 end, ${at}, case position when 1 then created_at end
    from webhook_events`.execute(db);
  await sql`
    insert into webhook_attempts (organization_id, delivery_id, event_created_at, number, at, status, duration_ms)
    select 1, id, event_created_at, 1, ${at}, last_status, 12 from webhook_deliveries`.execute(db);
  await sql`
    insert into pending_deliveries (delivery_id, organization_id, endpoint_id, position, subject, event,
      event_created_at, bytes, attempt_count, tries, next_attempt_at)
    select id, 1, 1, position, run_id, event, event_created_at, 10, 1, 1, '2100-01-01'
    from webhook_deliveries where state = 'pending'`.execute(db);
}
