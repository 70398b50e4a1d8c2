import { readdir, readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { kindOf } from '../../../src/voice/models/directories.ts';
import { moveModels } from '../../../src/voice/models/migration.ts';
import { useCompileCache } from './compile-cache.ts';
import { makeRandomModel, snapshot, writeTree } from './hub-cache.ts';
import { makeBigModel, mebibyte, run, seen } from './run-migration.ts';
import { makeDirectories } from './two-file-systems.ts';

useCompileCache();

describe('moveModels across file systems', () => {
  test('stopped during a copy, leaves the current model at the source and nothing at the destination', async () => {
    await using at = await makeDirectories('across file systems');
    await makeRandomModel(at.source, 'a/small', [100]);
    const { copy, sparse } = await makeBigModel(at, 'b/big');
    await makeRandomModel(at.source, 'c/small', [100]);
    const before = await stat(sparse);
    const stop = new AbortController();

    const running = run(at, { signal: stop.signal });
    await seen(copy);
    stop.abort();

    const { events } = await running;
    expect(events.at(-1)).toMatchObject({ code: 'migration_stopped', moved: 1 });
    expect(await readdir(at.destination)).toEqual(['models--a--small']);
    expect(await readdir(at.source)).toEqual(['models--b--big', 'models--c--small']);
    expect(await stat(sparse)).toMatchObject({ size: before.size, mtimeMs: before.mtimeMs });
    expect((await run(at)).complete).toMatchObject({ moved: 2, errors: [] });
    expect(await readdir(at.source)).toEqual([]);
  });

  test('stops when nobody reads its events', async () => {
    await using at = await makeDirectories('across file systems');
    const { sparse } = await makeBigModel(at, 'b/big', 1024 * mebibyte);

    for await (const { event } of moveModels(at)) {
      expect(event).toBe('progress');
      break;
    }

    expect(snapshot(at.destination)).toEqual({});
    expect(kindOf(sparse)).toBe('other');
  });

  test('gives up a model that changes while it is copied', async () => {
    await using at = await makeDirectories('across file systems');
    const { copy, model } = await makeBigModel(at, 'b/big');

    const running = run(at);
    await seen(copy);
    await writeTree(model, { 'blobs/new': 'just downloaded' });

    const message = 'Files in it changed while it was copied.';
    expect((await running).complete).toMatchObject({
      moved: 0,
      errors: [{ model_name: 'b/big', message }],
    });
    expect(snapshot(at.destination)).toEqual({});
    expect(await readFile(join(model, 'blobs', 'new'), 'utf8')).toBe('just downloaded');
  });

  test('detects a copy that is shorter than its source', async () => {
    await using at = await makeDirectories('across file systems');
    const { copy, sparse } = await makeBigModel(at, 'b/big');

    const running = run(at);
    await seen(copy);
    await truncate(copy, 256 * mebibyte);

    const message = 'The copy of blobs/sparse could not be verified. Its size changed.';
    expect((await running).complete).toMatchObject({
      moved: 0,
      errors: [{ model_name: 'b/big', message }],
    });
    expect(snapshot(at.destination)).toEqual({});
    expect(kindOf(sparse)).toBe('other');
  });

  test('removes a copy if the source cannot be removed', async () => {
    await using at = await makeDirectories('across file systems');
    await makeRandomModel(at.source, 'acme/tts', [100]);
    await writeTree(at.source, { '.moved-models--acme--tts': 'in the way' });
    const before = snapshot(at.source);

    const { complete } = await run(at);

    expect(complete).toMatchObject({ moved: 0, errors: [{ model_name: 'acme/tts' }] });
    expect(snapshot(at.source)).toEqual(before);
    expect(snapshot(at.destination)).toEqual({});
  });

  test('keeps a model that does not fit on the destination', async () => {
    await using at = await makeDirectories('across file systems');
    const { sparse } = await makeBigModel(at, 'b/huge', 1024 ** 4 * 10);
    await makeRandomModel(at.source, 'c/small', [100]);

    const { complete } = await run(at);

    const message = expect.stringMatching(/^It needs 10995116\d+ bytes at the destination/);
    expect(complete).toMatchObject({ moved: 1, errors: [{ model_name: 'b/huge', message }] });
    expect(kindOf(sparse)).toBe('other');
  });

  test('copies and hashes in another thread', async () => {
    await using at = await makeDirectories('across file systems');
    await makeBigModel(at, 'b/big', 96 * mebibyte);
    const thread = process.threadCpuUsage();
    const all = process.cpuUsage();

    await run(at);

    const { user, system } = process.threadCpuUsage(thread);
    const total = process.cpuUsage(all);
    expect(user + system).toBeLessThan((total.user + total.system) / 3);
  });

  test('reports its progress at most ten times a second, never backwards', async () => {
    await using at = await makeDirectories('across file systems');
    await makeBigModel(at, 'b/big', 192 * mebibyte);

    const { progress } = await run(at);

    const currents = progress.map(({ current }) => current);
    expect(currents).toEqual(currents.toSorted((a, b) => a - b));
    expect(progress.slice(0, -1).every(({ progress: percent }) => percent < 100)).toBe(true);
    expect(progress[0]).toMatchObject({ filename: 'blobs/sparse', status: 'moving' });
    const timestamps = progress.map(({ timestamp }) => Date.parse(timestamp));
    const gaps = timestamps.slice(1, -1).map((time, index) => time - (timestamps[index] ?? 0));
    // Nine events and the last one.
    expect(Math.min(...gaps)).toBeGreaterThan(1000 / 9 - 2);
  });
});
