import { createRequire } from 'node:module';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Fault } from '../errors.ts';
import { isStorable, textFault } from '../json.ts';
import { tooManyErrors } from './bounded-faults.ts';
import { coerce } from './coerce.ts';
import type { OperationId } from './contract.ts';
import { faultsOf } from './faults.ts';
import type { Form } from './multipart.ts';
import type { Operation, Schema } from './operations.ts';
import type { RequestState } from './state.ts';

const validators = createRequire(import.meta.url)('../../generated/validators.cjs') as Record<
  string,
  ValidateFunction | undefined
>;

interface Decoded {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly header: Record<string, unknown>;
}

const nothing: ReadonlySet<string> = new Set();

/** Decodes the parameters and validates them and the body against the contract. Reports all faults at once. */
export function validate(
  operation: Operation,
  state: RequestState,
): { decoded: Decoded; faults: Fault[] } {
  const decoded = decode(operation, state);
  const faults = [
    ...unstorableParameters(decoded),
    ...run(`${operation.id}_parameters`, decoded, 'parameters', nothing),
    ...(operation.parameters.length === 0 ? unknownQuery(decoded.query) : []),
    ...validateBody(operation, state.body),
  ];
  return { decoded, faults };
}

/** Validates a parsed body against the contract. */
export function validateBody(operation: Operation, body: unknown): Fault[] {
  if (!operation.body) return [];
  if (body === undefined) {
    if (!operation.body.required) return [];
    return [{ loc: ['body'], msg: 'A body is required.', type: 'missing', input: null, ctx: {} }];
  }
  if (!operation.bodySchema || operation.rawBody) return [];
  const value = operation.body.isForm ? asText(body as Form) : body;
  return run(`${operation.id}_body`, value, 'body', operation.secrets);
}

/** Faults of a value that came another way than as the body of an operation, as if it were its body. */
export const bodyFaults = (id: OperationId, value: unknown): Fault[] =>
  run(`${id}_body`, value, 'body', nothing);

/** The contract describes a form's file as text. */
const asText = (form: Form): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value.filename,
    ]),
  );

function run(
  name: string,
  value: unknown,
  part: 'body' | 'parameters',
  secrets: ReadonlySet<string>,
): Fault[] {
  const validator = validators[name];
  if (!validator) return [];
  try {
    return validator(value) ? [] : faultsOf(validator.errors ?? [], part, secrets);
  } catch (error) {
    const { collected } = error as { collected?: readonly ErrorObject[] };
    if (!collected) throw error;
    const place = part === 'body' ? 'body' : 'query';
    return [...faultsOf(collected, part, secrets), tooManyErrors(place, collected.length)];
  }
}

function decode(operation: Operation, state: RequestState): Decoded {
  const decoded: Decoded = { path: {}, query: { ...state.req.query }, header: {} };
  for (const { name, in: place, schema } of operation.parameters) {
    if (place === 'path') decoded.path[name] = coerce(schema, state.params[name]);
    else if (place === 'query') decodeQuery(decoded.query, name, schema);
    else {
      const value = state.req.headers[name.toLowerCase()];
      if (value !== undefined) decoded.header[name.toLowerCase()] = coerce(schema, value);
    }
  }
  return decoded;
}

function decodeQuery(query: Record<string, unknown>, name: string, schema: Schema): void {
  if (query[name] === undefined) {
    if (schema['default'] !== undefined) query[name] = schema['default'];
  } else query[name] = coerce(schema, query[name]);
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
