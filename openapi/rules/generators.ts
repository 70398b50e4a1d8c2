import {
  elementsOf,
  entriesOf,
  follow,
  isNode,
  listOf,
  memberOf,
  wordsOf,
  type Context,
  type Location,
  type Node,
} from './document.ts';

/** Rules for constructs that code generators handle badly, one rule for each. */

/**
 * Whether a schema has a name: a component, a member of a file's own `schemas`, or a file that contains nothing else.
 */
const named = /^#\/((components\/)?(schemas|parameters|securitySchemes)\/)?[^/]+$/;
const part = /\/allOf\/\d+$/;

const nameIn = ({ pointer }: Location): string => pointer.slice(pointer.lastIndexOf('/') + 1);

/** Generators invent a name for an unnamed object or enum, such as `Inner` or `Type1`. */
export function namedSchemas() {
  return {
    Schema(schema: Node, context: Context) {
      const { location } = context;
      if (!('properties' in schema || 'enum' in schema || 'oneOf' in schema)) return;
      if (named.test(location.pointer) || part.test(location.pointer)) return;
      const message = 'An object with properties, an enum and a union are schemas with a name.';
      context.report({ message, location });
    },
  };
}

/**
 * Names that collide with a class of a generator's runtime, and names that say how an object is used, not what it is.
 */
export function plainNames({ reserved = [] }: { reserved?: string[] }) {
  const ugly = /^Of[A-Z]|Is$|Inner$|Inline|Type\d+$|\d$|LessThan/;
  const check = (location: Location, context: Context): void => {
    const name = nameIn(location);
    if (!ugly.test(name) && !reserved.includes(name)) return;
    context.report({ message: `${name} becomes an ugly or a colliding type.`, location });
  };
  return {
    Schema(_: Node, context: Context) {
      if (named.test(context.location.pointer)) check(context.location, context);
    },
    Parameter(_: Node, context: Context) {
      if (named.test(context.location.pointer)) check(context.location, context);
    },
  };
}

/** Some generators use one namespace for schemas, parameters and security schemes, and begin all with a capital. */
export function distinctNames() {
  const schemas = new Set<string>();
  const others = new Map<string, Location>();
  const add = (_: Node, { location }: Context): void => {
    const name = nameIn(location);
    if (named.test(location.pointer))
      others.set(name.charAt(0).toUpperCase() + name.slice(1), location);
  };
  return {
    Schema(_: Node, { location }: Context) {
      if (named.test(location.pointer)) schemas.add(nameIn(location));
    },
    Parameter: add,
    SecurityScheme: add,
    Root: {
      leave(_: Node, context: Context) {
        for (const [name, location] of others) {
          if (!schemas.has(name)) continue;
          context.report({ message: `A schema is called ${name} too.`, location });
        }
      },
    },
  };
}

/** Generators ignore what stands beside a reference, or make a constant of another type of it. */
export function plainReferences() {
  return {
    ref(reference: Node, context: Context) {
      const beside = Object.keys(reference).filter(
        (key) => !['$ref', 'description', 'summary'].includes(key),
      );
      if (beside.length === 0) return;
      const message = `${beside.join(', ')} beside $ref: write it in the schema that is referred to.`;
      context.report({ message, location: context.location });
    },
  };
}

/** Generators measure a file as they measure a text; its length is that of the operation's body. */
export function fileLengths() {
  return {
    Schema(schema: Node, context: Context) {
      if (schema['format'] !== 'binary' || !('maxLength' in schema)) return;
      const message = 'A file has no maxLength: write x-body-limit-bytes at the operation.';
      context.report({ message, location: context.location.child('maxLength') });
    },
  };
}

/** Go generators add a constructor and a nullable type to each object: `NewThing` and `NullableThing`. */
export function derivedNames() {
  const names = new Set<string>();
  const taken: { name: string; thing: string; location: Location }[] = [];
  return {
    Schema(node: Node, context: Context) {
      const { location } = context;
      if (!named.test(location.pointer)) return;
      const name = nameIn(location);
      names.add(name);
      const [, thing] = /^(?:New|Nullable)([A-Z].*)$/.exec(name) ?? [];
      const place = { node, location };
      const kinds = [place, ...elementsOf(context, place, 'anyOf')];
      if (thing && kinds.some((kind) => 'properties' in kind.node)) {
        taken.push({ name, thing, location });
      }
    },
    Root: {
      leave(_: Node, context: Context) {
        for (const { name, thing, location } of taken) {
          if (!names.has(thing)) continue;
          const message = `${name} is what generators derive from ${thing}.`;
          context.report({ message, location });
        }
      },
    },
  };
}

/**
 * Some generators encode a form's field as JSON if its schema is composed, which a reference with other members is too.
 */
export function formFields() {
  return {
    MediaType(media: Node, context: Context) {
      if (!/^multipart\/|\/x-www-form-urlencoded$/.test(String(context.key))) return;
      const schema = memberOf(context, { node: media, location: context.location }, 'schema');
      for (const [name, field] of entriesOf(schema?.node['properties'])) {
        const isSimple =
          isNode(field) && ('$ref' in field ? Object.keys(field).length === 1 : 'type' in field);
        if (!schema || isSimple) continue;
        const location = schema.location.child(['properties', name]);
        context.report({
          message: `The field ${name} of a form is a type or a reference alone.`,
          location,
        });
      }
    },
  };
}

/** Null stands in a list of scalar types, or beside a reference in `anyOf`. */
export function nulls() {
  const branch = /\/anyOf\/\d+$/;
  return {
    Schema(schema: Node, context: Context) {
      const { location } = context;
      if (listOf(schema['enum']).includes(null)) {
        const message = 'null in an enum: write anyOf of the enum and null.';
        context.report({ message, location: location.child('enum') });
      }
      if (schema['type'] === 'null' && !branch.test(location.pointer)) {
        const message = "The type null alone: write type: [integer, 'null'] and const: null.";
        context.report({ message, location: location.child('type') });
      }
      const types = wordsOf(schema['type']);
      if (types.includes('null') && types.includes('object')) {
        const message = 'An object that may be null: write anyOf of a reference and null.';
        context.report({ message, location: location.child('type') });
      }
    },
  };
}

/** A union names the member that tells its branches apart, and each branch has it as a `const`. */
export function discriminatedUnions() {
  return {
    Schema(node: Node, context: Context) {
      const { location } = context;
      const place = { node, location };
      const branches = ['oneOf', 'anyOf'].flatMap((keyword) => elementsOf(context, place, keyword));
      const kinds = branches.filter((branch) => branch.node['type'] !== 'null');
      if (kinds.length < 2) return;
      const tag = isNode(node['discriminator']) ? node['discriminator']['propertyName'] : undefined;
      if (typeof tag !== 'string') {
        context.report({ message: 'A union of kinds needs a discriminator.', location });
        return;
      }
      for (const kind of kinds) {
        const properties = memberOf(context, kind, 'properties');
        if (properties && 'const' in (memberOf(context, properties, tag)?.node ?? {})) continue;
        const message = `The discriminator ${tag} is not a const here.`;
        context.report({ message, location: kind.location });
      }
    },
  };
}

/**
 * A body of another type than JSON is binary; otherwise generators read it into a string, and some encode it as JSON.
 */
export function binaryBodies({ except = [] }: { except?: string[] }) {
  return {
    MediaType(media: Node, context: Context) {
      const type = String(context.key);
      if (/[/+]json$/.test(type) || except.includes(type)) return;
      const location = context.location.child('schema');
      const { node } = follow(context, { node: media['schema'], location });
      if (isNode(node) && wordsOf(node['type']).includes('string') && node['format'] === 'binary')
        return;
      context.report({ message: `A body of ${type} is a string of format: binary.`, location });
    },
  };
}

/** The schema of an event stream is that of an event's data, which names the event itself. */
export function streamData() {
  return {
    MediaType(media: Node, context: Context) {
      if (context.key !== 'text/event-stream') return;
      const place = { node: media, location: context.location };
      const schema = memberOf(context, place, 'schema');
      const kinds = schema ? elementsOf(context, schema, 'oneOf') : [];
      for (const kind of kinds.length > 0 ? kinds : schema ? [schema] : []) {
        const members = memberOf(context, kind, 'properties');
        const event =
          members && (memberOf(context, members, 'type') ?? memberOf(context, members, 'event'));
        const isNamed = event && ('const' in event.node || 'enum' in event.node);
        if (isNamed && !('data' in members.node)) continue;
        const message =
          'Describe the data of an event, with its name as `type` or `event`, not the envelope.';
        context.report({ message, location: kind.location });
      }
    },
  };
}
