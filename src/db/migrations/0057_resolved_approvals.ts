import { type Kysely, sql } from 'kysely';

/** Endpoints can choose the event of approvals that are no longer waited for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook_endpoints
      drop constraint webhook_endpoints_events_check,
      add constraint webhook_endpoints_events_check check (cardinality(events) > 0 and events <@ array[
        'call_queued', 'call_ringing', 'call_answered', 'call_ended', 'call_analyzed',
        'transfer_requested', 'transfer_ringing', 'transfer_briefing', 'transfer_bridged', 'transfer_failed',
        'transfer_canceled',
        'campaign_started', 'campaign_paused', 'campaign_resumed', 'campaign_completed', 'campaign_canceled',
        'tool_approval_requested', 'tool_approval_resolved', 'approval_policy_exhausted', 'webhook_endpoint_disabled'
      ]);
  `.execute(db);
}
