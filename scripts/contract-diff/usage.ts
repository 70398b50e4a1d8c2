import { keysOf, operationsIn, schemaNameIn, schemasIn, type Node } from './document.ts';
import type { ToolChange } from './tool.ts';

/** Two contracts that are compared. */
export interface Pair {
  readonly base: Node;
  readonly revision: Node;
}

/** A request is what clients send, a response what they get: the bodies and headers of webhooks too. */
export type Direction = 'request' | 'response';

type Uses = ReadonlyMap<string, ReadonlySet<Direction>>;

function usesIn(document: Node): Uses {
  const uses = new Map<string, Set<Direction>>();
  for (const { requests, responses } of operationsIn(document)) {
    for (const [direction, parts] of [
      ['request', requests],
      ['response', responses],
    ] as const) {
      for (const name of schemasIn(document, parts)) {
        uses.set(name, (uses.get(name) ?? new Set()).add(direction));
      }
    }
  }
  return uses;
}

export class Usage {
  readonly #base: Uses;
  readonly #revision: Uses;

  constructor({ base, revision }: Pair) {
    this.#base = usesIn(base);
    this.#revision = usesIn(revision);
  }

  /** Whether what is changed is a schema that one of the contracts does not use. */
  isUnused({ path }: ToolChange): boolean {
    const name = schemaNameIn(path);
    return name !== undefined && !(this.#base.has(name) && this.#revision.has(name));
  }

  /** In which directions what is changed is sent. */
  directionsOf({ path, base, revision }: ToolChange): ReadonlySet<Direction> {
    const name = schemaNameIn(revision?.pointer) ?? schemaNameIn(base?.pointer);
    if (name !== undefined) {
      return new Set([...(this.#base.get(name) ?? []), ...(this.#revision.get(name) ?? [])]);
    }
    const [part, , , place] = keysOf(path);
    const answered = place === 'responses';
    return new Set([answered === (part === 'webhooks') ? 'request' : 'response']);
  }
}
