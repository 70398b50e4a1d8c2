import type { OpenApiDocument } from '../../src/http/operations.ts';

/** Tools that invent values fill a list or a free-form object that may have more with that many. */
const most = { maxProperties: 100, maxItems: 10 };
const renamedTo = { maxProperties: 'x-max-properties', maxItems: 'x-max-items' };

/**
 * The contract from which a mock server invents an answer in moments: in what answers show, `maxItems` of long lists and
 * `maxProperties` of free-form objects are `x-max-items` and `x-max-properties`. Prism invents as many as there may be, and needed
 * minutes for a workflow, which has thousands of nodes with a thousand members each.
 */
export function inventable(document: OpenApiDocument): OpenApiDocument {
  const shown = shownIn(document);
  const ofAnswers: Record<string, (part: never, name: string) => unknown> = {
    responses: renamed,
    schemas: (schema, name) => (shown.has(name) ? renamed(schema) : schema),
  };
  return {
    ...document,
    paths: mapped(document.paths, (item) => mapped(item, withRenamedResponses)),
    components: mapped(document.components, (parts, kind) =>
      mapped(parts, ofAnswers[kind] ?? ((part) => part)),
    ),
  } as OpenApiDocument;
}

const withRenamedResponses = (part: unknown): unknown =>
  isNode(part) && 'responses' in part ? { ...part, responses: renamed(part['responses']) } : part;

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const mapped = (parts: Node | undefined, change: (part: never, name: string) => unknown): Node =>
  Object.fromEntries(
    Object.entries(parts ?? {}).map(([name, part]) => [name, change(part as never, name)]),
  );

/** The schemas that answers show, directly or indirectly. */
function shownIn({ paths, components }: OpenApiDocument): Set<string> {
  const shown = new Set<string>();
  const look = (value: unknown): void => {
    if (!isNode(value)) return;
    const [, name] = /^#\/components\/schemas\/(.+)$/.exec(String(value['$ref'])) ?? [];
    if (name !== undefined && !shown.has(name)) {
      shown.add(name);
      look(components['schemas']?.[name]);
    }
    Object.values(value).forEach(look);
  };
  look(components['responses']);
  for (const item of Object.values(paths))
    for (const part of Object.values(item)) if (isNode(part)) look(part['responses']);
  return shown;
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const isTooMany = key in most && Number(part) > most[key as keyof typeof most];
      return isTooMany ? [renamedTo[key as keyof typeof most], part] : [key, renamed(part)];
    }),
  );
}
