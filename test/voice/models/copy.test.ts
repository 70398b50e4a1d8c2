import { truncateSync, writeFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyFile } from '../../../src/voice/models/copy.ts';
import { filesOf, readTree } from '../../../src/voice/models/tree.ts';
import { writeTree } from './hub-cache.ts';
import { makeDirectories } from './two-file-systems.ts';

const sizeChanged = 'The copy of blobs/a could not be verified. Its size changed.';

test.each<[string, (copy: string) => void, string | undefined]>([
  ['accepts an equal copy', () => {}, undefined],
  [
    'detects other bytes',
    (copy) => writeFileSync(copy, 'abX'),
    'The copy of blobs/a differs from its source.',
  ],
  ['detects a copy that is shorter', (copy) => truncateSync(copy, 2), sizeChanged],
  ['detects a copy that is longer', (copy) => truncateSync(copy, 4), sizeChanged],
])('copyFile reads what it wrote, and %s', async (_title, meddle, message) => {
  await using at = await fixture();

  const copying = at.copy('blobs/a', (status) => status === 'verifying' && meddle(at.to));

  if (message === undefined) await copying;
  else await expect(copying).rejects.toThrow(message);
});

test.each([
  [
    'a missing source',
    'gone',
    /^The file blobs\/a could not be copied. The system reported: ENOENT/,
  ],
  ['a source that grew', 'longer', 'The file blobs/a could not be copied. Its size changed.'],
  ['a source that shrank', 'shorter', 'The file blobs/a could not be copied. Its size changed.'],
  ['a source that became a link', 'link', /could not be copied. The system reported: ELOOP/],
])('copyFile reports %s', async (_title, from, message) => {
  await using at = await fixture();

  await expect(at.copy(from)).rejects.toThrow(message);
});

async function fixture() {
  const directories = await makeDirectories('on one file system');
  const root = directories.outside;
  await writeTree(root, { 'blobs/a': 'abc', longer: 'abcd', shorter: 'ab' });
  const [entry] = filesOf(await readTree(root));
  if (!entry) throw new Error('There is no file.');
  await symlink('blobs/a', join(root, 'link'));
  const to = join(root, 'copy');
  return {
    to,
    copy: (from: string, at: (status: string) => unknown = () => {}) =>
      copyFile(Buffer.from(join(root, from)), Buffer.from(to), {
        entry,
        progress: { at: (status) => void at(status), advance: () => {} },
      }),
    [Symbol.asyncDispose]: () => directories[Symbol.asyncDispose](),
  };
}
