import { chmod, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settleAll } from '../../../src/voice/models/cache.ts';
import { makeRandomModel, snapshot, snapshotOf, writeTree } from './hub-cache.ts';
import { makeDirectories } from './two-file-systems.ts';

const model = 'models--acme--tts';
const [partial, replaced] = [`.partial-${model}`, `.replaced-${model}`];
/** The content of each directory: `new` is the model that moves, `old` the one it replaces. */
type State = Record<string, 'new' | 'old' | 'half'>;

test.each<[string, State, State]>([
  ['nothing', {}, {}],
  ['nothing beside a model', { [model]: 'old' }, { [model]: 'old' }],
  ['a copy that is not whole', { [partial]: 'half' }, {}],
  ['such a copy beside a model', { [partial]: 'half', [model]: 'old' }, { [model]: 'old' }],
  [
    'a model set aside, its replacement not in place',
    { [partial]: 'new', [replaced]: 'old' },
    { [model]: 'old' },
  ],
  [
    'a model set aside, its replacement in place',
    { [model]: 'new', [replaced]: 'old' },
    { [model]: 'new' },
  ],
  [
    'deletions that were cut short',
    { [model]: 'new', [partial]: 'half', [replaced]: 'half' },
    { [model]: 'new' },
  ],
])('settleAll cleans up %s, even when repeated', async (_title, found, left) => {
  await using at = await makeDirectories('on one file system');
  const samples = { new: [10, 20, 30], old: [40], half: [10] };
  for (const [name, sizes] of Object.entries(samples))
    await makeRandomModel(join(at.outside, name), 'acme/tts', sizes);
  await writeTree(at.source, { 'models--other--one/blobs/x': 'x', '.partial-notes': 'mine' });
  const others = snapshot(at.source);
  for (const [path, sample] of Object.entries(found))
    await cp(join(at.outside, sample, model), join(at.source, path), {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
    });

  for (const _ of ['once', 'again']) {
    await settleAll(at.source);

    expect(new Set(Object.keys(snapshot(at.source)).filter((path) => !path.includes('/')))).toEqual(
      new Set([...Object.keys(others).filter((path) => !path.includes('/')), ...Object.keys(left)]),
    );
    for (const [path, sample] of Object.entries(left))
      expect(filesIn(join(at.source, path))).toEqual(filesIn(join(at.outside, sample, model)));
  }
});

test('settleAll deletes read-only directories', async () => {
  await using at = await makeDirectories('on one file system');
  await writeTree(join(at.source, partial), { 'blobs/deep/x': 'x' });
  for (const path of ['blobs/deep', 'blobs', ''])
    await chmod(join(at.source, partial, path), 0o500);

  await settleAll(at.source);

  expect(snapshot(at.source)).toEqual({});
});

/** The files below a directory: their names are hashes. */
const filesIn = (directory: string): string[] =>
  Object.entries(snapshotOf(directory) ?? {})
    .flatMap(([path, line]) => (line.startsWith('directory') ? [] : path))
    .toSorted();
