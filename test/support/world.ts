import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { isNode, type Node } from './node.ts';

/** The objects in the contract's examples, by kind: their ids with their names. */
export type Things = Readonly<Record<string, Readonly<Record<string, string>>>>;

const file = new URL('../../openapi/shared/world.yaml', import.meta.url);

// Its aliases exceed the parser's limit for untrusted text.
const world: unknown = parse(readFileSync(file, 'utf8'), { maxAliasCount: -1 });
export const { things } = world as { readonly things: Things };

/** The kind of object whose id a member's value, or each of its values, is. */
const kindOfMember: Readonly<Record<string, string>> = {
  organization_id: 'organizations',
  actor_user_id: 'users',
  created_by: 'users',
  marked_by: 'users',
  decided_by: 'users',
  user_id: 'users',
  invited_by: 'users',
  invitation_id: 'invitations',
  api_key_id: 'api_keys',
  key_id: 'api_keys',
  session_id: 'sessions',
  policy_id: 'approval_policies',
  approval_request_id: 'approval_requests',
  profile_id: 'voice_profiles',
  voice_profile_id: 'voice_profiles',
  sample_id: 'voice_samples',
  story_id: 'stories',
  item_id: 'story_items',
  item_ids: 'story_items',
  generation_id: 'generations',
  version_id: 'generation_versions',
  active_version_id: 'generation_versions',
  source_version_id: 'generation_versions',
  story_ids: 'stories',
  default_version_id: 'generation_versions',
  model_id: 'voice_models',
  download_id: 'voice_model_downloads',
  entry_id: 'catalog_entries',
  workflow_id: 'workflows',
  inbound_workflow_id: 'workflows',
  target_ids: 'workflows',
  workflow_ids: 'workflows',
  definition_id: 'workflow_definitions',
  current_definition_id: 'workflow_definitions',
  test_case_id: 'workflow_test_cases',
  tool_id: 'tools',
  tool_execution_id: 'tool_executions',
  transfer_id: 'run_transfers',
  handoff_id: 'run_transfers',
  to_workflow_id: 'workflows',
  first_workflow_id: 'workflows',
  run_id: 'runs',
  callback_of_run_id: 'runs',
  consent_id: 'consents',
  scheduled_call_id: 'scheduled_calls',
  erasure_id: 'erasures',
  source_id: 'campaign_sources',
  campaign_id: 'campaigns',
  campaign_ids: 'campaigns',
  parent_campaign_id: 'campaigns',
  redialed_campaign_id: 'campaigns',
  contact_id: 'campaign_contacts',
  carrier_call_id: 'carrier_calls',
  config_id: 'telephony_configurations',
  telephony_configuration_id: 'telephony_configurations',
  phone_number_id: 'phone_numbers',
  approval_policy_id: 'approval_policies',
  endpoint_id: 'webhook_endpoints',
  delivery_id: 'webhook_deliveries',
  event_id: 'webhook_events',
  'webhook-id': 'webhook_events',
};

/** Ids from others: carriers, voice engines, the payment provider, or a request itself. */
const foreign = [
  'call_id',
  // In the system that a tool asks.
  'customer_id',
  'connection_id',
  'external_id',
  'payments_price_id',
  'preset_voice_id',
  'request_id',
  'X-Request-Id',
  'Idempotency-Key',
  'Last-Event-ID',
  // Parts of a workflow's definition.
  'node_id',
  'expected_node_id',
  'edge_id',
];

/**
 * A member that only one kind of object has, or undefined for what is not an object with an id; the first match
 * decides.
 */
const telltales: readonly (readonly [member: string, kind: string | undefined])[] = [
  ['contract_version', 'webhook_events'],
  // Nodes and edges of a definition, and the events of a stream.
  ['data', undefined],
  // Speech engines.
  ['has_seed', undefined],
  ['closes_at', 'approval_requests'],
  ['policy_id', 'approval_policy_uses'],
  ['consent_source', 'consent_marks'],
  ['obtained_at', 'consents'],
  ['phone_number_hmac', 'erasures'],
  ['subject_type', 'audit_events'],
  ['workflow_uuid', 'workflows'],
  ['published_at', 'workflow_definitions'],
  ['scheduled_at', 'scheduled_calls'],
  ['tool_revision', 'tool_executions'],
  ['url_template', 'tools'],
  ['bridged_at', 'run_transfers'],
  ['turns', 'workflow_test_cases'],
  ['turn_count', 'workflow_test_cases'],
  ['mode', 'runs'],
  ['row_number', 'campaign_contacts'],
  ['retry_config', 'campaigns'],
  ['total_rows', 'campaign_sources'],
  ['credentials', 'telephony_configurations'],
  ['is_default_caller', 'phone_numbers'],
  ['reason', 'do_not_call_numbers'],
  ['scopes', 'api_keys'],
  ['max_uses', 'approval_policies'],
  ['destination', 'run_transfers'],
  ['is_super_admin', 'users'],
  ['user_agent', 'sessions'],
  ['invited_by', 'invitations'],
  // Members of the organization.
  ['role', 'users'],
  ['endpoint_id', 'webhook_deliveries'],
  ['url', 'webhook_endpoints'],
  ['sort_order', 'catalog_entries'],
  ['voice_type', 'voice_profiles'],
  ['sample_rate', 'voice_samples'],
  ['item_count', 'stories'],
  ['total_bytes', 'voice_model_downloads'],
  ['start_time_ms', 'story_items'],
  ['is_default', 'generation_versions'],
  ['created_from', 'generations'],
  ['member_count', 'organizations'],
];

/** Other words that name the kind of an id. */
const kindOfWord: Readonly<Record<string, string>> = {
  user: 'users',
  invitation: 'invitations',
  api_key: 'api_keys',
  approval_policy: 'approval_policies',
  approval_request: 'approval_requests',
  catalog_entry: 'catalog_entries',
  voice_profile: 'voice_profiles',
  voice_sample: 'voice_samples',
  workflow_run: 'runs',
  run_token: 'runs',
  call_initiate: 'workflows',
  campaign_start: 'campaigns',
  campaign_resume: 'campaigns',
};

/** The kind of an object; undefined for one without an id, and an error if it cannot be determined. */
export function kindOfThing(object: Node, member = ''): string | undefined {
  if (member === 'organization') return 'organizations';
  if (member === 'actor') return kindOfWord[String(object['kind'])];
  const found = telltales.find(([telltale]) => telltale in object);
  if (found) return found[1];
  throw new Error(
    `No telltale says what the object with the id ${String(object['id'])} and the members ${Object.keys(object).join(', ')} is. Name one of its members in test/support/world.ts, and the object in openapi/shared/world.yaml.`,
  );
}

/** Whether a member of that name would hold the id of this object. */
export const isOfKind = (object: Node, member: string): boolean =>
  kindOfMember[member] !== undefined && kindOfMember[member] === kindOfThing(object);

export interface Mention {
  readonly kind: string;
  readonly id: string;
  /** Its name here; undefined if only its id appears. */
  readonly name?: unknown;
}

/** Every id in a value; `member` is the name of the member that holds it. */
export function* mentionsIn(value: unknown, member = ''): Generator<Mention> {
  if (Array.isArray(value)) {
    for (const part of value) yield* mentionsIn(part, member);
  } else if (isNode(value)) {
    if ('id' in value) yield* ownId(value, member);
    for (const [name, part] of Object.entries(value)) {
      if (name === 'id') continue;
      const kind = kindOfMember[name] ?? kindByObject(value, name);
      if (kind !== undefined) yield* idsIn(part, kind, value[nameBeside(name)]);
      else yield* mentionsIn(part, name);
    }
  } else if (kindOfMember[member] !== undefined) {
    yield* idsIn(value, kindOfMember[member] ?? '', undefined);
  } else if (/_ids?$/.test(member) && ![...foreign, 'subject_id'].includes(member)) {
    throw new Error(`Nothing says what the ids in ${member} are of.`);
  }
}

function* ownId(object: Node, member: string): Generator<Mention> {
  const kind = kindOfThing(object, member);
  const name = object['email'] ?? object['phone_number'] ?? object['name'];
  if (kind !== undefined) yield* idsIn(object['id'], kind, named.includes(kind) ? name : undefined);
}

function* idsIn(value: unknown, kind: string, name: unknown): Generator<Mention> {
  for (const id of [value].flat())
    if (typeof id === 'number' || typeof id === 'string') yield { kind, id: String(id), name };
}

function kindByObject(object: Node, member: string): string | undefined {
  if (member === 'subject_id') return kindOfWord[String(object['subject_type'])];
  if (member === 'target_id') return kindOfWord[String(object['action_type'])];
  return undefined;
}

const nameBeside = (member: string): string =>
  member.endsWith('_id') ? member.replace(/_id$/, '_name') : '';

/** The kinds whose objects show the name that `things` has. */
const named = [
  'organizations',
  'users',
  'invitations',
  'api_keys',
  'workflows',
  'runs',
  'campaigns',
  'telephony_configurations',
  'phone_numbers',
  'do_not_call_numbers',
  'catalog_entries',
  'voice_profiles',
  'stories',
];

/** The ids and names in a value that the world does not contain. */
export const strangers = (value: unknown, member = ''): string[] =>
  [...mentionsIn(value, member)].flatMap(({ kind, id, name }) => {
    const known = things[kind]?.[id];
    if (known === undefined) return [`${kind} has no ${id}`];
    return name === undefined || name === known || name === null
      ? []
      : [`${kind} ${id} is called ${JSON.stringify(name)}, not ${JSON.stringify(known)}`];
  });

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const phoneNumber = /\+\d[\d ()-]{6,}\d/g;
const ids = new Set(Object.values(things).flatMap((kind) => Object.keys(kind)));
const phoneNumbers = new Set([
  ...Object.keys(things['people'] ?? {}),
  ...Object.values(things['phone_numbers'] ?? {}),
  ...Object.values(things['do_not_call_numbers'] ?? {}),
]);
/** Ranges reserved for fiction: +1 xxx 555 0100 to 0199, and 020 7946 0000 to 0999 in London. */
const fictitious = /^\+(1\d{3}55501\d\d|442079460\d{3})$/;

/** The phone numbers and UUIDs in a text, including paths and tables, that the world does not contain. */
export function strangersInText(text: string): string[] {
  const numbers = text.match(phoneNumber)?.map((number) => number.replace(/[ ()-]/g, '')) ?? [];
  return [
    ...numbers.filter((number) => !phoneNumbers.has(number)),
    ...numbers.filter((number) => !fictitious.test(number)),
    ...(text.match(uuid) ?? []).filter((id) => !ids.has(id)),
  ];
}

/** Every text in a value except ids from others. */
export function* textsIn(value: unknown, member = ''): Generator<string> {
  if (typeof value === 'string' && !foreign.includes(member) && member !== 'workflow_uuid')
    yield value;
  if (Array.isArray(value)) for (const part of value) yield* textsIn(part, member);
  if (isNode(value)) for (const [name, part] of Object.entries(value)) yield* textsIn(part, name);
}
