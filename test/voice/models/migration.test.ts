import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lutimes, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { age, commit, makeModel, makeRandomModel, snapshot, writeTree } from './hub-cache.ts';
import { mebibyte, run } from './run-migration.ts';
import { kinds, makeDirectories } from './two-file-systems.ts';

describe.each(kinds)('moveModels %s', (kind) => {
  test('moves every model with its bytes, links, modes, times and empty directories', async () => {
    await using at = await makeDirectories(kind);
    const model = await makeRandomModel(at.source, 'acme/tts', [
      0,
      1,
      4096,
      mebibyte,
      mebibyte + 1,
    ]);
    await makeRandomModel(at.source, 'gpt2', [100, 200]);
    await writeTree(model, { 'blobs/abc.incomplete': 'half', 'odd name\n/größe 模型': 'x' });
    await symlink('nowhere/at/all', join(model, 'dangling'));
    await lutimes(join(model, 'dangling'), 1, 1_000_000_001.5);
    await symlink('..', join(model, 'loop'));
    await mkdir(join(model, 'empty'), { mode: 0o750 });
    await chmod(join(model, 'refs', 'main'), 0o440);
    await chmod(join(model, 'snapshots'), 0o555);
    await age(join(model, 'refs', 'main'));
    await age(join(model, 'snapshots'));
    await age(model);
    const before = snapshot(at.source);

    expect(await run(at)).toMatchObject({ moved: 2, errors: [], switches: 1 });

    expect(snapshot(at.destination)).toEqual(before);
    expect(snapshot(at.source)).toEqual({});
    // Allows deleting it after the test.
    await chmod(join(at.destination, 'models--acme--tts', 'snapshots'), 0o755);
  });

  test('leaves everything that is not a model in place', async () => {
    await using at = await makeDirectories(kind);
    await makeRandomModel(at.source, 'acme/tts', [10]);
    await writeTree(at.source, {
      'version.txt': '1',
      '.locks/models--acme--tts/x.lock': '',
      'datasets--acme--calls/blobs/x': 'x',
    });
    await writeTree(at.destination, { 'version.txt': '2', 'models--other--one/blobs/x': 'x' });

    await run(at);

    expect(Object.keys(snapshot(at.source)).toSorted()).toEqual([
      '.locks',
      '.locks/models--acme--tts',
      '.locks/models--acme--tts/x.lock',
      'datasets--acme--calls',
      'datasets--acme--calls/blobs',
      'datasets--acme--calls/blobs/x',
      'version.txt',
    ]);
    const destination = snapshot(at.destination);
    expect(Object.keys(destination)).toContain('models--other--one/blobs/x');
    expect(await readFile(join(at.destination, 'version.txt'), 'utf8')).toBe('2');
  });

  test('replaces an existing model', async () => {
    await using at = await makeDirectories(kind);
    await makeRandomModel(at.source, 'acme/tts', [1000, 2000]);
    await makeRandomModel(at.destination, 'acme/tts', [3000]);
    const before = snapshot(at.source);

    expect(await run(at)).toMatchObject({ moved: 1, errors: [] });

    expect(snapshot(at.destination)).toEqual(before);
    expect(snapshot(at.source)).toEqual({});
  });

  test('leaves a model that cannot be moved completely at the source and moves the others', async () => {
    await using at = await makeDirectories(kind);
    await makeRandomModel(at.source, 'a/first', [10]);
    const pipe = await makeRandomModel(at.source, 'b/pipe', [10]);
    execFileSync('mkfifo', [join(pipe, 'blobs', 'pipe')]);
    const socket = await makeRandomModel(at.source, 'c/socket', [10]);
    const server = createServer().listen(join(socket, 's'));
    await once(server, 'listening');
    await makeRandomModel(at.source, 'd/taken', [10]);
    await writeTree(at.destination, { 'models--d--taken': 'a file of somebody' });
    await writeTree(at.source, { 'models--e--file': '' });
    await symlink('models--a--first', join(at.source, 'models--f--link'));
    await makeRandomModel(at.source, 'g/last', [10]);
    const before = snapshot(at.source);

    const summary = await run(at);
    const after = snapshot(at.source);
    server.close();

    const odd = 'is neither a file, a directory nor a symbolic link.';
    expect(summary).toMatchObject({
      moved: 2,
      errors: [
        { model_name: 'b/pipe', message: `The entry blobs/pipe ${odd}` },
        { model_name: 'c/socket', message: `The entry s ${odd}` },
        { model_name: 'd/taken', message: expect.stringContaining('is not a directory.') },
        { model_name: 'e/file', message: expect.stringContaining('It is not a directory') },
        { model_name: 'f/link', message: expect.stringContaining('It is not a directory') },
      ],
    });
    const left = Object.fromEntries(
      Object.entries(before).filter(([path]) => !/^models--(a|g)--/.test(path)),
    );
    expect(after).toEqual(left);
    const there = snapshot(at.destination)['models--d--taken'];
    expect(there).toMatch(/^file/);
    expect(Object.keys(snapshot(at.destination)).filter((path) => path.startsWith('.'))).toEqual(
      [],
    );
  });

  test('follows no link out of the model when copying or deleting', async () => {
    await using at = await makeDirectories(kind);
    await writeTree(at.outside, { 'precious/file': 'precious' });
    const model = await makeRandomModel(at.source, 'acme/tts', [10]);
    const old = await makeRandomModel(at.destination, 'acme/tts', [20]);
    for (const place of [model, old]) {
      await symlink(join(at.outside, 'precious'), join(place, 'blobs', 'absolute'));
      await symlink('../../../outside', join(place, 'blobs', 'relative'));
      await symlink('/', join(place, 'root'));
    }
    const before = snapshot(at.source);
    const outside = snapshot(at.outside);

    expect(await run(at)).toMatchObject({ moved: 1, errors: [] });

    expect(snapshot(at.outside)).toEqual(outside);
    expect(snapshot(at.destination)).toEqual(before);
  });

  test('makes absolute links into models of the cache relative, so that they stay valid', async () => {
    await using at = await makeDirectories(kind);
    const model = await makeModel(at.source, 'acme/tts', { 'config.json': '{"a": 1}' });
    const other = await makeModel(at.source, 'acme/vad', { 'config.json': '{"b": 2}' });
    const file = join('snapshots', commit, 'config.json');
    await symlink(join(model, file), join(model, 'own'));
    await symlink(join(other, file), join(model, 'other'));

    expect(await run(at)).toMatchObject({ moved: 2, errors: [] });

    const moved = join(at.destination, 'models--acme--tts');
    expect(await readFile(join(moved, 'own'), 'utf8')).toBe('{"a": 1}');
    expect(await readFile(join(moved, 'other'), 'utf8')).toBe('{"b": 2}');
    expect(snapshot(moved)['own']).toContain(`-> ${file}`);
    expect(snapshot(at.source)).toEqual({});
  });

  test('keeps names that are not UTF-8', async () => {
    await using at = await makeDirectories(kind);
    const model = await makeRandomModel(at.source, 'acme/tts', [10]);
    const name = Buffer.from([0x66, 0xff, 0xfe]);
    const pathIn = (root: string) => Buffer.concat([Buffer.from(`${root}/`), name]);
    await mkdir(pathIn(model));
    await writeFile(Buffer.concat([pathIn(model), Buffer.from('/'), name]), 'odd');
    await symlink(name, Buffer.concat([pathIn(model), Buffer.from('.link')]));

    expect(await run(at)).toMatchObject({ moved: 1, errors: [] });

    const moved = pathIn(join(at.destination, 'models--acme--tts'));
    expect(await readFile(Buffer.concat([moved, Buffer.from('/'), name]), 'utf8')).toBe('odd');
    expect(snapshot(at.source)).toEqual({});
  });

  test('reports its progress in bytes, ending at 100', async () => {
    await using at = await makeDirectories(kind);
    await makeRandomModel(at.source, 'acme/asr', [2 * mebibyte, 10]);
    await makeRandomModel(at.source, 'acme/tts', [3 * mebibyte]);

    const { progress } = await run(at);

    expect(progress.at(-1)).toEqual({
      model_name: 'acme/tts',
      filename: expect.stringMatching(/^(blobs|refs)\/\w+$/),
      current: 5 * mebibyte + 10 + 80,
      total: 5 * mebibyte + 10 + 80,
      progress: 100,
      status: kind === 'across file systems' ? 'verifying' : 'moving',
    });
  });

  test('succeeds with an empty cache', async () => {
    await using at = await makeDirectories(kind);
    await mkdir(at.source);

    expect(await run(at)).toEqual({ moved: 0, errors: [], progress: [], switches: 1 });
  });

  test('moves nothing if it is stopped before it starts, and everything otherwise', async () => {
    await using at = await makeDirectories(kind);
    await makeRandomModel(at.source, 'acme/tts', [10]);
    const before = snapshot(at.source);

    await expect(run(at, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');

    expect(snapshot(at.source)).toEqual(before);
    expect(await run(at)).toMatchObject({ moved: 1 });
    expect(snapshot(at.destination)).toEqual(before);
  });

  test('does not start between nested directories', async () => {
    await using at = await makeDirectories(kind);
    await makeRandomModel(at.source, 'acme/tts', [10]);
    const before = snapshot(at.source);

    for (const destination of [at.source, join(at.source, 'sub'), join(at.source, '..')]) {
      const running = run({ source: at.source, destination });
      await expect(running).rejects.toThrow('The directories are the same or contain one another.');
    }

    expect(snapshot(at.source)).toEqual(before);
  });
});
