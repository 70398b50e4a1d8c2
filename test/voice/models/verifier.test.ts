import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { toBytePath } from '../../../src/voice/models/rules.ts';
import { createShared } from '../../../src/voice/models/shared.ts';
import { readTreeSync } from '../../../src/voice/models/tree.ts';
import { createVerifier, startVerifyThread } from '../../../src/voice/models/verifier.ts';
import { useCompileCache } from './compile-cache.ts';
import { writeTree } from './hub-cache.ts';
import { makeDirectories } from './two-file-systems.ts';

useCompileCache();

describe('A verifier', () => {
  test('accepts copies with the hashes of their sources, and detects one that differs', async () => {
    await using at = await fixture({ 'blobs/a': 'a', 'blobs/b': 'b', 'blobs/empty': '' });

    for (const name of ['a', 'b', 'empty']) at.copy(name, hashOf(name === 'empty' ? '' : name));
    expect(() => at.verifier.finish(() => {})).not.toThrow();

    at.copy('a', hashOf('a'));
    at.copy('b', hashOf('not b'));
    const message = 'The copy of blobs/b differs from its source.';
    expect(() => at.verifier.finish(() => {})).toThrow(message);
  });

  test('continues with the next files after an abandoned one', async () => {
    await using at = await fixture({ 'blobs/a': 'a', 'blobs/b': 'b' });

    at.copy('a', hashOf('wrong'));
    at.begin('b');
    at.verifier.abandon();
    at.copy('b', hashOf('b'));

    expect(() => at.verifier.finish(() => {})).not.toThrow();
  });

  test('reports a missing file', async () => {
    await using at = await fixture({ 'blobs/a': 'a' });

    at.copy('a', hashOf('a'), 'gone');

    const message = /^The copy of blobs\/a could not be verified. The system reported: ENOENT/;
    expect(() => at.verifier.finish(() => {})).toThrow(message);
  });

  test('stops when its thread has died', async () => {
    await using at = await fixture({ 'blobs/a': 'a' });

    await at.kill();
    at.copy('a', hashOf('a'));

    expect(() => at.verifier.finish(() => {})).toThrow('The thread that verifies copies has died.');
  });
});

/** A verifier, its thread, and files in place of copies. */
async function fixture(files: Record<string, string>) {
  const directories = await makeDirectories('on one file system');
  const root = directories.outside;
  await writeTree(root, files);
  const entries = readTreeSync(root).filter((entry) => entry.kind === 'file');
  const threads: Worker[] = [];
  const shared = createShared();
  const verifier = createVerifier(shared, (port) => threads.push(startVerifyThread(port, shared)));

  function begin(name: string, place = name): void {
    const entry = entries.find(({ path }) => path === `blobs/${name}`);
    if (!entry) throw new Error(`There is no ${name}.`);
    const to = toBytePath(join(root, 'blobs', place));
    verifier.begin({ from: toBytePath('/nowhere'), to, entry });
  }

  async function kill(): Promise<void> {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  return {
    verifier,
    begin,
    kill,
    copy(name: string, digest: string, place?: string): void {
      begin(name, place);
      verifier.end(digest);
    },
    async [Symbol.asyncDispose]() {
      await kill();
      await directories[Symbol.asyncDispose]();
    },
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
