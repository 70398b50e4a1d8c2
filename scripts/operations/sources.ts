import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file, with its path below the root. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

const read = (root: string, pattern: string): Source[] =>
  globSync(pattern, { cwd: root })
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** The files of the contract's areas. */
export const readAreas = (root: string): Source[] =>
  read(root, 'openapi/*/*.yaml').filter(({ path }) => !path.startsWith('openapi/shared/'));

export const readCode = (root: string): Source[] => read(root, 'src/**/*.ts');

/** The operations that a file of the contract describes. */
export const operationsIn = ({ text }: Source): string[] =>
  [...text.matchAll(/^\s+operationId: (\w+)/gm)].map(([, id = '']) => id);

/** The file of the contract in which each operation is. */
export const describedIn = (areas: readonly Source[]): Map<string, string> =>
  new Map(areas.flatMap((source) => operationsIn(source).map((id) => [id, source.path] as const)));

const declaration = /satisfies HandlersFor<([^>]*)>/g;

/** The file in which each handler is, of those whose files name their operations: `satisfies HandlersFor<'getRun'>`. */
export const handledIn = (code: readonly Source[]): Map<string, string> =>
  new Map(
    code.flatMap(({ path, text }) =>
      [...text.matchAll(declaration)].flatMap(([, ids = '']) =>
        [...ids.matchAll(/'(\w+)'/g)].map(([, id = '']) => [id, path] as const),
      ),
    ),
  );

/**
 * The file that has, or should have, the handlers of a file of the contract: that of its other operations, or
 * `src/<area>/<resource>/handlers.ts`.
 */
export function handlersOf(
  file: string,
  described: ReadonlyMap<string, string>,
  handled: ReadonlyMap<string, string>,
): string {
  const counts = new Map<string, number>();
  for (const [id, path] of described) {
    const handlers = path === file ? handled.get(id) : undefined;
    if (handlers !== undefined) counts.set(handlers, (counts.get(handlers) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most?.[0] ?? file.replace(/^openapi\/(.+)\.yaml$/, 'src/$1/handlers.ts');
}
