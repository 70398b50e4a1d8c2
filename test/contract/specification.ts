import { readFileSync } from 'node:fs';

/** What the specification says about its eleven operations and their schemas, as a table. */

const session = ['session'];
const either = ['apiKey', 'session'];
const json = 'application/json';
const none = { headers: [] as string[], request: {}, required: [] as string[] };

export const operations = {
  revokeApprovalPolicy: {
    ...none,
    method: 'post',
    path: '/api/v1/approval-policies/{policy_id}/revoke',
    credentials: session,
    inPath: ['policy_id'],
    request: { reason: 'string' },
    required: ['reason'],
    answer: [json, 'ApprovalPolicy'],
  },
  setStoryItemVersion: {
    ...none,
    method: 'put',
    path: '/api/v1/voice/stories/{story_id}/items/{item_id}/version',
    credentials: either,
    inPath: ['story_id', 'item_id'],
    request: { version_id: 'string' },
    required: ['version_id'],
    answer: [json, 'StoryItem'],
  },
  updateCatalogEntry: {
    ...none,
    method: 'patch',
    path: '/api/v1/admin/billing/catalog/{entry_id}',
    credentials: session,
    inPath: ['entry_id'],
    request: {
      name: 'string',
      payments_price_id: 'string',
      tokens: 'integer',
      active: 'boolean',
      sort_order: 'integer',
    },
    answer: [json, 'CatalogEntry'],
  },
  updateKnowledgeBasePricing: {
    ...none,
    method: 'put',
    path: '/api/v1/admin/kb-pricing',
    credentials: session,
    inPath: [],
    request: { embedding_usd_per_1m_tokens: 'number', storage_usd_per_mb_month: 'number' },
    answer: [json, 'KnowledgeBasePricing'],
  },
  markRunConsent: {
    ...none,
    method: 'post',
    path: '/api/v1/workflow/{workflow_id}/runs/{run_id}/mark-consent',
    credentials: session,
    inPath: ['workflow_id', 'run_id'],
    request: { consent_given: 'boolean' },
    required: ['consent_given'],
    answer: [json, 'WorkflowRun'],
  },
  listVoiceProfiles: {
    ...none,
    method: 'get',
    path: '/api/v1/voice/profiles',
    credentials: either,
    inPath: [],
    answer: [json, 'VoiceProfile[]'],
  },
  updateWorkflow: {
    ...none,
    method: 'put',
    path: '/api/v1/workflow/{workflow_id}',
    credentials: either,
    inPath: ['workflow_id'],
    request: {
      name: 'string',
      workflow_definition: 'object',
      template_context_variables: 'object',
      workflow_configurations: 'object',
    },
    answer: [json, 'Workflow'],
  },
  getCampaign: {
    ...none,
    method: 'get',
    path: '/api/v1/campaign/{campaign_id}',
    credentials: either,
    inPath: ['campaign_id'],
    headers: ['authorization', 'X-API-Key'],
    answer: [json, 'Campaign'],
  },
  getModelsCacheDir: {
    ...none,
    method: 'get',
    path: '/api/v1/voice/models/cache-dir',
    credentials: either,
    inPath: [],
    answer: [json, 'ModelsCacheDir'],
  },
  setDefaultOutboundTelephonyConfiguration: {
    ...none,
    method: 'post',
    path: '/api/v1/organizations/telephony-configs/{config_id}/set-default-outbound',
    credentials: either,
    inPath: ['config_id'],
    answer: [json, 'TelephonyConfiguration'],
  },
  migrateModels: {
    ...none,
    method: 'post',
    path: '/api/v1/voice/models/migrate',
    credentials: either,
    inPath: [],
    request: { destination: 'string' },
    required: ['destination'],
    answer: ['text/event-stream', 'ModelMigrationEvent'],
  },
} as const;

const of = <Type extends string>(type: Type, names: string): Record<string, Type> =>
  Object.fromEntries(names.split(' ').map((name) => [name, type]));

export const schemas: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ApprovalPolicy: {
    ...of('string', 'id connector_name action_type target_name status'),
    ...of('date-time', 'not_before expires_at created_at'),
    ...of('integer', 'max_uses used_count campaign_contact_count_ceiling'),
    destination: 'object',
    estimated_cost_is_authoritative: 'boolean',
  },
  ApprovalDestination: of('string', 'kind value'),
  StoryItem: {
    ...of('string', 'id story_id generation_id profile_id profile_name text language audio_path'),
    ...of('string', 'instruct version_id engine active_version_id'),
    ...of('date-time', 'created_at generation_created_at'),
    ...of('integer', 'start_time_ms seed track trim_start_ms trim_end_ms'),
    ...of('number', 'duration volume'),
    versions: 'array',
  },
  GenerationVersion: {
    ...of('string', 'id generation_id label audio_path source_version_id'),
    is_default: 'boolean',
    created_at: 'date-time',
    effects_chain: 'array',
  },
  Effect: { type: 'string', enabled: 'boolean', params: 'object' },
  VoiceProfile: {
    ...of('string', 'id name description language avatar_path voice_type preset_engine'),
    ...of('string', 'preset_voice_id design_prompt default_engine personality'),
    ...of('date-time', 'created_at updated_at'),
    effects_chain: 'array',
    ...of('integer', 'generation_count sample_count'),
  },
  CatalogEntry: {
    ...of('integer', 'id tokens sort_order'),
    ...of('string', 'kind key name payments_price_id'),
    active: 'boolean',
    ...of('date-time', 'created_at updated_at'),
  },
  KnowledgeBasePricing: of('number', 'embedding_usd_per_1m_tokens storage_usd_per_mb_month'),
  Workflow: {
    ...of('integer', 'id current_definition_id total_runs version_number'),
    ...of('string', 'name status version_status workflow_uuid'),
    created_at: 'date-time',
    ...of('object', 'workflow_definition template_context_variables call_disposition_codes'),
    workflow_configurations: 'object',
  },
  RunConsent: { consent_given: 'boolean', consent_ts: 'date-time' },
  Campaign: {
    ...of('integer', 'id workflow_id total_rows processed_rows failed_rows max_concurrency'),
    ...of('integer', 'executed_count total_queued_count parent_campaign_id'),
    ...of('integer', 'redialed_campaign_id telephony_configuration_id'),
    ...of('string', 'name workflow_name state source_type source_id telephony_configuration_name'),
    ...of('date-time', 'created_at started_at completed_at'),
    ...of('object', 'retry_config schedule_config circuit_breaker'),
    logs: 'array',
  },
  CampaignRetryConfig: {
    ...of('boolean', 'enabled retry_on_busy retry_on_no_answer retry_on_voicemail'),
    ...of('integer', 'max_retries retry_delay_seconds'),
  },
  ScheduleConfig: { enabled: 'boolean', timezone: 'string', slots: 'array' },
  CircuitBreaker: {
    enabled: 'boolean',
    failure_threshold: 'number',
    ...of('integer', 'window_seconds min_calls_in_window'),
  },
  CampaignLogEntry: { ...of('string', 'level event message'), ts: 'date-time', details: 'object' },
  TelephonyConfiguration: {
    id: 'integer',
    ...of('string', 'name provider'),
    is_default_outbound: 'boolean',
    credentials: 'object',
    ...of('date-time', 'created_at updated_at'),
  },
};

const guide = readFileSync(new URL('../../openapi/guides/additions.md', import.meta.url), 'utf8');

/** The members that the guide lists as added to a schema, by its name or a reference to it. */
export const additionsOf = (schema = ''): string[] =>
  [...guide.matchAll(/^\| `(\w+)` \| `(\w+)` \|/gm)].flatMap(([, name, member = '']) =>
    name === schema.split('/').at(-1) ? [member] : [],
  );
