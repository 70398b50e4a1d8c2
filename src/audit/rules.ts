export type Members = Readonly<Record<string, unknown>>;

interface Difference {
  readonly before: Members | null;
  readonly after: Members | null;
}

/** An event says these itself. */
const omitted = new Set(['id', 'created_at', 'updated_at']);

/**
 * The members that became others, as they were and as they are; undefined if none did. Null stands for a thing that was
 * not there, and for a member that was not there too.
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

/** As JSON with members in one order: PostgreSQL's jsonb has an order of its own. */
const textOf = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

const pick = (members: Members, names: readonly string[]): Members =>
  Object.fromEntries(names.map((name) => [name, members[name] ?? null]));

/** An event outlives what it is about, so it stays small: bytes of a member, and of all on one side, as JSON. */
const maxMemberBytes = 1024;
const maxSideBytes = 4096;

/** Members that are too large are represented by their size. */
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
