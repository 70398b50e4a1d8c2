import type { Guide } from './guides.ts';
import { anchorOf } from './markdown.ts';
import { tagPath, tagTitle, eventPath, guidePath, operationPath, problemPath } from './paths.ts';
import type { Operation, Part, Reference } from './reference.ts';

/** What the search finds: its title, what stands beside it, its address, and words that find it too. */
export type Entry = readonly [title: string, beside: string, path: string, words: string];

export function searchEntries(reference: Reference, guides: readonly Guide[]): Entry[] {
  const { resolve } = reference;
  return [
    ...guides.flatMap(({ name, title, text }) =>
      text.split(/^(?=## )/m).map((section, index): Entry => {
        const heading = /^## (.+)$/m.exec(section)?.[1];
        return heading === undefined || index === 0
          ? [title, 'Guide', guidePath(name), wordsOf(section)]
          : [heading, title, `${guidePath(name)}#${anchorOf(heading)}`, wordsOf(section)];
      }),
    ),
    ...[...reference.description.matchAll(/^\*\*(.+?)\.\*\*([^]*?)(?=\n\*\*|$(?![^]))/gm)].map(
      ([, title = '', text = '']): Entry => [
        title,
        'Rule',
        `/docs/rules#${anchorOf(title)}`,
        wordsOf(text),
      ],
    ),
    ...reference.tags.map(({ name, description }): Entry => [
      tagTitle(name),
      'Tag',
      tagPath(name),
      wordsOf(name, description),
    ]),
    ...[...reference.operations.values()].map((operation): Entry => [
      operation.summary,
      `${operation.method} ${operation.path}`,
      operationPath(operation.id),
      wordsOf(operation.id, operation.description, ...partsOf(operation, resolve)),
    ]),
    ...[...reference.events].map(([name, event]): Entry => [
      name,
      'Event',
      eventPath(name),
      wordsOf(event.summary, event.description, ...partsOf(event, resolve)),
    ]),
    ...[...reference.problems].map(([code, { status, title, happened, action }]): Entry => [
      code,
      `${status} problem`,
      problemPath(code),
      wordsOf(title, happened, action),
    ]),
  ];
}

/** Each word once: the index needs no sentences. */
const wordsOf = (...texts: readonly string[]): string =>
  [
    ...new Set(
      texts
        .join(' ')
        .toLowerCase()
        .match(/[\p{L}\p{N}_]+/gu),
    ),
  ].join(' ');

/** The names of parameters and members, the values of enums, the statuses and the problem codes of an operation. */
function partsOf(operation: Operation, resolve: Reference['resolve']): string[] {
  const { parameters, body, successes, failures } = operation;
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(visit);
    if (typeof part !== 'object' || part === null) return;
    const schema = resolve(part);
    if (seen.has(schema)) return;
    seen.add(schema);
    for (const [name, member] of Object.entries((schema['properties'] ?? {}) as Part)) {
      found.add(name);
      visit(member);
    }
    for (const value of (schema['enum'] ?? schema['x-extensible-enum'] ?? []) as unknown[])
      found.add(String(value));
    for (const key of ['items', 'additionalProperties', 'oneOf', 'anyOf', 'allOf'])
      visit(schema[key]);
  };
  for (const { name, schema } of parameters) {
    found.add(name);
    visit(schema);
  }
  for (const { schema } of [body, ...successes].flatMap((each) => each?.media ?? [])) visit(schema);
  for (const { status, codes } of [...successes, ...failures])
    [status, ...codes].forEach((each) => found.add(each));
  return [...found];
}
