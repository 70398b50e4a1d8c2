/** The part of the linter's interface that the rules use. */
export interface Location {
  readonly pointer: string;
  readonly absolutePointer: string;
  readonly source: { readonly absoluteRef: string };
  child(path: string | number | (string | number)[]): Location;
}
export interface Context {
  readonly key: string | number;
  readonly location: Location;
  report(problem: { message: string; location: Location }): void;
  resolve(reference: unknown, from: string): { node: unknown; location: Location | undefined };
}

export type Node = Readonly<Record<string, unknown>>;
export interface Place<T = unknown> {
  readonly node: T;
  readonly location: Location;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function entriesOf(value: unknown): [string, unknown][] {
  return isNode(value) ? Object.entries(value) : [];
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function wordsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((word) => typeof word === 'string');
}

/** The value at a place, with its `$ref` followed if it is one. */
export function follow(context: Context, place: Place): Place {
  if (!isNode(place.node) || typeof place.node['$ref'] !== 'string') return place;
  const target = context.resolve(place.node, place.location.source.absoluteRef);
  return { node: target.node, location: target.location ?? place.location };
}

/** The member of a node by that name, with its `$ref` followed; undefined if it is not an object. */
export function memberOf(
  context: Context,
  place: Place<Node>,
  name: string,
): Place<Node> | undefined {
  const { node, location } = follow(context, {
    node: place.node[name],
    location: place.location.child(name),
  });
  return isNode(node) ? { node, location } : undefined;
}

/** The members of a map of the document, each with its name and its `$ref` followed. */
export function membersOf(
  context: Context,
  place: Place<Node>,
  name: string,
): [string, Place<Node>][] {
  const map = memberOf(context, place, name);
  if (!map) return [];
  return Object.keys(map.node).flatMap((key) => {
    const member = memberOf(context, map, key);
    return member ? [[key, member] satisfies [string, Place<Node>]] : [];
  });
}

/** The elements of a list of the document, with their `$ref`s followed. */
export function elementsOf(context: Context, place: Place<Node>, name: string): Place<Node>[] {
  return listOf(place.node[name]).flatMap((element, index) => {
    const { node, location } = follow(context, {
      node: element,
      location: place.location.child([name, index]),
    });
    return isNode(node) ? [{ node, location }] : [];
  });
}
