import { isObject, type Schema } from '../rules.ts';

const dialects =
  /^https?:\/\/json-schema\.org\/(draft-0[467]|draft\/2019-09|draft\/2020-12)\/schema#?$/;

export const dialectFault =
  'Send a schema of https://json-schema.org/draft/2020-12/schema, of 2019-09, or of draft 7, 6 or 4.';

/** The drafts whose schemas are read; undefined is 2020-12. */
export const isDialect = (uri: unknown): boolean =>
  uri === undefined || (typeof uri === 'string' && dialects.test(uri));

/** Whether keywords beside a reference mean nothing. */
export const ignoresSiblings = (uri: unknown): boolean =>
  typeof uri === 'string' && uri.includes('/draft-0');

/** They say where a schema is found, which its references do not need once they are written out. */
const ofPlaces = new Set(
  '$schema $id $anchor $dynamicAnchor $recursiveAnchor $vocabulary $defs definitions'.split(' '),
);
const former = new Set(['additionalItems', 'dependencies', 'nullable']);

/** The keywords of a schema of any draft, or of OpenAPI 3.0, as those of 2020-12. */
export function modern(given: Schema): Readonly<Record<string, unknown>> {
  const { items, additionalItems, dependencies, nullable, type } = given;
  const kept = Object.entries(given).filter(([name]) => !ofPlaces.has(name) && !former.has(name));
  const isTuple = Array.isArray(items) && !Array.isArray(given['prefixItems']);
  const isNullable =
    nullable === true && (typeof type === 'string' || Array.isArray(type)) && type !== 'null';
  return {
    ...Object.fromEntries(
      kept.flatMap(([name, value]) => {
        if (name === 'exclusiveMinimum' || name === 'exclusiveMaximum')
          return exclusiveBound(given, name);
        return name === 'items' && isTuple ? [] : [[name, value]];
      }),
    ),
    ...(isTuple && { prefixItems: items }),
    ...(isTuple && additionalItems !== undefined && { items: additionalItems }),
    ...(isNullable && { type: [...new Set([type, 'null'].flat())] }),
    ...(isObject(dependencies) && dependent(dependencies)),
    ...withoutBounds(given),
  };
}

/** In draft 4 and OpenAPI 3.0 the bound is `minimum`, and this says that it is excluded. */
function exclusiveBound(
  given: Schema,
  name: 'exclusiveMinimum' | 'exclusiveMaximum',
): [string, unknown][] {
  const value = given[name];
  if (typeof value !== 'boolean') return [[name, value]];
  const bound = given[name === 'exclusiveMinimum' ? 'minimum' : 'maximum'];
  return value && bound !== undefined ? [[name, bound]] : [];
}

/** A bound that is excluded is not a bound that is included. */
const withoutBounds = ({
  exclusiveMinimum,
  exclusiveMaximum,
}: Schema): Record<string, undefined> => ({
  ...(exclusiveMinimum === true && { minimum: undefined }),
  ...(exclusiveMaximum === true && { maximum: undefined }),
});

/** What members need other members, in draft 7 and before: by their names, or as a schema. */
function dependent(dependencies: Schema): Readonly<Record<string, unknown>> {
  const entries = Object.entries(dependencies);
  const names = entries.filter(([, each]) => Array.isArray(each));
  const schemas = entries.filter(([, each]) => !Array.isArray(each));
  return {
    ...(names.length > 0 && { dependentRequired: Object.fromEntries(names) }),
    ...(schemas.length > 0 && { dependentSchemas: Object.fromEntries(schemas) }),
  };
}
