import type { CallToolResult } from '@modelcontextprotocol/server';
import { idempotencyKey, BadArguments, needsKey } from './arguments.ts';
import {
  answersOf,
  type Described,
  described,
  obstacleTo,
  operationOf,
  standalone,
  tags,
} from './contract.ts';
import { resultOf } from './results.ts';
import { trimmed } from './trimming-rules.ts';

type Arguments = Readonly<Record<string, unknown>>;

const pageSize = 40;
const id = { type: 'string', maxLength: 100, description: 'The operation_id of list_operations.' };

export const listOperationsTool = {
  name: 'list_operations',
  description: `Lists the operations of the API, ${pageSize} at a time: for what no other tool does. \`who\` is agent if invoke_operation can call it.`,
  inputSchema: {
    type: 'object' as const,
    properties: {
      search: {
        type: 'string',
        maxLength: 200,
        description: 'Words that the name or the summary has, such as "redial campaign".',
      },
      tag: { type: 'string', enum: [...tags] },
      offset: { type: 'integer', minimum: 0, maximum: 10_000, default: 0 },
    },
    additionalProperties: false,
  },
};

export const describeOperationTool = {
  name: 'describe_operation',
  description:
    'Shows what an operation does, its parameters, body, answer and problems. Use it before invoke_operation.',
  inputSchema: {
    type: 'object' as const,
    properties: { operation_id: id },
    required: ['operation_id'],
    additionalProperties: false,
  },
};

export const invokeOperationTool = {
  name: 'invoke_operation',
  description:
    'Calls any operation that API keys can call, with the scopes of the key. Use describe_operation first, and another tool if there is one for it. It needs an idempotency_key where describe_operation says so; what has effects and takes none is not safe to repeat.',
  inputSchema: {
    type: 'object' as const,
    properties: {
      operation_id: id,
      parameters: {
        type: 'object',
        description: 'Parameters of path, query and header, by name.',
        additionalProperties: { type: ['string', 'number', 'boolean'] },
      },
      body: { type: 'object', description: 'The JSON body.', additionalProperties: true },
      [idempotencyKey]: {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        description: 'Needed if describe_operation says so; see the other tools.',
      },
    },
    required: ['operation_id'],
    additionalProperties: false,
  },
};

export function listOperations({ search, tag, offset = 0 }: Arguments): CallToolResult {
  if (search !== undefined && typeof search !== 'string')
    throw new BadArguments('search has to be a string.');
  if (tag !== undefined && !tags.some((each) => each === tag))
    throw new BadArguments(`tag has to be one of ${tags.join(', ')}.`);
  if (!Number.isInteger(offset) || Number(offset) < 0)
    throw new BadArguments('offset has to be an integer from 0.');
  const words = (search ?? '').slice(0, 200).toLowerCase().split(/\s+/).filter(Boolean);
  const found = described.filter(
    (each) => (tag === undefined || each.tag === tag) && hasWords(each, words),
  );
  const end = Number(offset) + pageSize;
  return resultOf({
    total: found.length,
    next_offset: end < found.length ? end : null,
    operations: found.slice(Number(offset), end).map((each) => ({
      operation_id: each.id,
      summary: each.summary,
      tag: each.tag,
      who: whoOf(each),
      scope: each.scope ?? null,
    })),
  });
}

const hasWords = ({ id: name, summary }: Described, words: readonly string[]): boolean => {
  const text = `${name} ${summary}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

const whoOf = (operation: Described): string =>
  obstacleTo(operation) === undefined ? 'agent' : operation.apiKey ? 'http_client' : 'person';

/** The operation that the arguments name. */
function named({ operation_id }: Arguments): Described {
  const operation = typeof operation_id === 'string' ? operationOf(operation_id) : undefined;
  if (operation) return operation;
  throw new BadArguments(
    `There is no operation ${String(operation_id).slice(0, 100)}. list_operations shows them.`,
  );
}

export function describeOperation(given: Arguments): CallToolResult {
  const operation = named(given);
  const { problems, schema } = answersOf(operation);
  const parameters = operation.parameters
    .filter(({ name }) => name !== 'Idempotency-Key')
    .map((each) => ({ ...each, required: each.required === true }));
  const { schemas, $defs } = standalone({ parameters, body: operation.bodySchema ?? null });
  const { value, truncated } = trimmed({
    operation_id: operation.id,
    summary: operation.summary,
    description: operation.description,
    who: whoOf(operation),
    obstacle: obstacleTo(operation) ?? null,
    scope: operation.scope ?? null,
    idempotency_key: needsKey(operation) ? 'required' : 'not used',
    ...schemas,
    $defs,
    answer: { status: operation.status, schema: answerOf(schema) },
    problems,
  });
  return resultOf({ ...(value as object), ...(truncated && { truncated }) });
}

/** The answer's schema, one level deep: what it is made of is in the answers themselves. */
function answerOf(schema: unknown): unknown {
  if (schema === undefined) return null;
  const { schemas, $defs } = standalone(schema);
  const name = (schemas as { readonly $ref?: string }).$ref?.split('/').at(-1);
  return name === undefined ? schemas : $defs[name];
}

export function invocationIn({
  parameters = {},
  body,
  [idempotencyKey]: key,
  ...given
}: Arguments) {
  const operation = named(given);
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters))
    throw new BadArguments('parameters has to be an object.');
  if (body !== undefined && !operation.body)
    throw new BadArguments(`${operation.id} takes no body.`);
  return { operation, parameters: parameters as Arguments, body, key };
}
