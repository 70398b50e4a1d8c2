/** The first result that a member gives; the member goes to the end, so that the others are asked before it. */
export function inTurn<K, V, R>(
  members: Map<K, V>,
  take: (member: V, key: K) => R | undefined,
): R | undefined {
  for (const [key, member] of members) {
    const result = take(member, key);
    if (result === undefined) continue;
    toEnd(members, key, member);
    return result;
  }
  return undefined;
}

export function toEnd<K, V>(members: Map<K, V>, key: K, member: V): void {
  members.delete(key);
  members.set(key, member);
}

/** Removes and returns the first of a line. */
export function takeFirst<T>(line: Set<T>): T | undefined {
  for (const first of line) {
    line.delete(first);
    return first;
  }
  return undefined;
}
