import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Events of transfers are about a run, and written with their body: several of a kind in one call.
    alter table pending_events
      drop constraint pending_events_subject_check,
      drop constraint pending_events_body_check,
      add constraint pending_events_subject_check check (run_id is null or campaign_id is null or body is not null),
      add constraint pending_events_body_check check (run_id is not null or body is not null);
    drop index pending_events_run_key;
    create unique index pending_events_run_key
      on pending_events (run_id, event, (case when body is null then 0 else number end)) where run_id is not null;

    alter table webhook_endpoints
      drop constraint webhook_endpoints_events_check,
      add constraint webhook_endpoints_events_check check (cardinality(events) > 0 and events <@ array[
        'call_queued', 'call_ringing', 'call_answered', 'call_ended', 'call_analyzed',
        'transfer_requested', 'transfer_ringing', 'transfer_bridged', 'transfer_failed', 'transfer_canceled',
        'campaign_started', 'campaign_paused', 'campaign_resumed', 'campaign_completed', 'campaign_canceled',
        'approval_policy_exhausted', 'webhook_endpoint_disabled'
      ]);
  `.execute(db);
}
