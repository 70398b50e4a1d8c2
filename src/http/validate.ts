import { createRequire } from 'node:module';
import { parse as parseQuery } from 'node:querystring';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { type Fault, InvalidRequest } from '../errors.ts';
import { isStorable, textFault } from './json.ts';
import { tooManyErrors } from './bounded-faults.ts';
import type { OperationId } from './contract.ts';
import { faultsOf } from './faults.ts';
import type { Form } from './multipart.ts';
import type { Operation, Schema, Parameter } from './operations.ts';
import type { RequestState } from './state.ts';

const validators = createRequire(import.meta.url)('../../generated/validators.cjs') as Record<
  string,
  ValidateFunction | undefined
>;

export interface Decoded {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly header: Record<string, unknown>;
}

const nothing: ReadonlySet<string> = new Set();
const none: readonly Fault[] = [];

/** Decodes the parameters of an operation's requests, and validates them and the body, reporting all faults at once. */
export type Validate = (state: Sent) => Decoded;

/** The parts of a request that are validated. */
interface Sent extends Pick<RequestState, 'path' | 'params' | 'body'> {
  readonly req: Pick<RequestState['req'], 'url' | 'headers'>;
}

/** What is the same for all requests of an operation is looked up once. */
export function validatorOf(operation: Operation): Validate {
  const decode = decoderOf(operation);
  const parameters = validators[`${operation.id}_parameters`];
  const renamed = operation.parameters.filter((each) => each['x-successor'] !== undefined);
  return (state) => {
    const decoded = decode(state);
    const unstorable = areStorable(decoded) ? none : unstorableParameters(decoded);
    const wrong = parameters
      ? run(parameters, decoded, 'parameters', nothing)
      : unknownQuery(decoded.query);
    const body = operation.body ? validateBody(operation, state.body) : none;
    if (unstorable.length + wrong.length + body.length === 0)
      return withSuccessors(decoded, renamed);
    throw new InvalidRequest([...unstorable, ...wrong, ...body]);
  };
}

/** A deprecated parameter counts as its successor, unless that was sent too. */
function withSuccessors(decoded: Decoded, renamed: readonly Parameter[]): Decoded {
  for (const { name, 'x-successor': successor = name } of renamed)
    if (decoded.query[name] !== undefined) decoded.query[successor] ??= decoded.query[name];
  return decoded;
}

/** Validates a parsed body against the contract. */
export function validateBody(operation: Operation, body: unknown): readonly Fault[] {
  if (!operation.body) return none;
  if (body === undefined) {
    if (!operation.body.required) return none;
    return [{ loc: ['body'], msg: 'A body is required.', type: 'missing', input: null, ctx: {} }];
  }
  if (!operation.bodySchema || operation.rawBody) return none;
  const value = operation.body.isForm ? asText(body as Form) : body;
  return run(validators[`${operation.id}_body`], value, 'body', operation.secrets);
}

/** Faults of a value that came another way than as the body of an operation, as if it were its body. */
export const bodyFaults = (id: OperationId, value: unknown): readonly Fault[] =>
  run(validators[`${id}_body`], value, 'body', nothing);

/** The contract describes a form's file as text. */
const asText = (form: Form): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value.filename,
    ]),
  );

function run(
  validator: ValidateFunction | undefined,
  value: unknown,
  part: 'body' | 'parameters',
  secrets: ReadonlySet<string>,
): readonly Fault[] {
  if (!validator) return none;
  try {
    return validator(value) ? none : faultsOf(validator.errors ?? [], part, secrets);
  } catch (error) {
    const { collected } = error as { collected?: readonly ErrorObject[] };
    if (!collected) throw error;
    const place = part === 'body' ? 'body' : 'query';
    return [...faultsOf(collected, part, secrets), tooManyErrors(place, collected.length)];
  }
}

type Step = (decoded: Decoded, state: Sent) => void;

function decoderOf(operation: Operation): (state: Sent) => Decoded {
  const steps = operation.parameters.map(stepOf);
  return (state) => {
    const decoded: Decoded = { path: {}, query: queryOf(state), header: {} };
    for (const step of steps) step(decoded, state);
    return decoded;
  };
}

/** The members of a query, each once or, if it was sent more often, as a list. */
function queryOf({ req: { url = '' }, path }: Sent): Record<string, unknown> {
  const start = url.indexOf('?', path.length);
  return start === -1 ? {} : { ...parseQuery(url.slice(start + 1)) };
}

function stepOf({ name, in: place, schema }: Parameter): Step {
  const read = coercion(schema);
  const standard = schema['default'];
  const header = name.toLowerCase();
  if (place === 'path')
    return ({ path }, { params }) => {
      path[name] = read(params[name]);
    };
  if (place === 'header')
    return (decoded, { req }) => {
      const value = req.headers[header];
      if (value !== undefined) decoded.header[header] = read(value);
    };
  return ({ query }) => {
    const value = query[name];
    if (value !== undefined) query[name] = read(value);
    else if (standard !== undefined) query[name] = standard;
  };
}

/** Whether all parameters can be stored: their names, which clients choose in queries, and their values. */
function areStorable({ path, query, header }: Decoded): boolean {
  for (const name in path) if (!isStorable(path[name])) return false;
  for (const name in query) {
    const value = query[name];
    if (!isStorable(name) || !(Array.isArray(value) ? value.every(isStorable) : isStorable(value)))
      return false;
  }
  for (const name in header) {
    const value = header[name];
    if (!(Array.isArray(value) ? value.every(isStorable) : isStorable(value))) return false;
  }
  return true;
}

const unknownQuery = (query: Record<string, unknown>): Fault[] =>
  Object.entries(query).map(([name, input]) => ({
    loc: ['query', name],
    msg: 'Unknown parameter; check the spelling.',
    type: 'extra_forbidden',
    input,
    ctx: {},
  }));

const unstorableParameters = (decoded: Decoded): Fault[] =>
  Object.entries(decoded).flatMap(([place, values]) =>
    Object.entries(values as Record<string, unknown>)
      .filter(([name, value]) => ![name, value].flat().every(isStorable))
      .map(([name]) => textFault([place, name])),
  );

const integer = /^-?(0|[1-9]\d*)$/;
const decimal = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Converts a value as it was sent; what is no text stays as it is. */
type Coercion = (raw: unknown) => unknown;

/**
 * How a path, query or header value becomes one of the type in its schema. A value that cannot be converted stays a
 * string, which the schema then rejects. Stricter than Ajv's coercion, which accepts "1e2", " 12" and "" as integers.
 */
function coercion(schema: Schema): Coercion {
  const types = [schema['type']].flat();
  if (types.includes('array')) {
    const item = coercion((schema['items'] ?? {}) as Schema);
    return (raw) => (typeof raw === 'string' ? raw.split(',').map(item) : raw);
  }
  const isBoolean = types.includes('boolean');
  const number = types.includes('integer')
    ? integer
    : types.includes('number')
      ? decimal
      : undefined;
  if (!isBoolean && !number) return (raw) => raw;
  return (raw) => {
    if (typeof raw !== 'string') return raw;
    if (number) return number.test(raw) ? Number(raw) : raw;
    return raw === 'true' || raw === 'false' ? raw === 'true' : raw;
  };
}
