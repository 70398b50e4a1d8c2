import { eachSchema, isObject, type Schema } from '../rules.ts';
import { targetOf } from './combining-rules.ts';
import { isType } from './value-rules.ts';

const never = ['$dynamicRef', '$recursiveRef', 'unevaluatedItems', 'unevaluatedProperties'];
/** How many places are named. */
const maxNamed = 100;

/** The places of the keywords that are left to the server of a schema, in their order. */
export function uncheckedIn(root: Schema, patterns: ReadonlyMap<string, unknown>): string[] {
  const places: string[] = [];
  eachSchema(root, (schema, path) => {
    const has = (name: string): boolean => Object.hasOwn(schema, name);
    const note = (...names: string[]) => places.push([...path, ...names].join('.'));
    for (const name of never) if (has(name) && schema[name] !== true) note(name);
    if (has('$ref') && targetOf(schema['$ref'], root) === undefined) note('$ref');
    const { type, pattern, patternProperties } = schema;
    if (has('type') && ![type].flat().every(isType)) note('type');
    if (typeof pattern === 'string' && !patterns.has(pattern)) note('pattern');
    if (isObject(patternProperties))
      for (const text of Object.keys(patternProperties))
        if (!patterns.has(text)) note('patternProperties', text);
  });
  return places.slice(0, maxNamed);
}
