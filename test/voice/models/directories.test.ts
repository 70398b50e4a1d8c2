import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureDirectory } from '../../../src/voice/models/directories.ts';
import { makeDirectories } from './two-file-systems.ts';

test('ensureDirectory makes nothing behind a link that somebody put into the path since', async () => {
  await using at = await makeDirectories('on one file system');
  mkdirSync(at.outside);
  mkdirSync(at.destination);
  const link = join(at.destination, 'link');
  symlinkSync(at.outside, link);

  expect(() => ensureDirectory(join(link, 'models/here'))).toThrow('A symbolic link leads from');
  expect(existsSync(join(at.outside, 'models'))).toBe(false);

  mkdirSync(join(at.outside, 'models'));
  expect(() => ensureDirectory(join(link, 'models'))).toThrow('A symbolic link leads from');
});
