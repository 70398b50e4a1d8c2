import {
  elementsOf,
  entriesOf,
  follow,
  isNode,
  memberOf,
  membersOf,
  wordsOf,
  type Context,
  type Node,
  type Place,
} from './document.ts';
import { mediaOf, operationVisitor, parametersOf, responsesOf } from './operations.ts';

const maxInteger = Number.MAX_SAFE_INTEGER;
const maxInt32 = 2 ** 31 - 1;

/** The linter's own rule `struct` finds the booleans that OpenAPI forbids; these are the others. */
export function noBooleanSchemas() {
  return {
    Schema(schema: Node, context: Context) {
      const inMaps = ['properties', 'patternProperties', 'dependentSchemas', '$defs'].flatMap(
        (map) => entriesOf(schema[map]).map(([name, part]) => ({ path: [map, name], part })),
      );
      const members = ['items', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'].map(
        (name) => ({
          path: [name],
          part: schema[name],
        }),
      );
      for (const { path, part } of [...inMaps, ...members]) {
        if (typeof part !== 'boolean') continue;
        const message =
          'A schema is an object: write {} for anything. Generators choke on booleans.';
        context.report({ message, location: context.location.child(path) });
      }
    },
  };
}

/** Ids are integers from 1 to 2^53-1 everywhere: in properties, lists and parameters. */
export function idBounds() {
  const check = (name: string, place: Place, context: Context): void => {
    if (!/(^|_)ids?$/.test(name)) return;
    for (const { node, location } of integersIn(context, place)) {
      if (node['minimum'] === 1 && node['maximum'] === maxInteger) continue;
      context.report({
        message: `The integer id ${name} needs minimum 1 and maximum ${maxInteger}.`,
        location,
      });
    }
  };
  return {
    Schema(schema: Node, context: Context) {
      for (const [name, node] of entriesOf(schema['properties'])) {
        check(name, { node, location: context.location.child(['properties', name]) }, context);
      }
    },
    Parameter(parameter: Node, context: Context) {
      const place = { node: parameter['schema'], location: context.location.child('schema') };
      if (typeof parameter['name'] === 'string') check(parameter['name'], place, context);
    },
  };
}

/** Generators take integers for 32 bits where nothing says more: an id or a count, whose maximum may rise, outgrows them. */
export function integerFormats() {
  return {
    Schema(schema: Node, context: Context) {
      if (!wordsOf(schema['type']).includes('integer') || 'const' in schema) return;
      if (schema['format'] === 'int64') return;
      const name = context.location.pointer.split('/').at(-1) ?? '';
      if (Number(schema['maximum'] ?? Infinity) <= maxInt32 && !/_(count|rows)$/.test(name)) return;
      const message = `A count, and an integer that can exceed ${maxInt32}, needs format: int64.`;
      context.report({ message, location: context.location });
    },
  };
}

function integersIn(context: Context, place: Place): Place<Node>[] {
  const { node, location } = follow(context, place);
  if (!isNode(node)) return [];
  const schema = { node, location };
  const items = memberOf(context, schema, 'items');
  const parts = ['anyOf', 'oneOf'].flatMap((keyword) => elementsOf(context, schema, keyword));
  return [
    ...(wordsOf(node['type']).includes('integer') ? [schema] : []),
    ...[...parts, ...(items ? [items] : [])].flatMap((part) => integersIn(context, part)),
  ];
}

/** A misspelt member of a request is an error, so objects are closed; only named ones are free-form. */
export function requestObjectsClosed(options: { freeForm?: string[] }) {
  return requestVisitor(options, ({ node, location, sealed }, context) => {
    const composed = ['allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in node);
    const isObject = 'properties' in node || wordsOf(node['type']).includes('object');
    const closed =
      sealed || node['additionalProperties'] === false || node['unevaluatedProperties'] === false;
    if (!isObject || closed) return;
    if ('properties' in node) {
      context.report({
        message: 'A request object of fixed shape needs additionalProperties: false.',
        location,
      });
    } else if (!composed && !('additionalProperties' in node)) {
      context.report({
        message: 'A free-form request object says so with additionalProperties.',
        location,
      });
    }
  });
}

export function requestStringsBounded() {
  const bounds = ['maxLength', 'enum', 'const'];
  return requestVisitor({}, ({ node, location }, context) => {
    if (!wordsOf(node['type']).includes('string') || bounds.some((bound) => bound in node)) return;
    const message = `A string of a request needs one of ${bounds.join(', ')}.`;
    context.report({ message, location });
  });
}

export function requestArraysBounded() {
  return requestVisitor({}, ({ node, location }, context) => {
    if (!wordsOf(node['type']).includes('array') || 'maxItems' in node) return;
    context.report({ message: 'An array of a request needs maxItems.', location });
  });
}

/** A free-form object has a maximum size of its own or is part of one that has. */
export function requestObjectsBounded() {
  return requestVisitor({}, ({ node, location, sealed, sized }, context) => {
    const open = 'additionalProperties' in node && node['additionalProperties'] !== false;
    if (sealed || !open) return;
    if ('maxProperties' in node && (sized || 'x-max-bytes' in node)) return;
    const message = 'A free-form object of a request needs maxProperties and x-max-bytes.';
    context.report({ message, location });
  });
}

/** `except` names arrays without a maximum length, by the end of their place in the contract. */
export function responseArraysBounded({ except = [] }: { except?: string[] }) {
  const reported = new Set<string>();
  return operationVisitor((operation, context) => {
    for (const [, response] of responsesOf(context, operation)) {
      for (const [, media] of membersOf(context, response, 'content')) {
        for (const { node, location } of schemasBelow(context, media, new Set())) {
          const { pointer, absolutePointer } = location;
          const isBounded = !wordsOf(node['type']).includes('array') || 'maxItems' in node;
          if (isBounded || except.some((end) => pointer.endsWith(end))) continue;
          if (reported.has(absolutePointer)) continue;
          reported.add(absolutePointer);
          context.report({ message: 'An array of a response needs maxItems.', location });
        }
      }
    }
  });
}

/** Missing values are null, never absent; `except` names exempt schemas, `freeForm` free-form properties. */
export function responsePropertiesRequired({
  except = [],
  freeForm = [],
}: {
  except?: string[];
  freeForm?: string[];
}) {
  const reported = new Set<string>();
  const skipped = new Set(freeForm);
  return operationVisitor((operation, context) => {
    for (const [, response] of responsesOf(context, operation)) {
      for (const [, media] of membersOf(context, response, 'content')) {
        for (const schema of schemasBelow(context, media, skipped)) {
          const name = schema.location.pointer.split('/').at(-1) ?? '';
          if (except.includes(name) || reported.has(schema.location.absolutePointer)) continue;
          const required = new Set([...wordsOf(schema.node['required']), ...schema.required]);
          const missing = entriesOf(schema.node['properties']).filter(
            ([key]) => !required.has(key),
          );
          if (missing.length === 0) continue;
          reported.add(schema.location.absolutePointer);
          const names = missing.map(([key]) => key).join(', ');
          const message = `Every property of a response is required (null if there is none): ${names}.`;
          context.report({ message, location: schema.location });
        }
      }
    }
  });
}

interface FoundSchema extends Place<Node> {
  /** Whether an enclosing `unevaluatedProperties: false` closes it. */
  readonly sealed: boolean;
  /** Whether an enclosing `x-max-bytes` bounds its size. */
  readonly sized: boolean;
  /** The properties that the composing schema requires. */
  readonly required: readonly string[];
}

/** Calls the check for each schema of an operation's parameters and JSON body, once in a document. */
function requestVisitor(
  { freeForm = [] }: { freeForm?: string[] },
  check: (schema: FoundSchema, context: Context) => void,
) {
  const seen = new Set<string>();
  const skipped = new Set(freeForm);
  return operationVisitor((operation, context) => {
    const body = memberOf(context, operation, 'requestBody');
    const media = body ? mediaOf(context, body).filter(([type]) => /[/+]json$/.test(type)) : [];
    const places = [...parametersOf(context, operation), ...media.map(([, place]) => place)];
    for (const schema of places.flatMap((place) => [...schemasBelow(context, place, skipped)])) {
      if (seen.has(schema.location.absolutePointer)) continue;
      seen.add(schema.location.absolutePointer);
      check(schema, context);
    }
  });
}

/** The schema of a parameter or a media type, and all schemas that it consists of. */
function* schemasBelow(
  context: Context,
  owner: Place<Node>,
  skipped: ReadonlySet<string>,
): Generator<FoundSchema> {
  const seen = new Set<string>();
  function* walk(
    place: Place<Node> | undefined,
    within: Pick<FoundSchema, 'sealed' | 'sized' | 'required'>,
  ): Generator<FoundSchema> {
    if (!place || seen.has(place.location.absolutePointer)) return;
    seen.add(place.location.absolutePointer);
    yield { ...place, ...within };
    const sized = within.sized || 'x-max-bytes' in place.node;
    const sealed = within.sealed || place.node['unevaluatedProperties'] === false;
    const required = [...within.required, ...wordsOf(place.node['required'])];
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      for (const part of elementsOf(context, place, keyword))
        yield* walk(part, { sealed, sized, required });
    }
    const below = { sealed: false, sized, required: [] };
    for (const part of elementsOf(context, place, 'prefixItems')) yield* walk(part, below);
    for (const [name, part] of membersOf(context, place, 'properties')) {
      if (!skipped.has(name)) yield* walk(part, below);
    }
    yield* walk(memberOf(context, place, 'items'), below);
    yield* walk(memberOf(context, place, 'additionalProperties'), below);
  }
  yield* walk(memberOf(context, owner, 'schema'), { sealed: false, sized: false, required: [] });
}
