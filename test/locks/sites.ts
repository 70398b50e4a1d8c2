import { globSync, readFileSync } from 'node:fs';

export type Mode = 'key share' | 'share' | 'no key update' | 'update';

interface Site {
  /** The file below `src`, and the function in it. */
  readonly at: string;
  /** What it locks rows with, in the order of the text. */
  readonly modes: readonly Mode[];
  /** How many of these pass over what others have locked. */
  readonly skips: number;
  readonly advisory: number;
}

const src = new URL('../../src/', import.meta.url).pathname;
const beginning = /^(?:export )?(?:async )?(?:const|function\*?) (\w+)/;
const comment = /^\s*(?:\*|\/\/|\/\*)/;
const inText = /\bfor (no key update|update|key share|share)\b/g;
const called = /\.for(NoKeyUpdate|Update|KeyShare|Share)\(/g;
const skipping = /\bskip locked\b|\.skipLocked\(\)/g;
const advisory = /advisory_(?:xact_)?lock|\bexclusive\(advisoryLocks/g;

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;
const words = (name: string): Mode =>
  name.replace(/(?<=[a-z])([A-Z])/g, ' $1').toLowerCase() as Mode;

/** Every function of the source that locks something. */
export function lockSites(): readonly Site[] {
  const files = globSync('**/*.ts', { cwd: src }).filter(
    (file) => !file.startsWith('db/migrations/'),
  );
  return files.toSorted().flatMap((file) => {
    const parts = new Map<string, string>();
    let name = '';
    for (const line of readFileSync(`${src}${file}`, 'utf8').split('\n')) {
      name = beginning.exec(line)?.[1] ?? name;
      if (!comment.test(line)) parts.set(name, `${parts.get(name) ?? ''}${line}\n`);
    }
    return [...parts].flatMap(([name, text]) => {
      const site = {
        at: `${file} ${name}`,
        modes: [...text.matchAll(inText), ...text.matchAll(called)].map(([, mode]) => words(mode!)),
        skips: count(text, skipping),
        advisory: count(text, advisory),
      };
      return site.modes.length + site.skips + site.advisory > 0 ? [site] : [];
    });
  });
}
