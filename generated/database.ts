// Written by `make generate`. Do not edit.

import type { ColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Numeric = ColumnType<string, number | string, number | string>;

export type Timestamp = ColumnType<string, string, string>;

export interface ApiKeys {
  archived_at: Timestamp | null;
  connector_name: string | null;
  created_at: Timestamp;
  created_by: number | null;
  id: Generated<number>;
  key_hash: Buffer;
  last_used_at: Timestamp | null;
  name: string;
  organization_id: number;
  prefix: string;
  scopes: import("kysely").ColumnType<import("./api.ts").components["schemas"]["ApiKeyScope"][], readonly import("./api.ts").components["schemas"]["ApiKeyScope"][], never>;
}

export interface ApprovalPolicies {
  action_type: "call_initiate" | "campaign_start" | "campaign_resume";
  answered_by: number | null;
  approved_at: Timestamp | null;
  campaign_contact_count_ceiling: number | null;
  connector_name: string;
  created_at: Timestamp;
  created_by: number | null;
  declined_at: Timestamp | null;
  declined_reason: string | null;
  destination_kind: "exact_e164" | "e164_prefix" | "campaign";
  destination_value: string;
  disabled_at: Timestamp | null;
  estimated_cost_is_authoritative: Generated<boolean>;
  expires_at: Timestamp;
  external_id: string | null;
  id: string;
  max_uses: number;
  metadata: import("kysely").ColumnType<import("./api.ts").components["schemas"]["Metadata"] | null, string | null | undefined, string | null>;
  not_before: Timestamp;
  organization_id: number;
  proposal_closes_at: Timestamp | null;
  proposal_reason: string | null;
  proposed_at: Timestamp | null;
  proposed_by_key: number | null;
  revoked_at: Timestamp | null;
  revoked_by: number | null;
  revoked_reason: string | null;
  target_id: number;
  target_name: string;
  used_count: Generated<number>;
  withdrawn_at: Timestamp | null;
}

export interface ApprovalPolicyUses {
  action_type: "call_initiate" | "campaign_start" | "campaign_resume";
  api_key_id: number;
  created_at: Timestamp;
  id: Generated<number>;
  organization_id: number;
  policy_id: string;
  subject_id: number;
  subject_type: "workflow_run" | "campaign";
}

export interface AuditEvents {
  action: import("./api.ts").components["schemas"]["AuditAction"];
  actor_id: number | null;
  actor_kind: "user" | "api_key" | "run_token" | "carrier" | "anonymous" | "system";
  after: import("kysely").ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  before: import("kysely").ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  created_at: Timestamp;
  id: Generated<number>;
  organization_id: number | null;
  request_id: string | null;
  subject_id: string;
  subject_type: import("kysely").GeneratedAlways<import("./api.ts").components["schemas"]["AuditSubjectType"]>;
}

export interface CallingHours {
  enabled: Generated<boolean>;
  holidays: import("kysely").ColumnType<import("./api.ts").components["schemas"]["Holiday"][], string | undefined, string>;
  max_callbacks_per_day: Generated<number>;
  min_callback_delay_seconds: Generated<number>;
  organization_id: number;
  revision: Generated<number>;
  slots: import("kysely").ColumnType<import("./api.ts").components["schemas"]["ScheduleSlot"][], string | undefined, string>;
  timezone: Generated<string>;
  updated_at: Timestamp | null;
}

export interface CallPaces {
  errors: Generated<number>;
  next_free_at: Timestamp;
  organization_id: number;
  telephony_configuration_id: number;
}

export interface CampaignContactCounts {
  campaign_id: number;
  contacts: number;
  organization_id: number;
  outcome: string;
  retries: number;
  shard: number;
  state: string;
}

export interface CampaignContacts {
  added_at: Timestamp | null;
  attempts: Generated<number>;
  callback_at: Timestamp | null;
  campaign_id: number;
  deferrals: Generated<number>;
  due_at: Timestamp | null;
  external_id: string | null;
  id: Generated<number>;
  initial_context: import("kysely").ColumnType<Record<string, unknown>, string | undefined, string>;
  metadata: import("kysely").ColumnType<import("./api.ts").components["schemas"]["Metadata"] | null, string | null | undefined, string | null>;
  organization_id: number;
  outcome: "completed" | "busy" | "no_answer" | "voicemail" | "failed" | "canceled" | "unknown" | null;
  phone_number: string;
  retries_queued: Generated<number>;
  row_number: number;
  skip_reason: import("./api.ts").components["schemas"]["ContactSkipCode"] | null;
  state: import("kysely").Generated<"pending" | "waiting" | "dialing" | "done" | "skipped">;
  timezone: string | null;
  updated_at: Timestamp;
}

export interface CampaignLogs {
  campaign_id: number;
  details: import("kysely").ColumnType<Record<string, unknown>, string | undefined, string>;
  event: string;
  id: Generated<number>;
  level: "info" | "warning" | "error";
  message: string;
  organization_id: number;
  ts: Timestamp;
}

export interface CampaignRunCounts {
  campaign_id: number;
  organization_id: number;
  runs: number;
  shard: number;
}

export interface Campaigns {
  added_columns: import("kysely").ColumnType<string[], string | undefined, string>;
  approval_policy_id: string | null;
  circuit_breaker: import("kysely").ColumnType<import("./api.ts").components["schemas"]["CircuitBreaker"], string, string>;
  completed_at: Timestamp | null;
  contacts_removed_at: Timestamp | null;
  copied_to_row: number | null;
  created_at: Timestamp;
  created_by: number | null;
  deleted_at: Timestamp | null;
  external_id: string | null;
  hang_up_calls: Generated<boolean>;
  held_until: Timestamp | null;
  id: Generated<number>;
  machine_detection: import("kysely").ColumnType<import("./api.ts").components["schemas"]["MachineDetection"] | null, string | null | undefined, string | null>;
  max_concurrency: number | null;
  metadata: import("kysely").ColumnType<import("./api.ts").components["schemas"]["Metadata"] | null, string | null | undefined, string | null>;
  name: string;
  organization_id: number;
  parent_campaign_id: number | null;
  require_prior_consent: string | null;
  resumed_at: Timestamp | null;
  retry_config: import("kysely").ColumnType<import("./api.ts").components["schemas"]["CampaignRetryConfig"], string, string>;
  revision: Generated<number>;
  schedule_config: import("kysely").ColumnType<import("./api.ts").components["schemas"]["ScheduleConfig"] | null, string | null | undefined, string | null>;
  source_id: string;
  source_type: import("kysely").Generated<import("./api.ts").components["schemas"]["CampaignSourceType"]>;
  start_api_key_id: number | null;
  start_at: Timestamp | null;
  start_due_at: Timestamp | null;
  start_refusal: import("kysely").ColumnType<{ readonly code: string; readonly detail: string } | null, string | null | undefined, string | null>;
  start_user_id: number | null;
  started_at: Timestamp | null;
  state: import("kysely").Generated<"created" | "running" | "paused" | "completed" | "canceled">;
  telephony_configuration_id: number | null;
  total_rows: number | null;
  uncopied_rows: number | null;
  wake_at: Timestamp | null;
  workflow_id: number;
}

export interface CampaignSourceRows {
  external_id: string | null;
  initial_context: import("kysely").ColumnType<Record<string, unknown>, string | undefined, string>;
  metadata: import("kysely").ColumnType<import("./api.ts").components["schemas"]["Metadata"] | null, string | null | undefined, string | null>;
  organization_id: number;
  phone_number: string;
  row_number: number;
  source_id: string;
  timezone: string | null;
}

export interface CampaignSources {
  bytes: Generated<number>;
  columns: import("kysely").ColumnType<string[], string, string>;
  created_at: Timestamp;
  created_by: number | null;
  deleted_at: Timestamp | null;
  emptied_at: Timestamp | null;
  id: string;
  organization_id: number;
  source_type: import("kysely").Generated<import("./api.ts").components["schemas"]["CampaignSourceType"]>;
  total_rows: number;
  uploading_at: Timestamp | null;
}

export interface CampaignZones {
  campaign_id: number;
  given_back: Generated<number>;
  next_row: Generated<number>;
  organization_id: number;
  zone: string;
}

export interface CatalogEntries {
  active: Generated<boolean>;
  created_at: Timestamp;
  id: Generated<number>;
  key: string;
  kind: "token_pack" | "subscription" | "addon";
  name: string;
  payments_price_id: string | null;
  revision: Generated<number>;
  sort_order: Generated<number>;
  tokens: number;
  updated_at: Timestamp;
}

export interface ConsentMarks {
  consent_given: boolean;
  consent_source: import("kysely").GeneratedAlways<import("./api.ts").components["schemas"]["ConsentSource"]>;
  consent_ts: Timestamp;
  id: Generated<number>;
  marked_by: number | null;
  organization_id: number;
  run_id: number;
}

export interface Consents {
  created_at: Timestamp;
  created_by: number | null;
  evidence_url: string | null;
  expires_at: Timestamp | null;
  id: Generated<number>;
  obtained_at: Timestamp;
  organization_id: number;
  person_name: string | null;
  phone_number: string;
  purpose: string;
  revoked_at: Timestamp | null;
  source: string;
  wording: string | null;
}

export interface ContentChanges {
  bytes: number;
  id: Generated<number>;
  organization_id: number;
}

export interface DoNotCallNumbers {
  created_at: Timestamp;
  created_by: number | null;
  expires_at: Timestamp | null;
  id: Generated<number>;
  organization_id: number;
  phone_number: string;
  reason: string | null;
  run_id: number | null;
  source: import("kysely").Generated<import("./api.ts").components["schemas"]["DoNotCallSource"]>;
}

export interface EmailChanges {
  email: string | null;
  expires_at: Timestamp;
  hour_began_at: Timestamp;
  mails: number;
  organization_id: number;
  token_hash: Buffer | null;
  user_id: number;
}

export interface Erasures {
  api_key_id: number | null;
  completed_at: Timestamp | null;
  counts: import("kysely").ColumnType<Record<string, number>, string | undefined, string>;
  created_at: Timestamp;
  due_at: Timestamp;
  id: Generated<number>;
  number_encrypted: Buffer | null;
  number_hmac: Buffer;
  organization_id: number;
  position: import("kysely").ColumnType<import("../src/privacy/erasures/rules.ts").Position | null, string | null | undefined, string | null>;
  state: import("kysely").Generated<import("./api.ts").components["schemas"]["ErasureStatus"]>;
  step: Generated<number>;
  user_id: number | null;
}

export interface EventChoices {
  chosen: import("kysely").Generated<(import("./api.ts").components["schemas"]["WebhookEventName"])[]>;
  organization_id: number;
  recorded: import("kysely").Generated<import("./api.ts").components["schemas"]["RecordedEvent"][]>;
  revision: Generated<number>;
  updated_at: Timestamp | null;
}

export interface EventPositions {
  composed_at: Timestamp | null;
  last_position: Generated<number>;
  organization_id: number;
}

export interface GenerationQueues {
  organization_id: number;
  turn_at: Generated<Timestamp>;
  waiting: number;
}

export interface Generations {
  attempts: Generated<number>;
  created_at: Timestamp;
  created_from: import("kysely").Generated<import("./api.ts").components["schemas"]["GenerationOrigin"]>;
  duration: Generated<number>;
  ended_at: Timestamp | null;
  engine: string | null;
  error_code: import("./api.ts").components["schemas"]["GenerationFailureCode"] | null;
  error_message: string | null;
  id: string;
  instruct: string | null;
  language: string;
  lease_ends_at: Timestamp | null;
  model: string | null;
  organization_id: number;
  parts: number | null;
  parts_done: Generated<number>;
  profile_id: string;
  revision: Generated<number>;
  seed: number | null;
  started_at: Timestamp | null;
  status: import("kysely").Generated<import("./api.ts").components["schemas"]["GenerationStatus"]>;
  text: string;
  voice: string | null;
}

export interface GenerationVersions {
  created_at: Timestamp;
  duration: number;
  effects_chain: import("kysely").ColumnType<import("./api.ts").components["schemas"]["Effect"][], string | undefined, string>;
  file_id: string | null;
  generation_id: string;
  id: string;
  is_default: Generated<boolean>;
  label: string;
  organization_id: number;
  source_version_id: string | null;
}

export interface IdempotentAnswers {
  answer_encrypted: Buffer;
  created_at: Timestamp;
  expires_at: Timestamp;
  fingerprint: Buffer;
  key: string;
  organization_id: number;
}

export interface InboundCalls {
  carrier_call_id: string;
  organization_id: number;
  received_at: Timestamp;
  rejection: import("./api.ts").components["schemas"]["InboundRejection"] | null;
  run_id: number | null;
  telephony_configuration_id: number;
}

export interface InvitationHours {
  began_at: Timestamp;
  organization_id: number;
  sent: number;
}

export interface Invitations {
  created_at: Timestamp;
  email: string;
  expires_at: Timestamp;
  id: Generated<number>;
  invited_by: number;
  organization_id: number;
  role: import("./api.ts").components["schemas"]["Role"];
  token_hash: Buffer;
}

export interface KnowledgeBasePricing {
  embedding_usd_per_1m_tokens: Numeric;
  singleton: Generated<boolean>;
  storage_usd_per_mb_month: Numeric;
  updated_at: Timestamp | null;
}

export interface LiveCalls {
  approval_policy_id: string | null;
  ask_at: Timestamp | null;
  asked: Generated<number>;
  campaign_id: number | null;
  claim_id: string | null;
  deadline_at: Timestamp;
  deferrals: Generated<number>;
  due_at: Timestamp | null;
  handling: import("kysely").ColumnType<import("../src/telephony/calls/handling-rules.ts").Handling | null, string | null | undefined, string | null>;
  hang_up_at: Timestamp | null;
  hang_ups: Generated<number>;
  lease_until: Timestamp | null;
  organization_id: number;
  placing_at: Timestamp | null;
  ringing_event_at: Timestamp | null;
  run_id: number;
  state: string;
  telephony_configuration_id: number;
  timezone: string | null;
  to_number: string;
  wanted: "hang_up" | "message" | "message_left" | null;
}

export interface MailQueues {
  organization_id: number;
  pending: number;
  turn_at: Generated<Timestamp>;
}

export interface ModelCache {
  path: string;
  singleton: Generated<boolean>;
  updated_at: Timestamp;
}

export interface ModelDeletions {
  expires_at: Timestamp;
  name: string;
}

export interface ModelDownloads {
  ended_at: Timestamp | null;
  event: import("kysely").ColumnType<import("../src/voice/model-downloads/rules.ts").DownloadEvent | null, string | null | undefined, string | null>;
  event_number: Generated<number>;
  id: Generated<number>;
  name: string;
  organization_id: number;
  revision: string;
  started_at: Timestamp;
  state: import("kysely").Generated<import("./api.ts").components["schemas"]["VoiceModelDownloadStatus"]>;
}

export interface ModelMigrations {
  destination: string;
  ended_at: Timestamp | null;
  event: import("kysely").ColumnType<import("../src/voice/models/migration.ts").MigrationEvent | null, string | null | undefined, string | null>;
  event_number: Generated<number>;
  id: Generated<number>;
  models: number;
  source: string;
  started_at: Timestamp;
  state: import("kysely").Generated<"running" | "completed" | "failed">;
}

export interface OrganizationRetention {
  audit_days: number | null;
  contacts_days: number | null;
  contexts_days: number | null;
  events_days: number | null;
  organization_id: number;
  revision: Generated<number>;
  transcripts_days: number | null;
  updated_at: Timestamp | null;
}

export interface Organizations {
  api_key_limit: Generated<number>;
  concurrent_call_limit: Generated<number>;
  content_bytes_limit: Generated<number>;
  created_at: Timestamp;
  deleted_at: Timestamp | null;
  hang_up_calls: Generated<boolean>;
  id: Generated<number>;
  is_demo: Generated<boolean>;
  is_operator: Generated<boolean>;
  member_limit: Generated<number>;
  name: string;
  purged_at: Timestamp | null;
  reserved_for_single_calls: Generated<number>;
  source_bytes_limit: Generated<number>;
  source_limit: Generated<number>;
  story_limit: Generated<number>;
  suspended_at: Timestamp | null;
  suspension_reason: string | null;
  unfinished_contact_limit: Generated<number>;
  user_session_limit: Generated<number>;
  voice_bytes_limit: Generated<number>;
  voice_profile_limit: Generated<number>;
  webhook_endpoint_limit: Generated<number>;
  workflow_limit: Generated<number>;
}

export interface OrganizationUsage {
  organization_id: number;
  quota: string;
  used: number;
}

export interface PasswordResetRequests {
  created_at: Timestamp;
  email_encrypted: Buffer;
  id: string;
}

export interface PasswordResets {
  expires_at: Timestamp;
  hour_began_at: Timestamp;
  mails: number;
  organization_id: number;
  token_hash: Buffer;
  user_id: number;
}

export interface PendingDeliveries {
  attempt_count: Generated<number>;
  bytes: number;
  delivery_id: number;
  endpoint_id: number;
  event: import("./api.ts").components["schemas"]["WebhookEventName"];
  event_created_at: Timestamp;
  lease: string | null;
  next_attempt_at: Timestamp | null;
  organization_id: number;
  position: number;
  subject: number | null;
  tries: Generated<number>;
}

export interface PendingEvents {
  body: string | null;
  campaign_id: number | null;
  created_at: Timestamp;
  due_at: Timestamp;
  event: import("./api.ts").components["schemas"]["WebhookEventName"];
  id: string;
  number: Generated<number>;
  organization_id: number;
  run_id: number | null;
  traceparent: string | null;
}

export interface PendingMails {
  attempts: Generated<number>;
  content_encrypted: Buffer;
  created_at: Timestamp;
  id: string;
  next_attempt_at: Timestamp;
  organization_id: number;
  template: string;
}

export interface PermittedChanges {
  erasure_id: number | null;
  id: Generated<number>;
}

export interface PhoneNumbers {
  calls_counted: Generated<number>;
  counted_from: Timestamp | null;
  counted_until: Timestamp | null;
  created_at: Timestamp;
  daily_cap: number | null;
  id: Generated<number>;
  in_pool: Generated<boolean>;
  inbound_rejected_at: Timestamp | null;
  inbound_rejection: import("./api.ts").components["schemas"]["InboundRejection"] | null;
  inbound_workflow_id: number | null;
  is_default_caller: Generated<boolean>;
  label: string | null;
  organization_id: number;
  phone_number: string;
  revision: Generated<number>;
  telephony_configuration_id: number;
}

export interface RetentionWork {
  day: Timestamp | null;
  due_at: Timestamp;
  kind: "transcripts" | "contexts" | "usage" | "contacts" | "events" | "audit";
  organization_id: number;
  passed_at: Generated<Timestamp>;
  passed_id: Generated<number>;
  removed: Generated<number>;
  turn: Generated<number>;
}

export interface RunConversations {
  claim: Generated<number>;
  claimed_until: Timestamp | null;
  learned: import("kysely").ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  node_id: string | null;
  organization_id: number;
  run_id: number;
  runtime_url: string | null;
  tool_answers: import("kysely").ColumnType<import("./api.ts").components["schemas"]["ToolAnswer"][] | null, string | null | undefined, string | null>;
  turns: Generated<number>;
}

export interface RunInstructions {
  acknowledged_at: Timestamp | null;
  answer: import("./api.ts").components["schemas"]["RunInstructionAnswer"] | null;
  api_key_id: number | null;
  command_hash: string | null;
  created_at: Timestamp;
  delivered_at: Timestamp | null;
  digits_encrypted: Buffer | null;
  instruction_number: number;
  organization_id: number;
  reason: string | null;
  run_id: number;
  text: string;
  user_id: number | null;
}

export interface RunRetention {
  singleton: Generated<boolean>;
  stripped_up_to: number;
}

export interface RunTransfers {
  answered_at: Timestamp | null;
  api_key_id: number | null;
  approval_policy_id: string | null;
  bridged_at: Timestamp | null;
  briefing: string | null;
  briefing_language: string | null;
  carrier_code: string | null;
  created_at: Timestamp;
  deadline_at: Timestamp;
  destination: string;
  detects: Generated<boolean>;
  ended_at: Timestamp | null;
  failure: import("./api.ts").components["schemas"]["TransferFailureCode"] | null;
  fallback: string | null;
  fallback_at: Timestamp | null;
  fallback_id: number | null;
  fallback_refusal: string | null;
  from_number: string | null;
  handoff_briefing: string | null;
  id: Generated<number>;
  kind: import("./api.ts").components["schemas"]["TransferKind"];
  leg_id: string | null;
  organization_id: number;
  phone_number: string | null;
  recall_at: Timestamp | null;
  recalls: Generated<number>;
  requested_destination: string | null;
  ring_number: Generated<number>;
  run_id: number;
  sending_at: Timestamp | null;
  sip_uri: string | null;
  stage: "brief" | "briefing" | "connect" | "connecting" | null;
  status: import("kysely").Generated<import("./api.ts").components["schemas"]["RunTransferStatus"]>;
  step_at: Timestamp | null;
  step_tries: Generated<number>;
  timezone: string | null;
  to_definition_id: number | null;
  to_workflow_id: number | null;
  to_workflow_version: number | null;
  user_id: number | null;
}

export interface ScheduledCalls {
  api_key_id: number | null;
  callback_of_run_id: number | null;
  created_at: Timestamp;
  due_at: Timestamp | null;
  external_id: string | null;
  from_number: string | null;
  id: Generated<number>;
  initial_context: import("kysely").ColumnType<Record<string, unknown>, string | undefined, string>;
  metadata: import("kysely").ColumnType<import("./api.ts").components["schemas"]["Metadata"] | null, string | null | undefined, string | null>;
  organization_id: number;
  refusal: import("kysely").ColumnType<{ readonly code: string; readonly detail: string } | null, string | null | undefined, string | null>;
  revision: Generated<number>;
  run_id: number | null;
  scheduled_at: Timestamp;
  settled_at: Timestamp | null;
  state: import("kysely").Generated<import("./api.ts").components["schemas"]["ScheduledCallStatus"]>;
  telephony_configuration_id: number | null;
  timezone: string | null;
  to_number: string;
  traceparent: string | null;
  user_id: number | null;
  waits_until: Timestamp | null;
  workflow_id: number;
}

export interface Sessions {
  address: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  id: Generated<number>;
  last_used_at: Timestamp | null;
  organization_id: number;
  token_hash: Buffer;
  user_agent: string | null;
  user_id: number;
}

export interface SimulatedCalls {
  callback_url: string;
  detection: import("kysely").Generated<"off" | "detect" | "greeting_end">;
  direction: import("kysely").Generated<"outbound" | "inbound">;
  ends_at: Timestamp;
  from_number: string | null;
  hung_up_at: Timestamp | null;
  id: string;
  keys: Generated<Json>;
  placed_at: Timestamp;
  reported_at: Timestamp | null;
  run_id: number | null;
  /**
   * Until when its process vouches for it, again and again; null: it ends as planned, whatever becomes of its process.
   */
  talking_until: Timestamp | null;
  telephony_configuration_id: number;
  to_number: string;
  transfers: import("kysely").Generated<number[]>;
}

export interface SimulationClock {
  offset_ms: number;
  singleton: Generated<boolean>;
}

export interface StoredContents {
  bytes: number | null;
  organization_id: number | null;
}

export interface Stories {
  created_at: Timestamp;
  description: string | null;
  id: string;
  name: string;
  organization_id: number;
  revision: Generated<number>;
  updated_at: Timestamp;
}

export interface StoryItems {
  created_at: Timestamp;
  generation_id: string;
  id: string;
  organization_id: number;
  start_time_ms: number;
  story_id: string;
  track: Generated<number>;
  trim_end_ms: Generated<number>;
  trim_start_ms: Generated<number>;
  version_id: string | null;
  volume: Generated<number>;
}

export interface Sweeps {
  /**
   * By the clock of the database. Until then the holder runs it, after that anybody.
   */
  due_at: Generated<Timestamp>;
  every_ms: number;
  /**
   * How often in a row it has failed.
   */
  failures: Generated<number>;
  holder: string | null;
  name: string;
}

export interface TelephonyConfigurations {
  allowed_number_types: Generated<string[]>;
  calling_codes: string[] | null;
  calls_per_second: number | null;
  countries: string[] | null;
  created_at: Timestamp;
  credentials_encrypted: Buffer;
  id: Generated<number>;
  is_default_outbound: Generated<boolean>;
  name: string;
  organization_id: number;
  provider: "simulated" | "twilio" | "telnyx";
  revision: Generated<number>;
  updated_at: Timestamp;
}

export interface ToolExecutions {
  approval_expires_at: Timestamp | null;
  arguments: import("kysely").ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  attempt: Generated<number>;
  call_id: string;
  created_at: Timestamp;
  deadline_at: Timestamp;
  decided_at: Timestamp | null;
  decided_by: number | null;
  decision: import("./api.ts").components["schemas"]["ToolDecision"] | null;
  decision_number: number | null;
  decision_reason: string | null;
  duration_ms: number | null;
  error_code: import("./api.ts").components["schemas"]["ToolErrorCode"] | null;
  error_detail: string | null;
  http_status: number | null;
  id: Generated<number>;
  is_write: boolean;
  organization_id: number;
  result: import("kysely").ColumnType<unknown | null, string | null | undefined, string | null>;
  run_id: number;
  settled_at: Timestamp | null;
  status: import("kysely").Generated<import("./api.ts").components["schemas"]["ToolExecutionStatus"]>;
  tool_id: number | null;
  tool_name: string;
  tool_revision: number | null;
}

export interface Tools {
  approval_timeout_seconds: Generated<number>;
  arguments_schema: import("kysely").ColumnType<Record<string, unknown>, string, string>;
  created_at: Timestamp;
  description: string;
  headers: import("kysely").ColumnType<import("./api.ts").components["schemas"]["ToolHeader"][], string | undefined, string>;
  id: Generated<number>;
  is_write: Generated<boolean>;
  kind: import("./api.ts").components["schemas"]["ToolKind"];
  mcp_name: string | null;
  mcp_offer: import("kysely").ColumnType<import("./api.ts").components["schemas"]["McpOffer"] | null, string | null | undefined, string | null>;
  mcp_sha256: string | null;
  mcp_status: import("./api.ts").components["schemas"]["McpToolStatus"] | null;
  method: import("./api.ts").components["schemas"]["ToolMethod"];
  name: string;
  needs_approval: Generated<boolean>;
  organization_id: number;
  result_schema: import("kysely").ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  revision: Generated<number>;
  secret_encrypted: Buffer | null;
  secret_header: Generated<string>;
  timeout_ms: Generated<number>;
  updated_at: Timestamp;
  url_template: string;
}

export interface UsageChanges {
  amount: Generated<Numeric>;
  campaign_id: number;
  day: Timestamp;
  id: Generated<number>;
  measure: string;
  organization_id: number;
  outcome: string;
  runs: number;
  telephony_configuration_id: number;
  value: number | null;
  workflow_id: number;
}

export interface UsageCounts {
  amount: Generated<Numeric>;
  dimension: string;
  durations: Buffer | null;
  first_day: Timestamp;
  is_month: boolean;
  key: number;
  measure: string;
  organization_id: number;
  runs: number;
}

export interface Users {
  configured_password_hash: string | null;
  created_at: Timestamp;
  email: string | null;
  email_verified: Generated<boolean>;
  id: Generated<number>;
  is_super_admin: Generated<boolean>;
  organization_id: number;
  password_hash: string;
  removed_at: Timestamp | null;
  role: import("./api.ts").components["schemas"]["Role"];
}

export interface VoiceFileRemovals {
  due_at: Timestamp;
  storage_key: string;
}

export interface VoiceFiles {
  bytes: number;
  id: string;
  kept_at: Timestamp;
  may_be_unused: Generated<boolean>;
  media_type: string;
  organization_id: number;
  sha256: string;
}

export interface VoiceProfiles {
  avatar_file_id: string | null;
  created_at: Timestamp;
  default_engine: string | null;
  description: string | null;
  design_prompt: string | null;
  effects_chain: import("kysely").ColumnType<import("./api.ts").components["schemas"]["Effect"][] | null, string | null | undefined, string | null>;
  external_id: string | null;
  id: string;
  language: Generated<string>;
  metadata: import("kysely").ColumnType<import("./api.ts").components["schemas"]["Metadata"] | null, string | null | undefined, string | null>;
  name: string;
  organization_id: number;
  personality: string | null;
  preset_engine: string | null;
  preset_voice_id: string | null;
  revision: Generated<number>;
  updated_at: Timestamp;
  voice_type: import("kysely").Generated<"cloned" | "preset" | "designed">;
}

export interface VoiceSamples {
  channels: number;
  created_at: Timestamp;
  duration: number;
  file_id: string;
  format: import("./api.ts").components["schemas"]["AudioFormat"];
  id: string;
  organization_id: number;
  profile_id: string;
  reference_text: string;
  revision: Generated<number>;
  sample_rate: number;
  updated_at: Timestamp;
}

export interface WebhookAttempts {
  answer: string | null;
  at: Timestamp;
  delivery_id: number;
  duration_ms: number;
  error: string | null;
  event_created_at: Timestamp;
  number: number;
  organization_id: number;
  status: number | null;
}

export interface WebhookDeliveries {
  attempt_count: Generated<number>;
  campaign_id: number | null;
  created_at: Timestamp;
  endpoint_id: number;
  event: import("./api.ts").components["schemas"]["WebhookEventName"];
  event_created_at: Timestamp;
  event_id: string;
  first_answer: string | null;
  first_attempt_at: Timestamp | null;
  first_duration_ms: number | null;
  first_status: number | null;
  id: Generated<number>;
  last_status: number | null;
  organization_id: number;
  position: number;
  run_id: number | null;
  settled_at: Timestamp | null;
  state: import("kysely").Generated<"pending" | "delivered" | "failed">;
}

export interface WebhookEndpoints {
  created_at: Timestamp;
  description: string | null;
  disabled_at: Timestamp | null;
  disabled_reason: "requested" | "gone" | "failing" | null;
  events: (import("./api.ts").components["schemas"]["WebhookEventName"])[];
  failing_since: Timestamp | null;
  id: Generated<number>;
  organization_id: number;
  previous_secret_encrypted: Buffer | null;
  previous_secret_expires_at: Timestamp | null;
  revision: Generated<number>;
  secret_encrypted: Buffer;
  status: import("kysely").Generated<"enabled" | "disabled">;
  updated_at: Timestamp;
  url: string;
}

export interface WebhookEvents {
  body: string;
  campaign_id: number | null;
  composed_at: Timestamp;
  created_at: Timestamp;
  event: import("./api.ts").components["schemas"]["WebhookEventName"];
  id: string;
  organization_id: number;
  position: number;
  run_id: number | null;
  traceparent: string | null;
}

export interface WorkflowDefinitions {
  created_at: Timestamp;
  created_by: number | null;
  id: Generated<number>;
  organization_id: number;
  published_at: Timestamp | null;
  tools: import("kysely").ColumnType<import("../src/workflows/tool-rules.ts").PinnedTool[] | null, string | null | undefined, string | null>;
  version_number: number;
  version_status: "draft" | "published" | "archived";
  workflow_definition: import("kysely").ColumnType<import("./api.ts").components["schemas"]["WorkflowDefinition"], string, string>;
  workflow_id: number;
}

export interface WorkflowRunCounts {
  organization_id: number;
  runs: number;
  shard: number;
  workflow_id: number;
}

export interface WorkflowRuns {
  analysis: import("kysely").ColumnType<import("./api.ts").components["schemas"]["RunAnalysis"] | null, string | null | undefined, string | null>;
  answered_by: import("./api.ts").components["schemas"]["RunAnsweredBy"] | null;
  api_key_id: number | null;
  call_disposition: string | null;
  callback_at: Timestamp | null;
  callback_moved_to: Timestamp | null;
  callback_refusal: import("./api.ts").components["schemas"]["CallbackRefusalCode"] | null;
  campaign_id: number | null;
  carrier_call_id: string | null;
  carrier_code: string | null;
  code_used_at: Timestamp | null;
  contact_id: number | null;
  content_bytes: Generated<number>;
  counted_campaign_id: number | null;
  counted_configuration_id: number | null;
  created_at: Timestamp;
  definition_id: number;
  duration_seconds: Generated<number | null>;
  ended_at: Timestamp | null;
  erased_at: Timestamp | null;
  external_id: string | null;
  failure: "refused" | "carrier_failure" | "connection_error" | "agent_failed" | "timed_out" | "no_callback" | "do_not_call" | "no_prior_consent" | "approval_not_in_force" | "configuration_missing" | "outside_hours" | "too_late" | "restored_from_backup" | null;
  from_number: string | null;
  gathered_context: import("kysely").ColumnType<import("./api.ts").components["schemas"]["GatheredContext"], string | undefined, string>;
  handoff_id: number | null;
  hang_up_requested_at: Timestamp | null;
  has_consent: Generated<boolean>;
  /**
   * Set when a call ends: while no analysis is stored, it follows from the outcome. False: the stored one alone counts.
   */
  has_derived_analysis: Generated<boolean>;
  id: Generated<number>;
  initial_context: import("kysely").ColumnType<Record<string, unknown>, string | undefined, string>;
  message_left_at: Timestamp | null;
  metadata: import("kysely").ColumnType<import("./api.ts").components["schemas"]["Metadata"] | null, string | null | undefined, string | null>;
  mode: "test" | "text" | "ad_hoc" | "campaign" | "inbound";
  name: string;
  organization_id: number;
  outcome: "completed" | "busy" | "no_answer" | "voicemail" | "failed" | "canceled" | "unknown" | null;
  placing_at: Timestamp | null;
  recording_url: string | null;
  started_at: Timestamp | null;
  state: import("kysely").Generated<"initialized" | "running" | "completed">;
  telephony_configuration_id: number | null;
  timezone: string | null;
  to_number: string | null;
  token_revoked_at: Timestamp | null;
  traceparent: string | null;
  transcript: import("kysely").ColumnType<import("../src/workflows/runs/transcript-rules.ts").StoredTurn[] | null, string | null | undefined, string | null>;
  transcript_is_final: Generated<boolean>;
  usage: import("kysely").ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  usage_revision: Generated<number>;
  usage_was_removed: Generated<boolean>;
  user_id: number | null;
  workflow_id: number;
}

export interface WorkflowRuntimes {
  organization_id: number;
  previous_secret_encrypted: Buffer | null;
  previous_secret_expires_at: Timestamp | null;
  secret_encrypted: Buffer;
  workflow_id: number;
}

export interface Workflows {
  calling_hours: import("kysely").GeneratedAlways<unknown>;
  created_at: Timestamp;
  current_definition_id: number | null;
  external_id: string | null;
  former_settings: Generated<Json>;
  id: Generated<number>;
  metadata: import("kysely").ColumnType<import("./api.ts").components["schemas"]["Metadata"] | null, string | null | undefined, string | null>;
  name: string;
  organization_id: number;
  require_prior_consent: Generated<string | null>;
  revision: Generated<number>;
  status: import("kysely").Generated<"active" | "archived">;
  template_context_variables: import("kysely").ColumnType<Record<string, unknown>, string | undefined, string>;
  updated_at: Timestamp;
  voice_profile_id: Generated<string | null>;
  workflow_configurations: import("kysely").ColumnType<Record<string, unknown>, string | undefined, string>;
  workflow_uuid: Generated<string>;
}

export interface WorkflowTestCases {
  created_at: Timestamp;
  expected_tool_calls: import("kysely").ColumnType<import("./api.ts").components["schemas"]["ExpectedToolCall"][], string | undefined, string>;
  id: Generated<number>;
  initial_context: import("kysely").ColumnType<Record<string, unknown>, string | undefined, string>;
  name: string;
  organization_id: number;
  revision: Generated<number>;
  tool_answers: import("kysely").ColumnType<import("./api.ts").components["schemas"]["ToolAnswer"][], string | undefined, string>;
  turns: import("kysely").ColumnType<import("../src/workflows/test-cases/rules.ts").Turn[], string, string>;
  updated_at: Timestamp;
  workflow_id: number;
}

export interface Database {
  api_keys: ApiKeys;
  approval_policies: ApprovalPolicies;
  approval_policy_uses: ApprovalPolicyUses;
  audit_events: AuditEvents;
  call_paces: CallPaces;
  calling_hours: CallingHours;
  campaign_contact_counts: CampaignContactCounts;
  campaign_contacts: CampaignContacts;
  campaign_logs: CampaignLogs;
  campaign_run_counts: CampaignRunCounts;
  campaign_source_rows: CampaignSourceRows;
  campaign_sources: CampaignSources;
  campaign_zones: CampaignZones;
  campaigns: Campaigns;
  catalog_entries: CatalogEntries;
  consent_marks: ConsentMarks;
  consents: Consents;
  content_changes: ContentChanges;
  do_not_call_numbers: DoNotCallNumbers;
  email_changes: EmailChanges;
  erasures: Erasures;
  event_choices: EventChoices;
  event_positions: EventPositions;
  generation_queues: GenerationQueues;
  generation_versions: GenerationVersions;
  generations: Generations;
  idempotent_answers: IdempotentAnswers;
  inbound_calls: InboundCalls;
  invitation_hours: InvitationHours;
  invitations: Invitations;
  knowledge_base_pricing: KnowledgeBasePricing;
  live_calls: LiveCalls;
  mail_queues: MailQueues;
  model_cache: ModelCache;
  model_deletions: ModelDeletions;
  model_downloads: ModelDownloads;
  model_migrations: ModelMigrations;
  organization_retention: OrganizationRetention;
  organization_usage: OrganizationUsage;
  organizations: Organizations;
  password_reset_requests: PasswordResetRequests;
  password_resets: PasswordResets;
  pending_deliveries: PendingDeliveries;
  pending_events: PendingEvents;
  pending_mails: PendingMails;
  permitted_changes: PermittedChanges;
  phone_numbers: PhoneNumbers;
  retention_work: RetentionWork;
  run_conversations: RunConversations;
  run_instructions: RunInstructions;
  run_retention: RunRetention;
  run_transfers: RunTransfers;
  scheduled_calls: ScheduledCalls;
  sessions: Sessions;
  simulated_calls: SimulatedCalls;
  simulation_clock: SimulationClock;
  stored_contents: StoredContents;
  stories: Stories;
  story_items: StoryItems;
  sweeps: Sweeps;
  telephony_configurations: TelephonyConfigurations;
  tool_executions: ToolExecutions;
  tools: Tools;
  usage_changes: UsageChanges;
  usage_counts: UsageCounts;
  users: Users;
  voice_file_removals: VoiceFileRemovals;
  voice_files: VoiceFiles;
  voice_profiles: VoiceProfiles;
  voice_samples: VoiceSamples;
  webhook_attempts: WebhookAttempts;
  webhook_deliveries: WebhookDeliveries;
  webhook_endpoints: WebhookEndpoints;
  webhook_events: WebhookEvents;
  workflow_definitions: WorkflowDefinitions;
  workflow_run_counts: WorkflowRunCounts;
  workflow_runs: WorkflowRuns;
  workflow_runtimes: WorkflowRuntimes;
  workflow_test_cases: WorkflowTestCases;
  workflows: Workflows;
}
