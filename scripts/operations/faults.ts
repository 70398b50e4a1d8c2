import { describedIn, handledIn, handlersOf, type Source } from './sources.ts';

interface Parts {
  /** The operationIds of the contract. */
  readonly operations: readonly string[];
  /** The keys of `handlers`. */
  readonly handlers: readonly string[];
  readonly areas: readonly Source[];
  readonly code: readonly Source[];
}

/** Operations without handlers, handlers without operations, and stubs, each in one line. */
export function handlerFaults({ operations, handlers, areas, code }: Parts): string[] {
  const described = describedIn(areas);
  const handled = handledIn(code);
  const missing = operations
    .filter((id) => !handlers.includes(id))
    .map((id) => {
      const file = described.get(id);
      const where = handled.get(id) ?? (file && handlersOf(file, described, handled));
      const what = `${file ?? 'openapi/'}: operation ${id} has no handler`;
      return handled.has(id)
        ? `${what}: ${where} names it, so write it there and list its object in src/handlers.ts.`
        : `${what}: write it in ${where ?? 'src/'}, which src/handlers.ts lists.`;
    });
  const unknown = handlers
    .filter((id) => !operations.includes(id))
    .map((id) => {
      const file = handled.get(id) ?? pathOf(id, code);
      return `${file}: handler ${id} has no operation: describe it in openapi/, or remove it.`;
    });
  return [...missing, ...unknown, ...stubsIn(code)];
}

const pathOf = (id: string, code: readonly Source[]): string =>
  code.find(({ text }) => new RegExp(`^\\s+(async )?\\*?${id}\\(`, 'm').test(text))?.path ??
  'src/handlers.ts';

function stubsIn(code: readonly Source[]): string[] {
  return code.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const id = /\bnotImplemented\('(\w+)'\)/.exec(line)?.[1];
      return id === undefined
        ? []
        : [`${path}:${index + 1}: operation ${id} is a stub: write its handler and its test.`];
    }),
  );
}
