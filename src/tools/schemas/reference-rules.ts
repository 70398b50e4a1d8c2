import { isObject, type Schema } from '../rules.ts';
import { ignoresSiblings } from './dialect-rules.ts';

/** What a reference leads to, and where it stands. */
export interface Target {
  readonly schema: unknown;
  readonly path: readonly string[];
}

export interface References {
  /** Undefined for one that leads out of the document, or to nothing. */
  readonly resolve: (reference: string, from: Schema) => Target | undefined;
}

/** A document without an `$id` of its own. */
const ownAddress = 'schema:///';
/** They hold values, in which nothing is a schema. */
const holdsValues = new Set(['const', 'enum', 'default', 'examples', 'example']);

/** Reads where a document has schemas with an `$id` or an anchor, so that references find them. */
export function referencesIn(root: Schema): References {
  const isOld = ignoresSiblings(root['$schema']);
  const targets = new Map<string, Target>();
  const bases = new Map<object, string>();
  const keep = (address: string, target: Target): void => {
    if (!targets.has(address)) targets.set(address, target);
  };
  const index = (value: unknown, base: string, path: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    const within = isObject(value) ? named(value, base, path) : base;
    bases.set(value, within);
    for (const [name, each] of Object.entries(value))
      if (!holdsValues.has(name)) index(each, within, [...path, name]);
  };
  const named = (schema: Schema, base: string, path: readonly string[]): string => {
    const { $id, $anchor, $dynamicAnchor, $ref } = schema;
    const target = { schema, path };
    const hasId = typeof $id === 'string' && !(isOld && $ref !== undefined);
    const [address, fragment] = hasId ? addressOf($id, base) : [base, ''];
    if (hasId) keep(fragment === '' ? address : `${address}#${fragment}`, target);
    for (const anchor of [$anchor, $dynamicAnchor])
      if (typeof anchor === 'string') keep(`${address}#${anchor}`, target);
    return address;
  };
  keep(ownAddress, { schema: root, path: [] });
  index(root, ownAddress, []);
  const resolve = (reference: string, from: Schema): Target | undefined => {
    const [address, fragment] = addressOf(reference, bases.get(from) ?? ownAddress);
    const resource = targets.get(address);
    if (fragment === '') return resource;
    if (!fragment.startsWith('/')) return targets.get(`${address}#${fragment}`);
    // Libraries write pointers from the document's root, also below an `$id`.
    const starts = [resource, ...(reference.startsWith('#') ? [targets.get(ownAddress)] : [])];
    return starts.map((start) => start && pointedAt(start, fragment)).find(Boolean);
  };
  return { resolve };
}

function addressOf(reference: string, base: string): readonly [address: string, fragment: string] {
  const [relative = '', ...rest] = reference.split('#');
  const address = relative === '' ? base : (URL.parse(relative, base)?.href ?? relative);
  return [address, decoded(rest.join('#'))];
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function pointedAt({ schema, path }: Target, pointer: string): Target | undefined {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  let value = schema;
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = new Map(Object.entries(value)).get(name);
  }
  return { schema: value, path: [...path, ...names] };
}
