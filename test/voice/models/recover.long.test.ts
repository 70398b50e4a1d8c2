import { chmod, cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recoverAll } from '../../../src/voice/models/settle.ts';
import { useCompileCache } from './compile-cache.ts';
import { makeRandomModel, snapshot, snapshotOf, writeTree } from './hub-cache.ts';
import { kinds, makeDirectories } from './two-file-systems.ts';

useCompileCache();

const model = 'models--acme--tts';
/** The content of each path: `new` is the model that moves, `old` the one it replaces, `half` a part of the new one. */
type State = Record<string, 'new' | 'old' | 'half'>;

describe.each(kinds)('recover %s', (kind) => {
  test.each<[string, State, State]>([
    ['nothing', {}, {}],
    [
      'a migration that did not begin',
      { [`source/${model}`]: 'new', [`destination/${model}`]: 'old' },
      { [`source/${model}`]: 'new', [`destination/${model}`]: 'old' },
    ],
    [
      'a copy that is not whole',
      { [`source/${model}`]: 'new', [`destination/.partial-${model}`]: 'half' },
      { [`source/${model}`]: 'new' },
    ],
    [
      'a copy that is not whole beside a model that is there',
      {
        [`source/${model}`]: 'new',
        [`destination/.partial-${model}`]: 'half',
        [`destination/${model}`]: 'old',
      },
      { [`source/${model}`]: 'new', [`destination/${model}`]: 'old' },
    ],
    [
      'a model set aside, its replacement not in place',
      {
        [`source/${model}`]: 'new',
        [`destination/.partial-${model}`]: 'new',
        [`destination/.replaced-${model}`]: 'old',
      },
      { [`source/${model}`]: 'new', [`destination/${model}`]: 'old' },
    ],
    [
      'a model set aside, its replacement in place',
      {
        [`source/${model}`]: 'new',
        [`destination/${model}`]: 'new',
        [`destination/.replaced-${model}`]: 'old',
      },
      { [`source/${model}`]: 'new', [`destination/${model}`]: 'new' },
    ],
    [
      'a model set aside and a source taken away',
      {
        [`source/.moved-${model}`]: 'new',
        [`destination/${model}`]: 'new',
        [`destination/.replaced-${model}`]: 'old',
      },
      { [`destination/${model}`]: 'new' },
    ],
    [
      'deletions that were cut short',
      {
        [`source/.moved-${model}`]: 'half',
        [`source/.partial-${model}`]: 'half',
        [`destination/${model}`]: 'new',
        [`destination/.partial-${model}`]: 'half',
      },
      { [`destination/${model}`]: 'new' },
    ],
    [
      'a source taken away whose copy is out of sight',
      { [`source/.moved-${model}`]: 'new' },
      { [`source/.moved-${model}`]: 'new' },
    ],
    [
      'what a migration the other way left',
      {
        [`source/.replaced-${model}`]: 'old',
        [`source/.partial-${model}`]: 'new',
        [`destination/${model}`]: 'new',
      },
      { [`source/${model}`]: 'old', [`destination/${model}`]: 'new' },
    ],
  ])('cleans up %s, even when repeated', async (_title, found, left) => {
    await using at = await makeDirectories(kind);
    const samples = { new: [10, 20, 30], old: [40], half: [10] };
    for (const [name, sizes] of Object.entries(samples)) {
      await makeRandomModel(join(at.outside, name), 'acme/tts', sizes);
    }
    for (const place of ['source', 'destination'] as const) {
      await writeTree(at[place], { 'models--other--one/blobs/x': 'x', '.partial-notes': 'mine' });
    }
    for (const [path, sample] of Object.entries(found)) {
      await cp(join(at.outside, sample, model), pathOf(path), {
        recursive: true,
        verbatimSymlinks: true,
        preserveTimestamps: true,
      });
    }

    for (const _ of ['once', 'again']) {
      recoverAll(at);

      for (const place of ['source', 'destination'] as const) {
        const expected: Record<string, string[]> = {};
        for (const [path, sample] of Object.entries(left)) {
          const [where, name = ''] = path.split('/');
          if (where === place) expected[name] = contentOf(join(at.outside, sample, model));
        }
        const others = { 'models--other--one': ['blobs/x'], '.partial-notes': [] };
        expect(contentsOf(at[place])).toEqual({ ...expected, ...others });
      }
    }

    function pathOf(path: string): string {
      const [place, name = ''] = path.split('/');
      return join(place === 'source' ? at.source : at.destination, name);
    }
  });

  test('reports what it did', async () => {
    await using at = await makeDirectories(kind);
    await makeRandomModel(at.source, 'acme/tts', [10]);
    await writeTree(at.destination, {
      [`.replaced-${model}/x`]: 'x',
      [`.partial-${model}/x`]: 'x',
    });
    await writeTree(at.source, { '.moved-models--acme--asr/x': 'x' });

    expect(recoverAll(at)).toEqual({
      restored: [join(at.destination, model)],
      deleted: [join(at.destination, `.partial-${model}`)],
      kept: [
        {
          path: join(at.source, '.moved-models--acme--asr'),
          message: `It stays until ${join(at.destination, 'models--acme--asr')} is visible.`,
        },
      ],
    });
  });

  test('deletes read-only directories', async () => {
    await using at = await makeDirectories(kind);
    const partial = join(at.destination, `.partial-${model}`);
    await writeTree(partial, { 'blobs/deep/x': 'x' });
    await mkdir(at.source);
    for (const path of ['blobs/deep', 'blobs', '']) await chmod(join(partial, path), 0o500);

    expect(recoverAll(at)).toMatchObject({ deleted: [partial], kept: [] });
    expect(snapshot(at.destination)).toEqual({});
  });
});

function contentsOf(directory: string): Record<string, string[]> {
  const contents: Record<string, string[]> = {};
  for (const path of Object.keys(snapshot(directory))) {
    if (!path.includes('/')) contents[path] = contentOf(join(directory, path));
  }
  return contents;
}

/** The files below a directory, each named by its hash. */
function contentOf(directory: string): string[] {
  const lines = Object.entries(snapshotOf(directory) ?? {});
  return lines.flatMap(([path, line]) => (line.startsWith('directory') ? [] : path)).toSorted();
}
