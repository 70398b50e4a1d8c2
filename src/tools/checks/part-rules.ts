import { isObject } from '../rules.ts';
import {
  type At,
  below,
  canonical,
  eachOf,
  failed,
  listOf,
  namesIn,
  quietly,
  spend,
  type Verdict,
} from './check-rules.ts';
import { matches } from './value-rules.ts';

export function uniqueItems(isUnique: unknown, value: unknown, at: At): Verdict {
  if (isUnique !== true || !Array.isArray(value)) return true;
  const texts = new Set(value.map((each) => canonical(each, at)));
  return texts.size === value.length || failed(at, 'must NOT have duplicate items');
}

export function prefixItems(schemas: unknown, value: unknown, at: At): Verdict {
  if (!Array.isArray(value)) return true;
  return eachOf(listOf(schemas).slice(0, value.length), (schema, index) =>
    at.within.check(schema, value[index], below(at, String(index))),
  );
}

export function items(schema: unknown, value: unknown, at: At): Verdict {
  if (!Array.isArray(value)) return true;
  const from = listOf(at.schema['prefixItems']).length;
  return eachOf(value.slice(from), (each, index) =>
    at.within.check(schema, each, below(at, String(from + index))),
  );
}

export function contains(schema: unknown, value: unknown, at: At): Verdict {
  if (!Array.isArray(value)) return true;
  const { minContains: least = 1, maxContains: most = Infinity } = at.schema;
  let [valid, unknown] = [0, 0];
  for (const each of value as readonly unknown[]) {
    const verdict = at.within.check(schema, each, quietly(at));
    if (verdict === true) valid += 1;
    if (verdict === undefined) unknown += 1;
  }
  if (valid > Number(most)) return failed(at, `must contain at most ${String(most)} valid items`);
  if (valid + unknown < Number(least))
    return failed(at, `must contain at least ${String(least)} valid items`);
  return unknown > 0 ? undefined : true;
}

export function required(names: unknown, value: unknown, at: At): Verdict {
  if (!isObject(value)) return true;
  return eachOf(listOf(names).map(String), (name) => {
    spend(at, 1);
    return Object.hasOwn(value, name) || failed(at, `must have required property '${name}'`, name);
  });
}

export function properties(schemas: unknown, value: unknown, at: At): Verdict {
  if (!isObject(value) || !isObject(schemas)) return true;
  return eachOf(namesIn(value, at), (name) =>
    Object.hasOwn(schemas, name)
      ? at.within.check(schemas[name], value[name], below(at, name))
      : true,
  );
}

export function patternProperties(schemas: unknown, value: unknown, at: At): Verdict {
  if (!isObject(value) || !isObject(schemas)) return true;
  return eachOf(namesIn(value, at), (name) =>
    eachOf(namesIn(schemas, at), (text) => {
      const isNamed = matches(text, name, at);
      if (isNamed === false) return true;
      const verdict = at.within.check(
        schemas[text],
        value[name],
        isNamed ? below(at, name) : quietly(at),
      );
      return isNamed === undefined && verdict === false ? undefined : verdict;
    }),
  );
}

export function additionalProperties(schema: unknown, value: unknown, at: At): Verdict {
  if (!isObject(value)) return true;
  const known = isObject(at.schema['properties']) ? at.schema['properties'] : {};
  const patterns = Object.keys(at.schema['patternProperties'] ?? {});
  return eachOf(namesIn(value, at), (name) => {
    spend(at, 1);
    if (Object.hasOwn(known, name)) return true;
    const named = patterns.map((text) => matches(text, name, at));
    if (named.includes(true)) return true;
    if (schema === false && !named.includes(undefined))
      return failed(at, 'must NOT have additional properties', name);
    const isSure = !named.includes(undefined);
    const verdict = at.within.check(schema, value[name], isSure ? below(at, name) : quietly(at));
    return !isSure && verdict === false ? undefined : verdict;
  });
}

export function propertyNames(schema: unknown, value: unknown, at: At): Verdict {
  if (!isObject(value)) return true;
  return eachOf(namesIn(value, at), (name) => at.within.check(schema, name, below(at, name)));
}

export function dependentRequired(lists: unknown, value: unknown, at: At): Verdict {
  if (!isObject(value) || !isObject(lists)) return true;
  return eachOf(namesIn(lists, at), (name) =>
    Object.hasOwn(value, name) ? required(lists[name], value, at) : true,
  );
}

export function dependentSchemas(schemas: unknown, value: unknown, at: At): Verdict {
  if (!isObject(value) || !isObject(schemas)) return true;
  return eachOf(namesIn(schemas, at), (name) =>
    Object.hasOwn(value, name) ? at.within.check(schemas[name], value, at) : true,
  );
}
