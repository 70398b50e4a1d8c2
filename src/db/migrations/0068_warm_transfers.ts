import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table run_transfers
      -- What the destination hears before the two are connected; removed with the end of the transfer.
      add column briefing text check (length(briefing) between 1 and 500),
      add column briefing_language text check (length(briefing_language) <= 16),
      drop constraint run_transfers_kind_check,
      drop constraint run_transfers_status_check,
      drop constraint run_transfers_stage_check,
      drop constraint run_transfers_ended_check,
      add constraint run_transfers_kind_check check (kind in ('cold', 'warm')),
      add constraint run_transfers_status_check
        check (status in ('requested', 'ringing', 'briefing', 'bridged', 'failed', 'canceled')),
      add constraint run_transfers_stage_check check (stage in ('brief', 'briefing', 'connect', 'connecting')),
      add constraint run_transfers_ended_check
        check ((ended_at is null) = (status in ('requested', 'ringing', 'briefing'))),
      add constraint run_transfers_warm_check
        check ((briefing is not null) = (kind = 'warm' and ended_at is null) and (briefing is null) = (briefing_language is null));
    drop index run_transfers_unfinished_key, run_transfers_due_idx;
    create unique index run_transfers_unfinished_key on run_transfers (organization_id, run_id)
      where status in ('requested', 'ringing', 'briefing');
    create index run_transfers_due_idx on run_transfers (deadline_at)
      where status in ('requested', 'ringing', 'briefing');

    alter table webhook_endpoints
      drop constraint webhook_endpoints_events_check,
      add constraint webhook_endpoints_events_check check (cardinality(events) > 0 and events <@ array[
        'call_queued', 'call_ringing', 'call_answered', 'call_ended', 'call_analyzed',
        'transfer_requested', 'transfer_ringing', 'transfer_briefing', 'transfer_bridged', 'transfer_failed',
        'transfer_canceled',
        'campaign_started', 'campaign_paused', 'campaign_resumed', 'campaign_completed', 'campaign_canceled',
        'tool_approval_requested', 'approval_policy_exhausted', 'webhook_endpoint_disabled'
      ]);
  `.execute(db);
}
