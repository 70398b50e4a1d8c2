import { isObject, keywordKind, type Schema } from '../schema-rules.ts';

/** Checks that are left to the server. */
const leftOut = new Set([
  'pattern',
  'uniqueItems',
  'contains',
  'minContains',
  'maxContains',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
]);
/** Where a check that is left out could refuse what the server takes. */
const inverting = new Set(['not', 'if', 'oneOf']);
const dialects =
  /^https?:\/\/json-schema\.org\/(draft-07|draft\/2019-09|draft\/2020-12)\/schema#?$/;

/**
 * The schema of a server's function in the dialect of 2020-12, without the checks that are not supported here, unless the rest
 * could then refuse what the server takes.
 */
export function relaxed(root: Schema): Schema {
  const { $schema, $id: _id, definitions, ...rest } = root;
  const isKnown = $schema === undefined || (typeof $schema === 'string' && dialects.test($schema));
  const schema = {
    ...rest,
    ...(definitions !== undefined && rest['$defs'] === undefined && { $defs: definitions }),
    ...(!isKnown && { $schema }),
  };
  let isInverting = false;
  const walk = (given: unknown, isLeaving: boolean): unknown => {
    if (!isObject(given)) return given;
    const entries = Object.entries(given).filter(([name]) => !isLeaving || !leftOut.has(name));
    return Object.fromEntries(
      entries.map(([name, value]) => {
        isInverting ||= inverting.has(name);
        if (name === '$ref' && typeof value === 'string')
          return [name, value.replace(/^#\/definitions\//, '#/$defs/')];
        const kind = name === '$defs' ? 'named' : keywordKind(name);
        if (kind === 'schema') return [name, walk(value, isLeaving)];
        if (kind === 'list' && Array.isArray(value))
          return [name, value.map((each) => walk(each, isLeaving))];
        if (kind === 'named' && isObject(value))
          return [
            name,
            Object.fromEntries(
              Object.entries(value).map(([key, each]) => [key, walk(each, isLeaving)]),
            ),
          ];
        return [name, value];
      }),
    );
  };
  const without = walk(schema, true) as Schema;
  return isInverting ? (walk(schema, false) as Schema) : without;
}
