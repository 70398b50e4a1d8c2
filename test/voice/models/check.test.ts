import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkMigration } from '../../../src/voice/models/check.ts';
import { kindOf } from '../../../src/voice/models/directories.ts';
import { makeRandomModel, snapshot, writeTree } from './hub-cache.ts';
import { run } from './run-migration.ts';
import { kinds, makeDirectories, type Directories } from './two-file-systems.ts';

const terabytes = 1024 ** 4;

describe('checkMigration', () => {
  test.each<[string, string, (at: Directories) => Promise<string> | string]>([
    ['a relative path', 'invalid_path', () => 'models'],
    ['an empty path', 'invalid_path', () => ''],
    ['a path of the home directory', 'invalid_path', () => '~/models'],
    ['a path with a NUL', 'invalid_path', (at) => `${at.destination}\0`],
    ['a path that is too long', 'invalid_path', (at) => join(at.destination, 'x'.repeat(5000))],
    ['the cache itself', 'same_directory', (at) => at.source],
    ['the cache by another spelling', 'same_directory', (at) => `${at.outside}/..//cache/`],
    [
      'the cache through a link',
      'same_directory',
      async (at) => {
        await symlink(at.source, at.destination);
        return at.destination;
      },
    ],
    ['a directory in the cache', 'nested_directory', (at) => join(at.source, 'sub')],
    ['a directory that holds the cache', 'nested_directory', (at) => join(at.source, '..')],
    ['the root', 'nested_directory', () => '/'],
    [
      'a missing directory in the cache, through a link',
      'nested_directory',
      async (at) => {
        await symlink(at.source, at.destination);
        return join(at.destination, 'new', 'er');
      },
    ],
    [
      'a file',
      'destination_not_writable',
      async (at) => {
        await writeFile(at.destination, '');
        return at.destination;
      },
    ],
    [
      'a directory below a file',
      'destination_not_writable',
      async (at) => {
        await writeFile(at.destination, '');
        return join(at.destination, 'models');
      },
    ],
    [
      'a link that leads nowhere',
      'destination_not_writable',
      async (at) => {
        await symlink('/nowhere/at/all', at.destination);
        return at.destination;
      },
    ],
    ['where nobody can write', 'destination_not_writable', () => '/proc/models'],
  ])('refuses %s as %s', async (_title, reason, choose) => {
    await using at = await makeDirectories('on one file system');
    await makeRandomModel(at.source, 'acme/tts', [1000]);
    const destination = await choose(at);
    const before = snapshot(at.source);

    const answer = await checkMigration({ source: at.source, destination });

    expect(answer).toEqual({ ok: false, reason, message: expect.stringMatching(/^[A-Z].*\.$/s) });
    expect(snapshot(at.source)).toEqual(before);
  });

  test.each<[string, string | undefined, (at: Directories) => string]>([
    ['the root', undefined, ({ destination }) => destination],
    ['a directory below it', undefined, ({ destination }) => join(destination, 'new')],
    ['the root through a link', undefined, ({ source }) => join(source, '../link/new')],
    ['a directory beside it', 'destination_not_allowed', ({ destination }) => `${destination}-not`],
    ['a way out of it', 'destination_not_allowed', ({ destination }) => `${destination}/../x`],
    [
      'a link out of it',
      'destination_not_allowed',
      ({ destination }) => join(destination, 'out', 'x'),
    ],
    [
      'a link to nothing',
      'destination_not_writable',
      ({ destination }) => join(destination, 'lost', 'x'),
    ],
  ])('with a root that is a link or not, answers %s by %s', async (_title, reason, choose) => {
    await using at = await makeDirectories('on one file system');
    for (const path of [at.source, at.destination, at.outside]) await mkdir(path);
    const link = join(at.source, '../link');
    await symlink(at.destination, link);
    await symlink(at.outside, join(at.destination, 'out'));
    await symlink(join(at.outside, 'missing'), join(at.destination, 'lost'));

    for (const root of [at.destination, link])
      expect(
        await checkMigration({ source: at.source, destination: choose(at) }, [root]),
      ).toMatchObject(reason === undefined ? { ok: true } : { ok: false, reason });

    expect(snapshot(at.outside)).toEqual({});
  });

  test.each(['nothing', 'a file'])('refuses a cache path with %s', async (what) => {
    await using at = await makeDirectories('on one file system');
    if (what === 'a file') await writeFile(at.source, '');

    const answer = await checkMigration(at);

    expect(answer).toMatchObject({ ok: false, reason: 'no_cache_directory' });
    expect(await kindOf(at.destination)).toBe('nothing');
  });

  test('refuses more than the other file system can hold, and creates nothing there', async () => {
    await using at = await makeDirectories('across file systems');
    await makeSparseModel(at.source);

    const answer = await checkMigration(at);

    expect(answer).toMatchObject({
      ok: false,
      reason: 'insufficient_space',
      needed_bytes: 10 * terabytes + 4096,
    });
    expect(await kindOf(at.destination)).toBe('nothing');
  });

  test('refuses a path in which nothing can be created, and leaves no directory', async () => {
    await using at = await makeDirectories('on one file system');
    await makeRandomModel(at.source, 'acme/tts', [10]);
    const room = 4090 - Buffer.byteLength(at.destination);
    const names = Array.from({ length: Math.floor(room / 201) }, () => 'x'.repeat(200));
    const rest = room - names.length * 201;
    const destination = join(at.destination, ...names, 'y'.repeat(Math.max(1, rest - 1)));

    const answer = await checkMigration({ ...at, destination });

    expect(answer).toMatchObject({ ok: false, reason: 'destination_not_writable' });
    expect(await kindOf(at.destination)).toBe('nothing');
  });

  test('needs no space on one file system', async () => {
    await using at = await makeDirectories('on one file system');
    const blob = await makeSparseModel(at.source);
    await symlink(blob, join(at.source, 'models--acme--huge', 'absolute'));

    expect(await checkMigration(at)).toMatchObject({ ok: true, bytes: 10 * terabytes + 40 });
    expect(await run(at)).toMatchObject({ moved: 1, errors: [] });
  });

  test.each(kinds)('allows a migration %s and creates the destination, empty', async (kind) => {
    await using at = await makeDirectories(kind);
    await makeRandomModel(at.source, 'acme/tts', [1000, 20]);
    await writeTree(at.source, { 'version.txt': '1' });
    await mkdir(at.outside);
    await symlink(at.source, join(at.outside, 'link'));
    const destination = join(at.destination, 'a', 'b');

    const answer = await checkMigration({ source: join(at.outside, 'link'), destination });

    const cleared = { source: at.source, destination, model_count: 1, bytes: 1060 };
    expect(answer).toEqual({ ok: true, ...cleared });
    expect(snapshot(destination)).toEqual({});
  });
});

async function makeSparseModel(cache: string): Promise<string> {
  const blob = join(await makeRandomModel(cache, 'acme/huge', []), 'blobs', 'sparse');
  await writeFile(blob, '');
  await truncate(blob, 10 * terabytes);
  return blob;
}
