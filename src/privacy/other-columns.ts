import { type ColumnOf, personalTables, type Tables } from './personal-columns.ts';

type Columns = { readonly [T in Tables]?: readonly ColumnOf<T>[] };

/** Names of columns in which people write about their work and may mention anybody, in every table of no person. */
const writtenNames = /^(name|description|label|connector_name|external_id|metadata)$/;

/** The others in which they do so, and what is known of users. */
const written: Columns = {
  calling_hours: ['holidays'],
  campaign_logs: ['message', 'details'],
  campaign_sources: ['columns'],
  campaigns: ['added_columns', 'machine_detection', 'start_refusal'],
  generations: ['text', 'instruct', 'error_message'],
  organizations: ['suspension_reason'],
  sessions: ['address', 'user_agent'],
  tools: ['url_template', 'headers', 'arguments_schema', 'result_schema', 'mcp_offer'],
  voice_profiles: ['design_prompt', 'personality'],
  voice_samples: ['reference_text'],
  workflow_definitions: ['workflow_definition', 'tools'],
  workflow_test_cases: ['initial_context', 'turns', 'tool_answers', 'expected_tool_calls'],
  workflows: ['template_context_variables', 'workflow_configurations', 'former_settings'],
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
  catalog_entries: ['key', 'payments_price_id'],
  consents: ['purpose'],
  event_choices: ['chosen'],
  generations: ['model', 'voice'],
  model_cache: ['path'],
  model_downloads: ['revision', 'event'],
  model_migrations: ['source', 'destination', 'event'],
  organization_usage: ['quota'],
  pending_mails: ['template'],
  run_conversations: ['node_id'],
  run_transfers: ['destination', 'requested_destination', 'fallback', 'fallback_refusal'],
  telephony_configurations: ['calling_codes', 'countries'],
  tool_executions: ['tool_name'],
  tools: ['secret_header', 'mcp_name'],
  voice_file_removals: ['storage_key'],
  voice_profiles: ['preset_voice_id'],
};

/** Hashes and what is encrypted, and the addresses with which users log in. */
const unreadable = /(^|_)(hash|hmac|sha256|encrypted|email|traceparent)$/;
const codeNames =
  /(^|_)(state|status|event|outcome|kind|type|timezone|zone|language|code|engine|failure|measure|rejection)$/;

const hasColumn = (
  lists: Readonly<Partial<Record<string, readonly string[]>>>,
  table: string,
  column: string,
): boolean => lists[table]?.includes(column) === true;

/** Whether an erasure does not search a column for the number. It does so in columns that are not known here. */
export const isKept = (table: string, column: string): boolean =>
  unreadable.test(column) || hasColumn(unsearched, table, column);

/** Whether it is decided of a column what it holds of people, or that it holds nothing. */
export function isKnown(table: string, column: string): boolean {
  const personal = personalTables.find(({ name }) => name === table);
  if (personal ? column in personal.columns : writtenNames.test(column)) return true;
  if (isKept(table, column) || codeNames.test(column)) return true;
  return hasColumn(written, table, column) || hasColumn(codes, table, column);
}
