import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isDatabaseAway } from '../../src/db/errors.ts';
import { failureFor } from '../../src/http/failures.ts';
import { openDirectory } from '../../src/storage/open.ts';
import { openS3 } from '../../src/storage/s3.ts';
import { openSpool } from '../../src/storage/spool.ts';
import { MissingObject, type Storage } from '../../src/storage/storage.ts';
import { type S3Server, startS3 } from '../support/s3.ts';

const directory = mkdtempSync(join(tmpdir(), 'voice-agent-storage-'));
const spool = openSpool(join(directory, 'incoming'));
const spooled = (bytes: Buffer) => spool.write(Readable.from([bytes]));
let s3: S3Server;
const storages: Record<string, Storage> = {};
beforeAll(async () => {
  s3 = await startS3();
  storages['a directory'] = openDirectory(join(directory, 'files'));
  storages['an S3-compatible store'] = openS3({
    kind: 's3',
    bucket: 'voices',
    prefix: 'of/us',
    region: 'eu-central-1',
    endpoint: s3.url,
    credentials: s3.credentials,
  });
});
afterAll(async () => {
  for (const storage of Object.values(storages)) storage.close();
  await s3.close();
  rmSync(directory, { recursive: true });
});

describe.each(['a directory', 'an S3-compatible store'])('%s', (name) => {
  const bytes = randomBytes(300_000);

  test('returns what was stored, whole and in part', async () => {
    const storage = storages[name]!;
    const key = `ab${randomUUID()}`;

    await storage.put(key, await spooled(bytes));

    expect((await buffer(await storage.read(key))).equals(bytes)).toBe(true);
    const part = await buffer(await storage.read(key, { start: 1000, end: 1999 }));
    expect(part.equals(bytes.subarray(1000, 2000))).toBe(true);
  });

  test('refuses a file that cannot be read', async () => {
    const file = await spooled(bytes);
    await spool.remove(file);

    await expect(storages[name]!.put(`ef${randomUUID()}`, file)).rejects.toThrow('ENOENT');
  });

  test('has nothing under a key that was removed, also twice', async () => {
    const storage = storages[name]!;
    const key = `cd${randomUUID()}`;
    await storage.put(key, await spooled(bytes));

    await storage.remove(key);
    await storage.remove(key);

    await expect(storage.read(key)).rejects.toThrow(MissingObject);
  });
});

describe('An S3-compatible store', () => {
  test('stores below its prefix, and nothing with a wrong hash', async () => {
    const storage = storages['an S3-compatible store']!;
    const file = await spooled(Buffer.from('these bytes'));

    await storage.put('good', file);
    await expect(storage.put('bad', { ...file, sha256: '0'.repeat(64) })).rejects.toThrow(
      'BadDigest',
    );

    expect(s3.objects.has('/voices/of/us/good')).toBe(true);
    expect(s3.objects.has('/voices/of/us/bad')).toBe(false);
  });

  test.each(['drop', 503] as const)('is read again after "%s"', async (failure) => {
    const storage = storages['an S3-compatible store']!;
    await storage.put('again', await spooled(Buffer.from('these bytes')));
    s3.failures.push(failure);

    const read = await buffer(await storage.read('again'));

    expect(read.toString()).toBe('these bytes');
    expect(s3.failures).toEqual([]);
  });

  test.each(['drop', 503] as const)('is sent a file again after "%s"', async (failure) => {
    s3.failures.push(failure, failure);

    await storages['an S3-compatible store']!.put('sent again', await spooled(Buffer.from('abc')));

    expect(s3.objects.get('/voices/of/us/sent%20again')?.toString()).toBe('abc');
  });

  test.each([
    ['does not answer', 'http://127.0.0.1:1', 0],
    ['answers 503 each time', undefined, 8],
  ])('that %s is said to be away, and not the database', async (_, endpoint, failures) => {
    const away = openS3({
      kind: 's3',
      bucket: 'voices',
      prefix: '',
      region: 'eu-central-1',
      endpoint: endpoint ?? s3.url,
      credentials: s3.credentials,
    });
    const file = await spooled(Buffer.from('abc'));
    s3.failures.push(...Array<503>(failures).fill(503));

    for (const use of [() => away.read('a'), () => away.put('a', file)]) {
      const error: unknown = await use().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(failureFor(error)).toMatchObject({
        problem: {
          code: 'unavailable',
          detail: 'The storage of files is unreachable. Try again shortly.',
        },
      });
      expect(isDatabaseAway(error)).toBe(false);
    }
    s3.failures.length = 0;
    away.close();
  });

  test('refuses a wrong secret', async () => {
    const storage = openS3({
      kind: 's3',
      bucket: 'voices',
      prefix: '',
      region: 'eu-central-1',
      endpoint: s3.url,
      credentials: { ...s3.credentials, secretAccessKey: 'wrong' },
    });

    await expect(storage.read('good')).rejects.toThrow('SignatureDoesNotMatch');
    storage.close();
  });
});

describe('The spool', () => {
  const names = () =>
    readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.includes('/'),
    );

  test('leaves no file of a stream that breaks', async () => {
    const before = names();
    const breaking = Readable.from(
      (function* () {
        yield Buffer.from('some');
        throw new Error('broken');
      })(),
    );

    await expect(spool.write(breaking)).rejects.toThrow('broken');

    expect(names()).toEqual(before);
  });

  test('says the size and hash of what it wrote, and of what others wrote', async () => {
    const file = await spooled(Buffer.from('abc'));

    expect(file).toMatchObject({
      bytes: 3,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    });
    expect(await spool.measure(file.path)).toEqual(file);
  });

  test('removes only what is old', async () => {
    const file = await spooled(Buffer.from('abc'));

    await spool.removeOld();
    expect(existsSync(file.path)).toBe(true);
    await spool.removeOld(Date.now() + 7 * 60 * 60_000);
    expect(existsSync(file.path)).toBe(false);
  });
});
