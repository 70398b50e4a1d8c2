import {
  areaPath,
  eventPath,
  guidePath,
  operationPath,
  problemPath,
  type Frame,
} from './layout.ts';

/** What the search finds: its title, what stands beside it, its address, and words that find it too. */
type Entry = readonly [title: string, beside: string, path: string, words: string];

export function searchEntries({ reference, guides }: Pick<Frame, 'reference' | 'guides'>): Entry[] {
  return [
    ...guides.map(({ name, title, text }): Entry => [
      title,
      'Guide',
      guidePath(name),
      (text.match(/^#+ .+$/gm) ?? []).join(' '),
    ]),
    ...reference.areas.map(({ name, description }): Entry => [
      name,
      'Area',
      areaPath(name),
      description,
    ]),
    ...[...reference.operations.values()].map(
      ({ id, method, path, summary, description }): Entry => [
        summary,
        `${method} ${path}`,
        operationPath(id),
        `${id} ${description}`,
      ],
    ),
    ...[...reference.events].map(([name, { summary }]): Entry => [
      name,
      'Event',
      eventPath(name),
      summary,
    ]),
    ...[...reference.problems].map(([code, { happened }]): Entry => [
      code,
      'Problem',
      problemPath(code),
      happened,
    ]),
  ];
}
