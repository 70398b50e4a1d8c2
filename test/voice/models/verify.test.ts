import { createHash } from 'node:crypto';
import { closeSync, openSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyFile, verify } from '../../../src/voice/models/copy-file.ts';
import { readTreeSync } from '../../../src/voice/models/tree.ts';
import { writeTree } from './hub-cache.ts';
import { makeDirectories } from './two-file-systems.ts';

test('verify accepts copies with the hashes of their sources, and detects one that differs', async () => {
  await using at = await fixture({ 'blobs/a': 'a', 'blobs/empty': '' });

  expect(() => at.verify('a', hashOf('a'))).not.toThrow();
  expect(() => at.verify('empty', hashOf(''))).not.toThrow();
  const message = 'The copy of blobs/a differs from its source.';
  expect(() => at.verify('a', hashOf('not a'))).toThrow(message);
});

test.each([
  ['shorter', 2],
  ['longer', 4],
])('verify detects a copy that is %s than its source', async (_title, size) => {
  await using at = await fixture({ 'blobs/a': 'abc' });

  truncateSync(join(at.root, 'blobs/a'), size);

  const message = 'The copy of blobs/a could not be verified. Its size changed.';
  expect(() => at.verify('a', hashOf('abc'))).toThrow(message);
});

test('copyFile reads what it wrote back, and detects bytes that changed in between', async () => {
  await using at = await fixture({ 'blobs/a': 'abc' });
  const [from, to] = [join(at.root, 'blobs/a'), join(at.root, 'copy')];
  const meddle = (status: string) => status === 'verifying' && writeFileSync(to, 'abX');

  const copy = () =>
    copyFile(Buffer.from(from), Buffer.from(to), {
      entry: at.entryOf('a'),
      progress: { at: meddle, advance: () => {} },
    });

  expect(copy).toThrow('The copy of blobs/a differs from its source.');
});

test('copyFile reports a missing source', async () => {
  await using at = await fixture({ 'blobs/a': 'abc' });

  const copy = () =>
    copyFile(Buffer.from(join(at.root, 'gone')), Buffer.from(join(at.root, 'copy')), {
      entry: at.entryOf('a'),
      progress: { at: () => {}, advance: () => {} },
    });

  expect(copy).toThrow(/^The file blobs\/a could not be copied. The system reported: ENOENT/);
});

/** Files in place of copies. */
async function fixture(files: Record<string, string>) {
  const directories = await makeDirectories('on one file system');
  const root = directories.outside;
  await writeTree(root, files);
  const entries = readTreeSync(root).filter((entry) => entry.kind === 'file');
  const entryOf = (name: string) => {
    const entry = entries.find(({ path }) => path === `blobs/${name}`);
    if (!entry) throw new Error(`There is no ${name}.`);
    return entry;
  };
  return {
    root,
    entryOf,
    verify(name: string, digest: string): void {
      const copy = openSync(join(root, 'blobs', name), 'r');
      try {
        verify(copy, { entry: entryOf(name), digest }, () => {});
      } finally {
        closeSync(copy);
      }
    },
    [Symbol.asyncDispose]: () => directories[Symbol.asyncDispose](),
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
