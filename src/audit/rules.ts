export type Members = Readonly<Record<string, unknown>>;

interface Difference {
  readonly before: Members | null;
  readonly after: Members | null;
}

/** The event has these as members of its own. */
const omitted = new Set(['id', 'created_at', 'updated_at']);

/**
 * The members that changed, with their old and new values; undefined if none changed. Null stands for a missing member,
 * and for all of an object that does not exist.
 */
export function differenceOf(
  before: Members | null,
  after: Members | null,
): Difference | undefined {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => !omitted.has(name) && !same(before?.[name], after?.[name]),
  );
  if (before && after && names.length === 0) return undefined;
  const [was, is] = [before && pick(before, names), after && pick(after, names)];
  return { before: was && bounded(was), after: is && bounded(is) };
}

const same = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);

/** JSON with sorted members: PostgreSQL's jsonb sorts them differently. */
const textOf = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

const pick = (members: Members, names: readonly string[]): Members =>
  Object.fromEntries(names.map((name) => [name, members[name] ?? null]));

/**
 * Maximum size of a member, and of all members of one side, in bytes of JSON. Events outlive their subjects, so they
 * stay small.
 */
const maxMemberBytes = 1024;
const maxSideBytes = 4096;

/** Replaces members that are too large by their size. */
function bounded(members: Members): Members {
  let left = maxSideBytes;
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const bytes = Buffer.byteLength(JSON.stringify(value) ?? '');
      if (bytes > Math.min(left, maxMemberBytes)) return [name, { bytes }];
      left -= bytes;
      return [name, value];
    }),
  );
}
