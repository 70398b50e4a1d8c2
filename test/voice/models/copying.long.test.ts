import { readdir, readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { kindOf } from '../../../src/voice/models/directories.ts';
import { age, makeRandomModel, snapshot, writeTree } from './hub-cache.ts';
import { makeBigModel, mebibyte, run, seen } from './run-migration.ts';
import { makeDirectories } from './two-file-systems.ts';

describe('moveModels across file systems', () => {
  test('stopped during a copy, leaves the source complete, and repeated copies what is missing', async () => {
    await using at = await makeDirectories('across file systems');
    await makeRandomModel(at.source, 'a/small', [100]);
    const { copy } = await makeBigModel(at, 'b/big');
    await makeRandomModel(at.source, 'c/small', [100]);
    const before = snapshot(at.source);
    const stop = new AbortController();
    let switches = 0;
    const tools = { signal: stop.signal, switchOver: async () => void (switches += 1) };

    const running = run(at, tools).catch(String);
    await seen(copy);
    stop.abort();

    expect(await running).toContain('AbortError');

    expect(switches).toBe(0);
    expect(await readdir(at.destination)).toEqual(['models--a--small']);
    expect(snapshot(at.source)).toEqual(before);
    const { ino } = await stat(join(at.destination, 'models--a--small'));
    expect(await run(at)).toMatchObject({ moved: 3, errors: [], switches: 1 });
    expect((await stat(join(at.destination, 'models--a--small'))).ino).toBe(ino);
    expect(snapshot(at.destination)).toEqual(before);
    expect(await readdir(at.source)).toEqual([]);
  });

  test('copies again what is at the destination with the same sizes and times, but other bytes', async () => {
    await using at = await makeDirectories('across file systems');
    for (const [place, content] of [
      [at.source, 'abc'],
      [at.destination, 'abX'],
    ] as const) {
      await writeTree(place, { 'models--a--b/blobs/x': content });
      await age(join(place, 'models--a--b/blobs/x'));
    }

    expect(await run(at)).toMatchObject({ moved: 1, errors: [] });

    expect(await readFile(join(at.destination, 'models--a--b/blobs/x'), 'utf8')).toBe('abc');
    expect(snapshot(at.source)).toEqual({});
  });

  test.each<[string, (place: { copy: string; model: string }) => Promise<void>, string]>([
    [
      'a model that changes while it is copied',
      ({ model }) => writeTree(model, { 'blobs/new': 'just downloaded' }),
      'Files in it changed while it was copied.',
    ],
    [
      'a copy that is shorter than its source',
      ({ copy }) => truncate(copy, 256 * mebibyte),
      'The copy of blobs/sparse could not be verified. Its size changed.',
    ],
  ])('gives up %s', async (_title, meddle, message) => {
    await using at = await makeDirectories('across file systems');
    const big = await makeBigModel(at, 'b/big');

    const running = run(at);
    await seen(big.copy);
    await meddle(big);
    const found = snapshot(at.source);

    const errors = [{ model_name: 'b/big', message }];
    expect(await running).toMatchObject({ moved: 0, errors, switches: 0 });
    expect(snapshot(at.destination)).toEqual({});
    expect(snapshot(at.source)).toEqual(found);
  });

  test.each<[string, (source: string) => Promise<void>, string]>([
    [
      'cannot be deleted',
      (source) => writeTree(source, { '.partial-models--a--b/x': 'in the way' }),
      'The system reported: ENOTEMPTY',
    ],
    [
      'changed after it was copied',
      (source) => writeTree(source, { 'models--a--b/blobs/new': 'just downloaded' }),
      'Files in it changed after it was copied.',
    ],
  ])('keeps a model at the source that %s, beside its copy', async (_title, meddle, reason) => {
    await using at = await makeDirectories('across file systems');
    const model = await makeRandomModel(at.source, 'a/b', [100]);
    const before = snapshot(at.source);

    const { moved, errors } = await run(at, { switchOver: () => meddle(at.source) });

    expect(moved).toBe(1);
    const start = `It was moved, but ${model} could not be deleted. ${reason}`;
    expect(errors).toEqual([{ model_name: 'a/b', message: expect.stringContaining(start) }]);
    expect(snapshot(at.source)).toMatchObject(
      without(before, 'models--a--b/blobs', 'models--a--b'),
    );
    expect(snapshot(at.destination)).toEqual(before);
  });

  test('changes nothing at the destination once it is in use', async () => {
    await using at = await makeDirectories('across file systems');
    await makeRandomModel(at.source, 'a/same', [10]);
    await run(at, { switchOver: () => Promise.reject(new Error('killed')) }).catch(() => {});
    await makeRandomModel(at.source, 'b/other', [10]);
    await makeRandomModel(at.destination, 'b/other', [20]);
    const before = snapshot(at.destination);

    const { errors, switches } = await run(at, { isSwitched: true });

    const message = 'It differs from the model at the destination, which is in use.';
    expect([errors, switches]).toEqual([[{ model_name: 'b/other', message }], 0]);
    expect(snapshot(at.destination)).toEqual(before);
    expect(await readdir(at.source)).toEqual(['models--b--other']);
  });

  test('keeps a model that does not fit on the destination', async () => {
    await using at = await makeDirectories('across file systems');
    const { sparse } = await makeBigModel(at, 'b/huge', 1024 ** 4 * 10);
    await makeRandomModel(at.source, 'c/small', [100]);

    const { moved, errors } = await run(at);

    const message = expect.stringMatching(/^It needs 10995116\d+ bytes at the destination/);
    expect([moved, errors]).toEqual([1, [{ model_name: 'b/huge', message }]]);
    expect(await kindOf(sparse)).toBe('other');
  });

  test('leaves most of the work to other threads', async () => {
    await using at = await makeDirectories('across file systems');
    await makeBigModel(at, 'b/big', 256 * mebibyte);
    const thread = process.threadCpuUsage();
    const all = process.cpuUsage();

    await run(at);

    const { user, system } = process.threadCpuUsage(thread);
    const total = process.cpuUsage(all);
    expect(user + system).toBeLessThan((total.user + total.system) / 3);
  });

  test('reports its progress in bytes, never backwards', async () => {
    await using at = await makeDirectories('across file systems');
    await makeBigModel(at, 'b/big', 8 * mebibyte);

    const { progress } = await run(at);

    const currents = progress.map(({ current }) => current);
    expect(currents).toEqual(currents.toSorted((a, b) => a - b));
    expect(progress.slice(0, -1).every(({ progress: percent }) => percent < 100)).toBe(true);
    expect(progress[0]).toMatchObject({ filename: 'blobs/sparse', status: 'moving' });
    expect(new Set(currents).size).toBeGreaterThan(8);
  });
});

const without = (all: Record<string, string>, ...paths: string[]) =>
  Object.fromEntries(Object.entries(all).filter(([path]) => !paths.includes(path)));
