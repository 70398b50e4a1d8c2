import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Fault, FaultType } from '../errors.ts';
import { bounded } from './bounded-faults.ts';

/** Where Ajv found an error: in the body, or in the parameters, which are always text. */
type Part = 'body' | 'parameters';

const words: Record<string, FaultType> = {
  minLength: 'string_too_short',
  'x-visible': 'string_too_short',
  maxLength: 'string_too_long',
  pattern: 'string_pattern_mismatch',
  format: 'format',
  enum: 'enum',
  const: 'enum',
  minimum: 'greater_than_equal',
  maximum: 'less_than_equal',
  exclusiveMinimum: 'greater_than',
  exclusiveMaximum: 'less_than',
  multipleOf: 'multiple_of',
  minItems: 'too_short',
  maxItems: 'too_long',
  minProperties: 'too_short',
  maxProperties: 'too_long',
  'x-max-bytes': 'too_long',
  uniqueItems: 'not_unique',
  required: 'missing',
  dependentRequired: 'missing',
  additionalProperties: 'extra_forbidden',
  unevaluatedProperties: 'extra_forbidden',
  oneOf: 'union_error',
  anyOf: 'union_error',
};

const typeWords: Record<string, FaultType> = {
  string: 'string_type',
  integer: 'int_type',
  number: 'float_type',
  boolean: 'bool_type',
  object: 'object_type',
  array: 'array_type',
  null: 'null_type',
};

const parsingWords: Record<string, FaultType> = {
  integer: 'int_parsing',
  number: 'float_parsing',
  boolean: 'bool_parsing',
};

/** Converts Ajv's errors to the contract's faults. `secrets` are properties whose values must not be repeated. */
export function faultsOf(
  errors: readonly ErrorObject[],
  part: Part,
  secrets: ReadonlySet<string>,
): Fault[] {
  const faults = prune(errors.map(plain)).map((error) => faultOf(error, part, secrets));
  const unique = new Map(faults.map((fault) => [`${fault.loc.join('/')} ${fault.type}`, fault]));
  return [...unique.values()];
}

/** Converts a discriminator error into an ordinary error of that member. */
function plain(error: ErrorObject): ErrorObject {
  if (error.keyword !== 'discriminator') return error;
  const { tag, tagValue: data } = error.params as { tag: string; tagValue: unknown };
  const { words: allowedValues } = error.schema as { words?: readonly string[] };
  if (data === undefined)
    return { ...error, keyword: 'required', params: { missingProperty: tag } };
  const member = { ...error, instancePath: `${error.instancePath}/${tag}`, data };
  if (typeof data !== 'string') return { ...member, keyword: 'type', params: { type: 'string' } };
  return { ...member, keyword: 'enum', params: { allowedValues } };
}

function faultOf(error: ErrorObject, part: Part, secrets: ReadonlySet<string>): Fault {
  const named = memberOf(error);
  const path = error.instancePath.split('/').slice(1).map(unescape);
  const loc = [
    ...(part === 'body' ? ['body'] : []),
    ...path,
    ...(named === undefined ? [] : [named]),
  ];
  const type = typeOf(error, part);
  return bounded(
    {
      loc,
      msg: messageOf(error, type),
      type,
      input: inputOf(error, loc, secrets),
      ctx: contextOf(error),
    },
    secrets,
  );
}

const unescape = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~');

/** The missing or additional member; Ajv names its parent. */
function memberOf(error: ErrorObject): string | undefined {
  const { missingProperty, additionalProperty, unevaluatedProperty } = error.params as Record<
    string,
    string
  >;
  return missingProperty ?? additionalProperty ?? unevaluatedProperty;
}

const expectedTypes = (error: ErrorObject): string[] =>
  [error.params['type'] as string | string[]].flat().filter((type) => type !== 'null');

function typeOf(error: ErrorObject, part: Part): FaultType {
  if (error.keyword !== 'type') return words[error.keyword] ?? 'value_error';
  const [type = 'null'] = expectedTypes(error);
  const unread =
    part === 'parameters' && typeof error.data === 'string' ? parsingWords[type] : undefined;
  return unread ?? typeWords[type] ?? 'value_error';
}

function inputOf(
  error: ErrorObject,
  loc: readonly string[],
  secrets: ReadonlySet<string>,
): unknown {
  if (error.keyword === 'required' || error.keyword === 'dependentRequired') return null;
  const member = memberOf(error);
  // A misspelt "password" holds a secret too.
  if (loc.some((name) => secrets.has(name)) || (member !== undefined && secrets.size > 0))
    return '[redacted]';
  return member === undefined ? error.data : (error.data as Record<string, unknown>)[member];
}

function contextOf(error: ErrorObject): Record<string, unknown> {
  const { limit, pattern, format, allowedValues, allowedValue, multipleOf } =
    error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return { min_length: limit };
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return { max_length: limit };
    case 'x-max-bytes':
      return { max_bytes: limit };
    case 'minimum':
      return { ge: limit };
    case 'maximum':
      return { le: limit };
    case 'exclusiveMinimum':
      return { gt: limit };
    case 'exclusiveMaximum':
      return { lt: limit };
    case 'multipleOf':
      return { multiple_of: multipleOf };
    case 'pattern':
      return { pattern };
    case 'format':
      return { format };
    case 'enum':
      return { expected: allowedValues };
    case 'const':
      return { expected: [allowedValue] };
    case 'type':
      return { expected: [error.params['type'] as string | string[]].flat() };
    default:
      return {};
  }
}

function messageOf(error: ErrorObject, type: string): string {
  const ctx = contextOf(error);
  if (error.keyword === 'x-visible') return 'Must have a visible character.';
  if (error.keyword === 'x-max-bytes')
    return `Must have at most ${String(ctx['max_bytes'])} bytes.`;
  const expected = (ctx['expected'] as unknown[] | undefined)?.map(String).join(', ');
  const unit = error.keyword.endsWith('Items')
    ? 'items'
    : error.keyword.endsWith('Properties')
      ? 'members'
      : 'characters';
  switch (type) {
    case 'missing':
      return 'Field required.';
    case 'extra_forbidden':
      return 'Unknown field; check the spelling.';
    case 'string_too_short':
    case 'too_short':
      return `Must have at least ${String(ctx['min_length'])} ${unit}.`;
    case 'string_too_long':
    case 'too_long':
      return `Must have at most ${String(ctx['max_length'])} ${unit}.`;
    case 'string_pattern_mismatch':
      return `Must match ${String(ctx['pattern'])}.`;
    case 'format':
      return `Must be a valid ${String(ctx['format'])}.`;
    case 'enum':
      return `Must be one of: ${expected}.`;
    case 'not_unique':
      return 'Must not contain the same item twice.';
    case 'union_error':
      return 'Must match one of the allowed forms.';
    default:
      if (error.keyword === 'type') return `Must be of type ${expected}.`;
      return `${(error.message ?? 'is not valid').replace(/^must/, 'Must')}.`;
  }
}

/** Drops the errors of those branches of a failed oneOf or anyOf that the caller did not mean. */
function prune(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  let kept = errors;
  for (const union of errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')) {
    const within = kept.filter(
      (error) => error !== union && error.schemaPath !== union.schemaPath && belongs(error, union),
    );
    const branches = Map.groupBy(within, (error) => branchOf(error, union));
    const meant = [...branches.values()].filter(
      (branch) => !branch.some((error) => refuses(error, union)),
    );
    const dropped = new Set(within);
    const [only] = meant;
    if (meant.length === 1 && only) {
      for (const error of only) dropped.delete(error);
      dropped.add(union);
    }
    kept = kept.filter((error) => !dropped.has(error));
  }
  return kept;
}

/** Whether an error lies at or below the union in the value; Ajv lists such errors before the union itself. */
const belongs = (error: ErrorObject, union: ErrorObject): boolean =>
  error.instancePath === union.instancePath ||
  error.instancePath.startsWith(`${union.instancePath}/`);

/** The branch that an error comes from: its position in the union, or the schema it refers to. */
function branchOf(error: ErrorObject, union: ErrorObject): string {
  const base = `${union.schemaPath}/`;
  if (error.schemaPath.startsWith(base))
    return error.schemaPath.slice(base.length).split('/', 1)[0] ?? '';
  return error.schemaPath.split('/').slice(0, 4).join('/');
}

/** Whether an error shows that the branch was not meant: another tag, or null expected. */
function refuses(error: ErrorObject, union: ErrorObject): boolean {
  const below = error.instancePath.slice(union.instancePath.length + 1);
  const tag =
    (error.keyword === 'const' || error.keyword === 'enum') && below !== '' && !below.includes('/');
  const typeOfWhole = error.keyword === 'type' && error.instancePath === union.instancePath;
  return tag || typeOfWhole;
}
