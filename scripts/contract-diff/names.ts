import { operationsIn, schemasIn } from './document.ts';
import type { Pair } from './usage.ts';

/** A schema that the requests or responses of operations refer to by this name no longer. */
export interface LostName {
  readonly name: string;
  readonly operations: readonly string[];
}

/** The names of schemas are those of generated types, so programs contain them. Redocly's tool does not compare them. */
export function lostNames({ base, revision }: Pair): LostName[] {
  const now = new Map(operationsIn(revision).map((operation) => [operation.name, operation]));
  const lost = new Map<string, string[]>();
  for (const before of operationsIn(base)) {
    const after = now.get(before.name);
    if (!after) continue;
    for (const part of ['requests', 'responses'] as const) {
      const kept = schemasIn(revision, after[part]);
      for (const name of schemasIn(base, before[part])) {
        if (!kept.has(name)) lost.set(name, [...(lost.get(name) ?? []), before.name]);
      }
    }
  }
  return [...lost].map(([name, operations]) => ({ name, operations: [...new Set(operations)] }));
}
