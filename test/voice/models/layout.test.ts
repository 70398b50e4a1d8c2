import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeModel, listModels } from '../../../src/voice/models/layout.ts';
import type { Entry } from '../../../src/voice/models/tree.ts';
import { commit, makeModel, makeRandomModel, writeTree } from './hub-cache.ts';
import { makeDirectories } from './two-file-systems.ts';

describe('listModels', () => {
  test('tells id, size, files and revisions, counting a blob of two revisions once', async () => {
    await using directories = await makeDirectories('on one file system');
    const { source } = directories;
    const model = await makeModel(source, 'acme/tts', {
      'config.json': '{}',
      'onnx/m.bin': '12345',
    });
    const other = join(model, 'snapshots', 'd'.repeat(40));
    await mkdir(other);
    await symlink('../../blobs/gone', join(other, 'missing.bin'));
    await symlink('../../../../outside', join(other, 'escape'));
    await writeFile(join(other, 'plain.txt'), 'abc');
    await writeTree(model, { 'refs/pr/1': commit, 'blobs/123.incomplete': 'half' });

    expect(await listModels(source)).toEqual([
      {
        id: 'acme/tts',
        directory: 'models--acme--tts',
        size_bytes: 2 + 5 + 3 + 4 + 40 + 40,
        file_count: 6,
        unfinished_download_count: 1,
        revisions: [
          {
            commit,
            refs: ['main', 'pr/1'],
            files: [
              { path: 'config.json', size_bytes: 2 },
              { path: 'onnx/m.bin', size_bytes: 5 },
            ],
          },
          {
            commit: 'd'.repeat(40),
            refs: [],
            files: [
              { path: 'escape', size_bytes: null },
              { path: 'missing.bin', size_bytes: null },
              { path: 'plain.txt', size_bytes: 3 },
            ],
          },
        ],
      },
    ]);
  });

  test('passes over whatever is not the directory of a model', async () => {
    await using directories = await makeDirectories('on one file system');
    const { source } = directories;
    await makeRandomModel(source, 'acme/tts', [10]);
    await makeRandomModel(source, 'acme/asr', [10]);
    await writeTree(source, {
      'version.txt': '1',
      'models--plain--file': '',
      '.locks/models--acme--tts/x.lock': '',
      'datasets--acme--calls/blobs/x': 'x',
      'spaces--acme--demo/blobs/x': 'x',
      '.partial-models--acme--vad/blobs/x': 'x',
    });
    await symlink('models--acme--tts', join(source, 'models--a--link'));

    expect((await listModels(source)).map(({ id }) => id)).toEqual(['acme/asr', 'acme/tts']);
  });

  test('is not held up by a hostile model', async () => {
    await using directories = await makeDirectories('on one file system');
    const { source } = directories;
    const model = join(source, 'models--acme--odd');
    await writeTree(model, { 'refs/long': 'x'.repeat(10_000), 'snapshots/file': '' });
    await symlink('/dev/zero', join(model, 'refs', 'zero'));
    execFileSync('mkfifo', [join(model, 'refs', 'pipe')]);
    await symlink('.', join(model, 'loop'));

    const [found] = await listModels(source);

    expect(found).toMatchObject({ id: 'acme/odd', size_bytes: 10_000, revisions: [] });
  });

  test('is empty where there is no cache', async () => {
    await using directories = await makeDirectories('on one file system');
    expect(await listModels(join(directories.source, 'nothing'))).toEqual([]);
  });
});

describe('describeModel', () => {
  const about = { mode: 0o644, uid: 0, gid: 0, atime: 0, mtime: 0, stamp: '' };
  const directory = (path: string): Entry => ({ ...about, kind: 'directory', path });
  const file = (path: string, size: number): Entry => ({
    ...about,
    stamp: '',
    kind: 'file',
    path,
    size,
  });
  const link = (path: string, target: string): Entry => ({
    ...about,
    kind: 'symlink',
    path,
    target,
  });

  test.each<[string, Entry[], { size_bytes: number; revisions: unknown[] }]>([
    ['an empty directory', [directory('')], { size_bytes: 0, revisions: [] }],
    [
      'a revision without files',
      [directory(''), directory('snapshots'), directory('snapshots/1')],
      { size_bytes: 0, revisions: [{ commit: '1', refs: ['main'], files: [] }] },
    ],
    [
      'blobs no revision links to',
      [directory(''), file('blobs/a', 3)],
      { size_bytes: 3, revisions: [] },
    ],
    [
      'two names of one blob',
      [
        file('blobs/a', 3),
        link('snapshots/1/x', '../../blobs/a'),
        link('snapshots/1/y', '../../blobs/a'),
      ],
      {
        size_bytes: 3,
        revisions: [
          {
            commit: '1',
            refs: ['main'],
            files: [
              { path: 'x', size_bytes: 3 },
              { path: 'y', size_bytes: 3 },
            ],
          },
        ],
      },
    ],
    [
      'an entry that is neither file, directory nor link',
      [{ kind: 'odd', path: 'snapshots/1/pipe', what: 'is odd' }],
      { size_bytes: 0, revisions: [{ commit: '1', refs: ['main'], files: [] }] },
    ],
  ])('describes %s', (_title, entries, expected) => {
    const model = describeModel('models--a--b', entries, new Map([['main', '1']]));
    expect(model).toMatchObject({ id: 'a/b', ...expected });
  });
});
