import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tools
      -- A person has to accept each call.
      add column needs_approval boolean not null default false,
      -- How long a call waits for that.
      add column approval_timeout_seconds integer not null default 120
        constraint tools_approval_timeout_check check (approval_timeout_seconds between 10 and 900);

    alter table tool_executions
      -- Until when a call can be accepted, or an accepted one sent; null if nobody is asked.
      add column approval_expires_at timestamptz,
      add column decision text constraint tool_executions_decision_check check (decision in ('accepted', 'declined')),
      add column decision_reason text constraint tool_executions_reason_check check (length(decision_reason) <= 500),
      -- Counted with the instructions of the run, so that its runtime gets both in one order.
      add column decision_number integer,
      -- The user, who may be removed.
      add column decided_by bigint,
      add column decided_at timestamptz,
      drop constraint tool_executions_status_check,
      add constraint tool_executions_status_check
        check (status in ('waiting_for_approval', 'accepted', 'sending', 'succeeded', 'failed', 'unknown')),
      drop constraint tool_executions_check,
      add constraint tool_executions_settled_check
        check ((status in ('waiting_for_approval', 'accepted', 'sending')) = (settled_at is null)),
      add constraint tool_executions_approval_check check (
        case status when 'waiting_for_approval' then approval_expires_at is not null and decision is null
          when 'accepted' then approval_expires_at is not null and decision = 'accepted' else true end
      ),
      add constraint tool_executions_decided_check check (
        (decision is null) = (decided_at is null) and (decision is null) = (decision_number is null)
        and (decision is null) = (decided_by is null) and (decision is not null or decision_reason is null)
      );
    create index tool_executions_status_idx on tool_executions (organization_id, status, id desc);
    create index tool_executions_unsent_idx on tool_executions (approval_expires_at)
      where status in ('waiting_for_approval', 'accepted');
    create unique index tool_executions_decision_key on tool_executions (organization_id, run_id, decision_number)
      where decision_number is not null;

    alter table webhook_endpoints
      drop constraint webhook_endpoints_events_check,
      add constraint webhook_endpoints_events_check check (cardinality(events) > 0 and events <@ array[
        'call_queued', 'call_ringing', 'call_answered', 'call_ended', 'call_analyzed',
        'transfer_requested', 'transfer_ringing', 'transfer_bridged', 'transfer_failed', 'transfer_canceled',
        'campaign_started', 'campaign_paused', 'campaign_resumed', 'campaign_completed', 'campaign_canceled',
        'tool_approval_requested', 'approval_policy_exhausted', 'webhook_endpoint_disabled'
      ]);
  `.execute(db);
}
