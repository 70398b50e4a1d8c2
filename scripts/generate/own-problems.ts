import { sentenceOf } from '../../src/billing/quotas/rules.ts';
import {
  type OpenApiDocument,
  readOperations,
  resolve,
  type Schema,
} from '../../src/http/operations.ts';
import { type Fault, faultOf } from './own-faults.ts';

type Node = Record<string, unknown>;
type Operation = ReturnType<typeof readOperations>[number];
type Quota = Parameters<typeof sentenceOf>[0]['quota'];

interface Subject {
  readonly document: OpenApiDocument;
  readonly operation: Operation;
  /** The body's media types. */
  readonly types: readonly string[];
  /** The members that the body must have. */
  readonly required: readonly string[];
  /** The path parameters with their examples. */
  readonly path: ReadonlyMap<string, unknown>;
}

/** What a parameter identifies where its name does not say it in full. */
const things: Readonly<Record<string, string>> = {
  key_id: 'API key',
  user_id: 'Member',
  policy_id: 'Approval policy',
  profile_id: 'Voice profile',
  version_id: 'Generation version',
  version_number: 'Version',
  instruction_number: 'Instruction',
  item_id: 'Story item',
  entry_id: 'Catalog entry',
  config_id: 'Telephony configuration',
  endpoint_id: 'Webhook endpoint',
  delivery_id: 'Webhook delivery',
  to_number: 'Phone number',
};

/** What these operations do not find, where the path does not say it; null if no member names it. */
const lookups: Readonly<Record<string, readonly [param: string | null, detail: string]>> = {
  createApprovalPolicy: ['target_id', 'Workflow with the id 3 not found.'],
  createApprovalRequest: ['target_id', 'Workflow with the id 3 not found.'],
  getGenerationAudio: ['generation_id', 'Audio not found.'],
  streamModelMigration: [null, 'Model migration not found.'],
  callRunTool: ['name', 'Tool not found.'],
  streamSpeech: ['profile_id', 'Voice profile not found.'],
  getSimulationClock: [null, 'Path not found.'],
  setSimulationClock: [null, 'Path not found.'],
};

/** The member that these operations have in place of the one that problems of a call name. */
const params: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  createRunTransfer: { to_number: 'destination' },
};

/** The limit that an operation meets first; that of workflows for all others. */
const quotas: readonly (readonly [RegExp, Quota])[] = [
  [/ApiKey$/, 'api_key_limit'],
  [/Invitation$/, 'member_limit'],
  [/^(create|import)VoiceProfile$/, 'voice_profile_limit'],
  [/Generation|Voice/, 'voice_bytes_limit'],
  [/Story$/, 'story_limit'],
  [/CampaignSource$/, 'source_limit'],
  [/Campaign/, 'unfinished_contact_limit'],
  [/WebhookEndpoint$/, 'webhook_endpoint_limit'],
  [
    /^(callRunTool|initiateCall|createTestRun|updateWorkflow|revertWorkflow|updateWorkflowTestCase)$/,
    'content_bytes_limit',
  ],
];

/** Limits that are the same for every organization. */
const limits: Readonly<Record<string, readonly [name: string, limit: number, detail: string]>> = {
  createApprovalRequest: [
    'approval_requests',
    50,
    '50 approval requests are pending, or expired or were withdrawn in the hour after they were created. A user has to accept or decline some of them first.',
  ],
  addStoryItem: ['story_items', 500, 'The story has 500 items, the maximum. Remove one first.'],
  splitStoryItem: ['story_items', 500, 'The story has 500 items, the maximum. Remove one first.'],
  duplicateStoryItem: [
    'story_items',
    500,
    'The story has 500 items, the maximum. Remove one first.',
  ],
  downloadVoiceModel: [
    'model_downloads',
    4,
    '4 models are being downloaded, as many as may be at once.',
  ],
  scheduleContactCallback: [
    'callbacks_per_day',
    3,
    'The phone number already has 3 callbacks on that day, which is the limit. Choose another day.',
  ],
  createPhoneNumber: [
    'caller_number_pool',
    100,
    'The telephony configuration has 100 numbers in its pool, which is the maximum.',
  ],
  updatePhoneNumber: [
    'caller_number_pool',
    100,
    'The telephony configuration has 100 numbers in its pool, which is the maximum.',
  ],
  updateScheduledCall: [
    'callbacks_per_day',
    3,
    'The phone number already has 3 callbacks on that day, which is the limit. Choose another day.',
  ],
  createScheduledCall: [
    'scheduled_calls',
    10_000,
    'The organization has 10000 scheduled calls, which is the limit.',
  ],
  createRunInstruction: ['run_instructions', 100, 'The run has 100 instructions, the maximum.'],
  sendRunKeys: ['run_instructions', 100, 'The run has 100 instructions, the maximum.'],
  createRunTransfer: ['handoffs', 5, 'The call has changed its agent 5 times, the maximum.'],
  createWorkflowTestCase: [
    'test_cases',
    100,
    'The workflow has 100 test cases, the maximum. Delete one first.',
  ],
  createTool: ['tools', 100, 'The organization has 100 tools, the maximum. Delete one first.'],
  importMcpTools: [
    'tools',
    100,
    'The organization would have 102 tools; the maximum is 100. Name the functions to import, or delete tools first.',
  ],
  createErasure: [
    'erasures',
    100,
    'The organization has 100 erasures in progress, which is the limit. Try again when some are completed.',
  ],
};

/** Problems whose example differs from operation to operation: the members that it has at this one. */
const own: Readonly<Record<string, (subject: Subject) => Node>> = {
  not_found: notFound,
  limit_reached: limitReached,
  email_exists: ({ required, path }) => ({
    param: ['email', 'token'].find((name) => required.includes(name)) ?? [...path.keys()].at(-1),
  }),
  insufficient_scope: ({ operation: { scope = 'read' } }) => ({
    detail: `This API key lacks the scope "${scope}". Create an API key that has it, or send a session token.`,
    required_scope: scope,
  }),
  payload_too_large: ({ operation: { body } }) => ({
    detail: `The body is larger than ${body?.limit} bytes.`,
    limit_bytes: body?.limit,
  }),
  unsupported_media_type: ({ types }) => ({
    detail: `Send the body as ${types.join(' or ')}.`,
    allowed: types,
  }),
};

function notFound({ operation, path, required }: Subject): Node {
  const found = lookups[operation.id];
  if (found) return { detail: found[1], param: found[0] };
  const param =
    [...path.keys()].findLast((name) => name !== 'provider') ??
    required.find((name) => name.endsWith('_id') || name === 'to_number');
  if (param === undefined) throw new Error(`What does ${operation.id} not find?`);
  return { detail: `${things[param] ?? named(param)} not found.`, param };
}

const named = (param: string): string => {
  const words = param.replace(/_id$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function limitReached({ document, operation }: Subject): Node {
  const shown = limits[operation.id];
  if (shown) return { limit_name: shown[0], limit: shown[1], detail: shown[2] };
  const quota = quotas.find(([ids]) => ids.test(operation.id))?.[1] ?? 'workflow_limit';
  const limit = Number(limitsIn(document)[quota]);
  return { detail: sentenceOf({ quota, limit }), limit_name: quota, limit };
}

/** The limits that the examples show. */
const limitsIn = (document: OpenApiDocument): Node =>
  resolve<{ value: Node }>(document, { $ref: '#/components/examples/OrganizationLimits' }).value;

/**
 * Gives each operation examples of problems that are about it: its path parameter, its scope, its body's types and
 * limit. A response that operations share stays shared if nothing but the path would differ. Changes the document and
 * returns it.
 */
export function showOwnProblems(document: OpenApiDocument): OpenApiDocument {
  for (const operation of readOperations(document)) {
    const subject = subjectOf(document, operation);
    const { responses } = objectOf(document, operation) as { responses: Record<string, Node> };
    for (const [status, declared] of Object.entries(responses))
      responses[status] = ownResponse(declared, status, subject);
  }
  dropUnused(document);
  return document;
}

function subjectOf(document: OpenApiDocument, operation: Operation): Subject {
  const { requestBody } = objectOf(document, operation) as { requestBody?: { content: Node } };
  const path = operation.parameters.filter((parameter) => parameter.in === 'path');
  return {
    document,
    operation,
    required: resolve<{ required?: string[] }>(document, operation.bodySchema ?? {}).required ?? [],
    types: Object.keys(requestBody?.content ?? {}),
    path: new Map(path.map((each) => [each.name, (each as { example?: unknown }).example])),
  };
}

const objectOf = (document: OpenApiDocument, { path, method }: Operation): unknown =>
  document.paths[path]?.[method.toLowerCase()];

/** The response as declared, or a copy with examples of its own. */
function ownResponse(declared: Node, status: string, subject: Subject): Node {
  const response = structuredClone(resolve<Node>(subject.document, declared));
  const content = response['content'] as Record<string, Node> | undefined;
  const problem = content?.['application/problem+json'];
  if (status === '422' && content?.['application/json']) {
    content['application/json']['example'] = {
      detail: [faultOf(subject)] satisfies Fault[],
    };
    return response;
  }
  if (!problem) return declared;
  const examples = problem['examples'] as Record<string, { value: Node }>;
  let isOwn = !('$ref' in declared) || 'not_found' in examples || 'insufficient_scope' in examples;
  for (const [code, example] of Object.entries(examples)) {
    const value = ownValue(code, example.value, subject);
    const { instance } = example.value;
    isOwn ||= JSON.stringify({ ...value, instance }) !== JSON.stringify(example.value);
    example.value = value;
  }
  return isOwn ? response : declared;
}

function ownValue(code: string, value: Node, subject: Subject): Node {
  const { operation, path } = subject;
  const instance = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(path.get(name)),
  );
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    // Problems name a configuration in full.
    const parameter = name === 'telephony_configuration_id' ? 'config_id' : name;
    const named = name === 'param' ? (params[operation.id]?.[String(member)] ?? member) : member;
    return [name, path.get(parameter) ?? named];
  });
  return { ...Object.fromEntries(members), instance, ...own[code]?.(subject) };
}

/** Removes the shared responses that no operation refers to. */
function dropUnused(document: OpenApiDocument): void {
  const used = JSON.stringify(document.paths);
  const shared = (document.components['responses'] ?? {}) as Record<string, Schema>;
  for (const name of Object.keys(shared))
    if (!used.includes(`"#/components/responses/${name}"`)) delete shared[name];
}
