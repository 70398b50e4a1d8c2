import type { Curated } from './curated.ts';
import { type Described, membersOf, obstacleTo, requiredOf, standalone } from './contract.ts';
import type { DoorRequest } from './operation-client.ts';

type Arguments = Readonly<Record<string, unknown>>;

export const idempotencyKey = 'idempotency_key';

const keySchema = {
  description:
    'Identifies this action: a new value, such as a UUID, for each one. With the same value and the same arguments it is done once, however often it is sent.',
  type: 'string',
  minLength: 1,
  maxLength: 255,
};

/** Whether calling the operation needs an idempotency key. */
export const needsKey = ({ method, idempotent }: Described): boolean =>
  method !== 'GET' && idempotent;

/** The parameters that a tool has as arguments: those of the path and the query that are not deprecated. */
const argumentsOf = ({ parameters }: Described) =>
  parameters.filter((each) => each.in !== 'header' && each.deprecated !== true);

/** The schema of a tool's arguments: the operation's parameters and the members of its body. */
export function schemaOf(operation: Described) {
  const parameters = argumentsOf(operation);
  const members = operation.bodySchema ? membersOf(operation.bodySchema) : {};
  if (!members) throw new Error(`The body of ${operation.id} has no members to be arguments.`);
  const own = needsKey(operation);
  const { schemas, $defs } = standalone({
    ...Object.fromEntries(
      parameters.map(({ name, schema, ...rest }) => [name, { ...described(rest), ...schema }]),
    ),
    ...members,
  });
  return {
    type: 'object' as const,
    properties: { ...schemas, ...(own && { [idempotencyKey]: keySchema }) },
    required: [
      ...parameters.filter(({ required }) => required === true).map(({ name }) => name),
      ...(operation.bodySchema ? requiredOf(operation.bodySchema) : []),
      ...(own ? [idempotencyKey] : []),
    ],
    additionalProperties: false,
    ...(Object.keys($defs).length > 0 && { $defs }),
  };
}

const described = (parameter: object): object =>
  'description' in parameter ? { description: parameter.description } : {};

/** What is wrong with the arguments of a tool before anything is sent; the operation checks the rest. */
export class BadArguments extends Error {}

/** A tool's arguments, as those of its operation. */
export function invocationOf(
  operation: Described,
  tool: Curated,
  { [idempotencyKey]: key, ...given }: Arguments,
): Invocation {
  const names = argumentsOf(operation).map(({ name }) => name);
  const members = Object.keys((operation.bodySchema && membersOf(operation.bodySchema)) ?? {});
  const pick = (wanted: readonly string[]): Arguments =>
    Object.fromEntries(Object.entries(given).filter(([name]) => wanted.includes(name)));
  return {
    operation,
    parameters: pick(names),
    body: operation.bodySchema ? pick(members) : undefined,
    key,
    ...(tool.changesNothing && { changesNothing: true }),
  };
}

interface Taken {
  readonly properties?: Arguments | undefined;
  readonly required?: readonly string[] | undefined;
}

/** The arguments without those that are null, optional and never null: clients send null for what they leave out. */
export const withoutNulls = (given: Arguments, { properties = {}, required = [] }: Taken) =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) =>
        value !== null ||
        required.includes(name) ||
        !Object.hasOwn(properties, name) ||
        canBeNull(properties[name]),
    ),
  );

function canBeNull(schema: unknown): boolean {
  const { type, anyOf, $ref } = (schema ?? {}) as Arguments;
  if (Array.isArray(anyOf)) return anyOf.some(canBeNull);
  return $ref === undefined && (type === undefined || [type].flat().includes('null'));
}

/** Refuses arguments that a tool does not have; an idempotency key is no mistake where none is needed. */
export function refuseUnknown(given: Arguments, names: readonly string[]): void {
  const known = [...new Set([...names, idempotencyKey])];
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new BadArguments(
    `Unknown arguments: ${unknown.slice(0, 10).join(', ').slice(0, 200)}. Allowed are ${known.join(', ')}.`,
  );
}

export interface Invocation {
  readonly operation: Described;
  readonly parameters: Arguments;
  readonly body: unknown;
  readonly key: unknown;
  readonly changesNothing?: true;
}

/** The request of an invocation. Throws `BadArguments`. */
export function requestOf(invocation: Invocation): DoorRequest {
  const { operation, parameters, body, key } = invocation;
  const obstacle = obstacleTo(operation);
  if (obstacle !== undefined) throw new BadArguments(`${operation.id} is no tool's. ${obstacle}`);
  const given = parametersOf(operation, parameters);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => inPath(name, given));
  const query = new URLSearchParams(
    given
      .filter((each) => each.in === 'query')
      .map(({ name, text }): [string, string] => [name, text]),
  ).toString();
  const sent = body === undefined ? undefined : JSON.stringify(body);
  return {
    method: operation.method,
    path: query === '' ? path : `${path}?${query}`,
    headers: {
      accept: 'application/json',
      ...Object.fromEntries(
        given
          .filter((each) => each.in === 'header')
          .map(({ name, text }) => [name.toLowerCase(), text]),
      ),
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...keyHeader(invocation, key),
    },
    body: sent,
  };
}

/** Visible characters of ASCII, so that a value cannot end a header. */
const headerText = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;

function keyHeader({ operation }: Invocation, key: unknown): object {
  const needed = needsKey(operation);
  if (!needed || key === undefined) {
    if (!needed) return {};
    throw new BadArguments(
      `${idempotencyKey} is missing: ${operation.id} has effects. Send a new UUID, and the same one to try again.`,
    );
  }
  if (typeof key !== 'string' || key.length > keySchema.maxLength || !headerText.test(key))
    throw new BadArguments(`${idempotencyKey} has to be 1 to 255 visible ASCII characters.`);
  return { 'idempotency-key': key };
}

function parametersOf(operation: Described, parameters: Arguments) {
  return Object.entries(parameters).map(([name, value]) => {
    const known = operation.parameters.find((each) => each.name === name);
    if (!known || name === 'Idempotency-Key')
      throw new BadArguments(
        `${operation.id} has no parameter ${name.slice(0, 100)}. It has ${operation.parameters.map((each) => each.name).join(', ') || 'none'}.`,
      );
    if (!['string', 'number', 'boolean'].includes(typeof value))
      throw new BadArguments(`${name} has to be a string, a number or a boolean.`);
    const text = String(value);
    if (known.in === 'header' && !headerText.test(text))
      throw new BadArguments(`${name} has to be visible ASCII characters.`);
    return { name, text, in: known.in };
  });
}

function inPath(name: string, given: readonly { name: string; text: string }[]): string {
  const text = given.find((each) => each.name === name)?.text;
  if (text === undefined) throw new BadArguments(`${name} is missing.`);
  if (['', '.', '..'].includes(text) || text.length > 500)
    throw new BadArguments(`${name} has to be an ID.`);
  try {
    return encodeURIComponent(text);
  } catch {
    throw new BadArguments(`${name} has to be an ID.`);
  }
}
