export type Members = Readonly<Record<string, unknown>>;

export interface Difference {
  readonly before: Members | null;
  readonly after: Members | null;
}

/** An event says these itself. */
const told = new Set(['id', 'created_at', 'updated_at']);

/**
 * The members that became others, as they were and as they are; undefined if none did. Null stands for a thing that was
 * not there, and for a member that was not there too.
 */
export function differenceOf(
  before: Members | null,
  after: Members | null,
): Difference | undefined {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => !told.has(name) && !same(before?.[name], after?.[name]),
  );
  if (before && after && names.length === 0) return undefined;
  return { before: before && pick(before, names), after: after && pick(after, names) };
}

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

const pick = (members: Members, names: readonly string[]): Members =>
  Object.fromEntries(names.map((name) => [name, members[name] ?? null]));
