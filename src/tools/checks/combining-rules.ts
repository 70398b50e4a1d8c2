import { isObject, type PlacedFault, type Schema } from '../rules.ts';
import { type At, eachOf, failed, listOf, quietly, type Verdict } from './check-rules.ts';

export const allOf = (schemas: unknown, value: unknown, at: At): Verdict =>
  eachOf(listOf(schemas), (each) => at.within.check(each, value, at));

/**
 * Counts the branches that are valid, and those of which nobody knows. The fault is that of the branch that came deepest, and rather
 * not that of one that is told by a constant to be about something else.
 */
function branches(schemas: unknown, value: unknown, at: At) {
  let [valid, unknown] = [0, 0];
  let deepest: PlacedFault | undefined;
  for (const each of listOf(schemas)) {
    const branch = quietly(at);
    const verdict = at.within.check(each, value, branch);
    if (verdict === true) valid += 1;
    if (verdict === undefined) unknown += 1;
    const { fault } = branch.found;
    if (fault && rankOf(fault) > (deepest ? rankOf(deepest) : -1)) deepest = fault;
  }
  return { valid, unknown, deepest };
}

const rankOf = ({ path, fault }: PlacedFault): number =>
  2 * path.length + (fault.startsWith('It must be equal') ? 0 : 1);

export function anyOf(schemas: unknown, value: unknown, at: At): Verdict {
  const { valid, unknown, deepest } = branches(schemas, value, at);
  if (valid > 0) return true;
  if (unknown > 0) return undefined;
  if (deepest) at.found.fault ??= deepest;
  return failed(at, 'must match a schema in anyOf');
}

export function oneOf(schemas: unknown, value: unknown, at: At): Verdict {
  const { valid, unknown, deepest } = branches(schemas, value, at);
  if (valid > 1) return failed(at, 'must match exactly one schema in oneOf');
  if (unknown > 0) return undefined;
  if (valid === 1) return true;
  if (deepest) at.found.fault ??= deepest;
  return failed(at, 'must match exactly one schema in oneOf');
}

export function not(schema: unknown, value: unknown, at: At): Verdict {
  const verdict = at.within.check(schema, value, quietly(at));
  if (verdict === undefined) return undefined;
  return verdict ? failed(at, 'must NOT be valid') : true;
}

export function whether(schema: unknown, value: unknown, at: At): Verdict {
  const { then = true, else: otherwise = true } = at.schema;
  const verdict = at.within.check(schema, value, quietly(at));
  if (verdict !== undefined) return at.within.check(verdict ? then : otherwise, value, at);
  const [one, other] = [at.within.check(then, value, at), at.within.check(otherwise, value, at)];
  return one === other ? one : undefined;
}

export function reference(ref: unknown, value: unknown, at: At): Verdict {
  const target = targetOf(ref, at.within.root);
  return target === undefined ? undefined : at.within.check(target, value, at);
}

/** What a reference leads to; undefined for one that was left as it came. */
export function targetOf(ref: unknown, root: Schema): unknown {
  if (ref === '#') return root;
  const [, encoded] = typeof ref === 'string' ? (/^#\/\$defs\/([^/]+)$/.exec(ref) ?? []) : [];
  const name = encoded?.replaceAll('~1', '/').replaceAll('~0', '~');
  const defs = root['$defs'];
  return name !== undefined && isObject(defs) && Object.hasOwn(defs, name) ? defs[name] : undefined;
}
