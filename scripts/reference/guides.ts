import { readdirSync, readFileSync } from 'node:fs';
import type { Group } from './reference.ts';

export interface Guide {
  readonly name: string;
  readonly title: string;
  /** Markdown, with its title as the first heading. */
  readonly text: string;
}

const folder = new URL('../../openapi/guides/', import.meta.url);

/** All guides, by name. `x-tagGroups` of the contract has the order in which somebody new reads them. */
export const readGuides = (): Guide[] =>
  readdirSync(folder)
    .toSorted()
    .map((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      const name = file.replace('.md', '');
      return { name, text, title: /^# (.+)$/m.exec(text)?.[1] ?? name };
    });

/** The guides in the order of their groups. Throws unless each is in one group. */
export function inOrder(guides: readonly Guide[], groups: readonly Group[]): Guide[] {
  const names = groups.flatMap((group) => group.guides);
  const wrong = [
    ...guides.map(({ name }) => name).filter((name) => !names.includes(name)),
    ...names.filter(
      (name, at) => names.indexOf(name) !== at || !guides.some((guide) => guide.name === name),
    ),
  ];
  if (wrong.length > 0)
    throw new Error(
      `Each guide of openapi/guides is in one group of x-tagGroups (x-guides, openapi/openapi.yaml); wrong: ${wrong.join(', ')}.`,
    );
  return names.flatMap((name) => guides.filter((guide) => guide.name === name));
}
