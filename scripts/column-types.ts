/** The types of JSON columns and of columns with a few values: the generator cannot derive them from SQL. */
const kysely = 'import("kysely")';
const words = (...values: string[]): string => values.map((value) => `"${value}"`).join(' | ');
const json = (type: string): string => `${kysely}.ColumnType<${type}, string, string>`;
const jsonWithDefault = (type: string): string =>
  `${kysely}.ColumnType<${type}, string | undefined, string>`;
const nullableJson = (type: string): string =>
  `${kysely}.ColumnType<${type} | null, string | null | undefined, string | null>`;
const withDefault = (type: string): string => `${kysely}.Generated<${type}>`;
const object = 'Record<string, unknown>';
const schema = (name: string): string => `import("./api.ts").components["schemas"]["${name}"]`;

const action = words('call_initiate', 'campaign_start', 'campaign_resume');
const outcome = words(
  'completed',
  'busy',
  'no_answer',
  'voicemail',
  'failed',
  'canceled',
  'unknown',
);
const webhookEvent = schema('WebhookEventName');

export const columnTypes: Record<string, string> = {
  // A key's scopes never change.
  'api_keys.scopes': `${kysely}.ColumnType<${schema('ApiKeyScope')}[], readonly ${schema('ApiKeyScope')}[], never>`,
  'approval_policies.action_type': action,
  'approval_policies.destination_kind': words('exact_e164', 'e164_prefix', 'campaign'),
  'approval_policy_uses.action_type': action,
  'approval_policy_uses.subject_type': words('workflow_run', 'campaign'),
  'audit_events.action': 'import("./api.ts").components["schemas"]["AuditAction"]',
  'audit_events.actor_kind': words(
    'user',
    'api_key',
    'run_token',
    'carrier',
    'anonymous',
    'system',
  ),
  'audit_events.after': nullableJson(object),
  'audit_events.before': nullableJson(object),
  'audit_events.subject_type': `${kysely}.GeneratedAlways<import("./api.ts").components["schemas"]["AuditSubjectType"]>`,
  'calling_hours.holidays': jsonWithDefault(`${schema('Holiday')}[]`),
  'calling_hours.slots': jsonWithDefault(`${schema('ScheduleSlot')}[]`),
  'campaign_contacts.initial_context': jsonWithDefault(object),
  'campaign_contacts.state': withDefault(words('pending', 'waiting', 'dialing', 'done', 'skipped')),
  'campaign_contacts.outcome': `${outcome} | null`,
  'campaign_logs.level': words('info', 'warning', 'error'),
  'campaign_logs.details': jsonWithDefault(object),
  'campaign_source_rows.initial_context': jsonWithDefault(object),
  'campaign_sources.columns': json('string[]'),
  'campaign_sources.source_type': withDefault(words('csv')),
  'campaigns.added_columns': jsonWithDefault('string[]'),
  'campaigns.circuit_breaker': json(schema('CircuitBreaker')),
  'campaigns.machine_detection': nullableJson(schema('MachineDetection')),
  'campaigns.retry_config': json(schema('CampaignRetryConfig')),
  'campaigns.schedule_config': nullableJson(schema('ScheduleConfig')),
  'campaigns.source_type': withDefault(words('csv')),
  'campaigns.start_refusal': nullableJson(schema('CampaignStartRefusal')),
  'campaigns.state': withDefault(words('created', 'running', 'paused', 'completed', 'canceled')),
  'catalog_entries.kind': words('token_pack', 'subscription', 'addon'),
  'do_not_call_numbers.source': withDefault(schema('DoNotCallSource')),
  'generation_versions.effects_chain': jsonWithDefault(`${schema('Effect')}[]`),
  'generations.status': withDefault(words('queued', 'running', 'completed', 'failed')),
  'consent_marks.consent_source': `${kysely}.GeneratedAlways<${schema('ConsentSource')}>`,
  'live_calls.handling': nullableJson(
    'import("../src/telephony/calls/handling-rules.ts").Handling',
  ),
  'live_calls.wanted': `${words('hang_up', 'message', 'message_left')} | null`,
  'model_migrations.event': nullableJson(
    'import("../src/voice/models/migration.ts").MigrationEvent',
  ),
  'model_migrations.state': withDefault(words('running', 'completed', 'failed')),
  'simulated_calls.detection': withDefault(words('off', 'detect', 'greeting_end')),
  'scheduled_calls.initial_context': jsonWithDefault(object),
  'scheduled_calls.refusal': nullableJson(schema('ScheduledCallRefusal')),
  'scheduled_calls.state': withDefault(schema('ScheduledCallState')),
  'telephony_configurations.provider': words('simulated', 'twilio', 'telnyx'),
  'voice_profiles.effects_chain': nullableJson(`${schema('Effect')}[]`),
  'voice_profiles.voice_type': withDefault(words('cloned', 'preset', 'designed')),
  'webhook_deliveries.event': webhookEvent,
  'webhook_deliveries.state': withDefault(words('pending', 'delivered', 'failed')),
  'webhook_endpoints.disabled_reason': `${words('requested', 'gone', 'failing')} | null`,
  'webhook_endpoints.events': `(${webhookEvent})[]`,
  'webhook_endpoints.status': withDefault(words('enabled', 'disabled')),
  'event_choices.recorded': withDefault(`${schema('RecordedEvent')}[]`),
  'event_choices.chosen': `${kysely}.Generated<(${webhookEvent})[]>`,
  'pending_deliveries.event': webhookEvent,
  'pending_events.event': webhookEvent,
  'webhook_events.event': webhookEvent,
  'workflow_definitions.version_status': words('draft', 'published', 'archived'),
  'workflow_definitions.workflow_definition': json(schema('WorkflowDefinition')),
  'workflow_test_cases.initial_context': jsonWithDefault(object),
  'workflow_test_cases.turns': json(`${schema('TestCaseTurn')}[]`),
  'workflow_runs.analysis': nullableJson(schema('RunAnalysis')),
  'workflow_runs.answered_by': `${words('human', 'machine', 'unknown')} | null`,
  'workflow_runs.failure': `${words(
    'refused',
    'carrier_failure',
    'connection_error',
    'timed_out',
    'no_callback',
    'do_not_call',
    'no_prior_consent',
    'approval_not_in_force',
    'configuration_missing',
    'outside_hours',
    'too_late',
    'restored_from_backup',
  )} | null`,
  'workflow_runs.gathered_context': jsonWithDefault(schema('GatheredContext')),
  'workflow_runs.initial_context': jsonWithDefault(object),
  'workflow_runs.mode': words('test', 'text', 'ad_hoc', 'campaign'),
  'workflow_runs.outcome': `${outcome} | null`,
  'workflow_runs.state': withDefault(words('initialized', 'running', 'completed')),
  'workflow_runs.transcript': nullableJson(`${schema('TranscriptTurn')}[]`),
  'workflow_runs.usage': nullableJson(object),
  'workflows.calling_hours': `${kysely}.GeneratedAlways<unknown>`,
  'workflows.status': withDefault(words('active', 'archived')),
  'workflows.template_context_variables': jsonWithDefault(object),
  'workflows.workflow_configurations': jsonWithDefault(object),
};
