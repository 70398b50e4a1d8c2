import { type ColumnOf, personalTables, type Tables } from './personal-columns.ts';

type Columns = { readonly [T in Tables]?: readonly ColumnOf<T>[] };

/** What people write about their work, which may mention anybody, and what is known of users. */
const written: Columns = {
  api_keys: ['name', 'connector_name'],
  calling_hours: ['holidays'],
  campaign_logs: ['message', 'details'],
  campaign_sources: ['columns'],
  campaigns: [
    'name',
    'added_columns',
    'machine_detection',
    'start_refusal',
    'external_id',
    'metadata',
  ],
  generation_versions: ['label'],
  generations: ['text', 'instruct', 'error_message'],
  organizations: ['name', 'suspension_reason'],
  phone_numbers: ['label'],
  sessions: ['address', 'user_agent'],
  stories: ['name', 'description'],
  telephony_configurations: ['name'],
  tools: [
    'description',
    'url_template',
    'headers',
    'arguments_schema',
    'result_schema',
    'mcp_offer',
  ],
  voice_profiles: [
    'name',
    'description',
    'design_prompt',
    'personality',
    'external_id',
    'metadata',
  ],
  voice_samples: ['reference_text'],
  webhook_endpoints: ['description'],
  workflow_definitions: ['workflow_definition', 'tools'],
  workflow_test_cases: ['name', 'initial_context', 'turns', 'tool_answers', 'expected_tool_calls'],
  workflows: [
    'name',
    'template_context_variables',
    'workflow_configurations',
    'external_id',
    'metadata',
    'former_settings',
  ],
};

/** Settings that are counts, times and names from lists, IDs of rows and random characters: an erasure does not search them. */
const unsearched: Columns = {
  api_keys: ['prefix'],
  audit_events: ['subject_id'],
  calling_hours: ['slots'],
  campaigns: ['retry_config', 'circuit_breaker', 'schedule_config'],
  // Keeps anybody from calling again.
  do_not_call_numbers: ['phone_number'],
  erasures: ['position', 'counts'],
  generation_versions: ['effects_chain'],
  idempotent_answers: ['fingerprint'],
  // The organization's own numbers cannot be erased, and it receives its events at the URL.
  phone_numbers: ['phone_number'],
  usage_counts: ['durations'],
  voice_profiles: ['effects_chain'],
  webhook_endpoints: ['url'],
};

/** Names that the service, a carrier or a definition gives, of models, nodes, tools and reasons. */
const codes: Columns = {
  api_keys: ['scopes'],
  approval_policies: ['revoked_reason'],
  audit_events: ['action'],
  campaign_contacts: ['skip_reason'],
  campaigns: ['require_prior_consent'],
  catalog_entries: ['key', 'name', 'payments_price_id'],
  consents: ['purpose'],
  event_choices: ['chosen'],
  generations: ['engine', 'model', 'voice'],
  model_cache: ['path'],
  model_deletions: ['name'],
  model_downloads: ['name', 'revision', 'event'],
  model_migrations: ['source', 'destination', 'event'],
  organization_usage: ['quota'],
  pending_mails: ['template'],
  phone_numbers: ['inbound_rejection'],
  run_conversations: ['node_id'],
  run_transfers: [
    'destination',
    'failure',
    'requested_destination',
    'fallback',
    'fallback_refusal',
  ],
  sweeps: ['name'],
  telephony_configurations: ['calling_codes', 'countries'],
  tool_executions: ['tool_name'],
  tools: ['name', 'secret_header', 'mcp_name'],
  usage_changes: ['measure'],
  usage_counts: ['measure'],
  voice_file_removals: ['storage_key'],
  voice_profiles: ['preset_engine', 'preset_voice_id', 'default_engine'],
};

/** Hashes and what is encrypted, and the addresses with which users log in. */
const unreadable = /(^|_)(hash|hmac|sha256|encrypted|email|traceparent)$/;
const codeNames = /(^|_)(state|status|event|outcome|kind|type|timezone|zone|language|code)$/;

const hasColumn = (
  lists: Readonly<Partial<Record<string, readonly string[]>>>,
  table: string,
  column: string,
): boolean => lists[table]?.includes(column) === true;

/** Whether an erasure does not search a column for the number. It does so in columns that are not known here. */
export const isKept = (table: string, column: string): boolean =>
  unreadable.test(column) || hasColumn(unsearched, table, column);

/** Whether it is decided of a column what it holds of people, or that it holds nothing. */
export const isKnown = (table: string, column: string): boolean =>
  personalTables.some(({ name, columns }) => name === table && column in columns) ||
  isKept(table, column) ||
  codeNames.test(column) ||
  [written, codes].some((list) => hasColumn(list, table, column));
