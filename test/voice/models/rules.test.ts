import * as fc from 'fast-check';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  leftoverOf,
  modelIdOf,
  movedTarget,
  partialOf,
  percentOf,
  relationOf,
  replacedOf,
  sentenceOf,
  spaceNeeded,
  toBytePath,
  toBytes,
  toText,
} from '../../../src/voice/models/rules.ts';

describe('modelIdOf', () => {
  test.each([
    ['models--openai--whisper-large-v3', 'openai/whisper-large-v3'],
    ['models--gpt2', 'gpt2'],
    ['models--a--b--c', 'a/b/c'],
    ['models--', undefined],
    ['models', undefined],
    ['models-a--b', undefined],
    ['datasets--a--b', undefined],
    ['.locks', undefined],
    ['version.txt', undefined],
    ['.partial-models--a--b', undefined],
    [' models--a--b', undefined],
    ['', undefined],
  ])('of %j is %j', (directory, id) => {
    expect(modelIdOf(directory)).toBe(id);
  });

  test('distinguishes models with different directories', () => {
    const directory = fc.string({ unit: fc.constantFrom('a', 'b', '-', '.'), minLength: 1 });
    fc.assert(
      fc.property(directory, directory, (a, b) => {
        fc.pre(a !== b);
        expect(modelIdOf(`models--${a}`)).not.toBe(modelIdOf(`models--${b}`));
      }),
    );
  });
});

test.each([
  [partialOf('models--a--b'), 'models--a--b'],
  [replacedOf('models--a\n'), 'models--a\n'],
  ['models--a--b', undefined],
  ['.partial-', undefined],
  ['.partial-x', undefined],
  ['.replaced-datasets--a', undefined],
  ['.locks', undefined],
  ['.replaced-models--', undefined],
])('leftoverOf %j is %j', (entry, model) => {
  expect(leftoverOf(entry)).toBe(model);
});

describe('relationOf', () => {
  test.each([
    ['/a', '/a', 'same'],
    ['/a', '/a/b', 'nested'],
    ['/a/b/c', '/a', 'nested'],
    ['/', '/a', 'nested'],
    ['/a', '/ab', 'apart'],
    ['/a/b', '/a/c', 'apart'],
    ['/a b', '/a', 'apart'],
  ])('of %s and %s is %s', (a, b, relation) => {
    expect(relationOf(a, b)).toBe(relation);
    expect(relationOf(b, a)).toBe(relation);
  });
});

describe('movedTarget', () => {
  test.each([
    ['../../blobs/x', '../../blobs/x'],
    ['nowhere', 'nowhere'],
    ['', ''],
    ['/etc/passwd', '/etc/passwd'],
    ['/cache/models--a/blobs/x', '../../blobs/x'],
    ['/real/models--a/blobs/x', '../../blobs/x'],
    ['/cache//models--a/./snapshots/../blobs/x', '../../blobs/x'],
    ['/cache/models--b/blobs/x', '../../../models--b/blobs/x'],
    ['/cache/models--a', '../..'],
    ['/cache/version.txt', '/cache/version.txt'],
    ['/cache', '/cache'],
    ['/cachet/models--a/blobs/x', '/cachet/models--a/blobs/x'],
    ['/cache/../cache2/models--a', '/cache/../cache2/models--a'],
  ])('of %j is %j', (target, moved) => {
    expect(movedTarget('models--a/snapshots/1/f', target, ['/cache', '/real'])).toBe(moved);
  });

  test('leads to the same entry of the cache, wherever the cache is', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'ü', ' ', '\n', '-'), minLength: 1 });
    const path = fc.array(name, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(path, path, path, (cache, from, to) => {
        const link = `models--m/${from.join('/')}`;
        const inside = `models--n/${to.join('/')}`;
        const root = `/${cache.join('/')}`;

        const target = movedTarget(link, `${root}/${inside}`, [root]);

        expect(target.startsWith('/')).toBe(false);
        expect(posix.join('/elsewhere', posix.dirname(link), target)).toBe(`/elsewhere/${inside}`);
      }),
    );
  });
});

describe('percentOf', () => {
  test.each([
    [0, 10, 0],
    [5, 10, 50],
    [1, 3, 33.33],
    [10, 10, 100],
    [0, 0, 100],
    [2 ** 40 - 1, 2 ** 40, 99.99],
  ])('of %d of %d is %d', (current, total, percent) => {
    expect(percentOf(current, total)).toBe(percent);
  });
});

test('spaceNeeded counts whole blocks', () => {
  expect(spaceNeeded([0, 1, 4096, 4097], 4096)).toBe(4 * 4096);
});

test('A byte path keeps names that are not UTF-8', () => {
  const bytes = Buffer.from([0x61, 0xff, 0xfe]);
  expect(toBytes(bytes.toString('latin1'))).toEqual(bytes);
  expect(toText(toBytePath('größe/模型'))).toBe('größe/模型');
});

test.each([
  [
    Object.assign(new Error('ENOSPC: no'), { code: 'ENOSPC' }),
    'The destination has no space left.',
  ],
  [Object.assign(new Error('EPERM: no'), { code: 'EPERM' }), 'The system reported: EPERM: no.'],
  [new Error('It is a mount point of its own.'), 'It is a mount point of its own.'],
  ['odd', 'odd'],
])('sentenceOf turns %s into a sentence', (error, sentence) => {
  expect(sentenceOf(error)).toBe(sentence);
});
