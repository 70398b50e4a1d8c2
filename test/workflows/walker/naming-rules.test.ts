import { assert, property, string, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { names, wordsOf } from '../../../src/workflows/walker/walker-rules.ts';

const named = (text: string, label: string): boolean => names(wordsOf(text), wordsOf(label));

describe('A text', () => {
  test.each([
    ['Yes, the RIGHT person.', 'right person', true],
    ['Right, person?', 'right person', true],
    ['Right or wrong person', 'right person', false],
    ['I confirm', 'confirmed', false],
    ['I confirmed it', 'confirmed', true],
    ['That doesn’t suit me', "doesn't suit", true],
    ['ＯＫ', 'ok', true],
    ['Cafe\u0301, please', 'CAFÉ', true],
    ['In der Strasse', 'STRAẞE', true],
    ['да, конечно', 'ДА', true],
    ['はい、そうです', 'はい', true],
    ['はいそうです', 'はい', false],
    ['a b a b a c', 'a b a c', true],
    ['a a a b', 'a a b', true],
    ['no', 'no no', false],
    ['anything', '', false],
    ['anything', ' … ', false],
  ])('%j and the label %j: %s', (text, label, expected) => {
    expect(named(text, label)).toBe(expected);
  });

  test('names what it contains between words, and finds what a plain search finds', () => {
    const text = string({ unit: 'grapheme', maxLength: 40 });
    assert(
      property(tuple(text, text, text), ([before, label, after]) => {
        const words = wordsOf(label);
        expect(named(`${before} ${label} ${after}`, label)).toBe(words.length > 0);
        const [all, part] = [wordsOf(before + after), wordsOf(after)];
        const plain = ` ${all.join(' ')} `.includes(` ${part.join(' ')} `);
        expect(names(all, part)).toBe(part.length > 0 && plain);
      }),
    );
  });

  test('takes time by its length, whatever it repeats', () => {
    const [text, label] = ['a '.repeat(1000), `${'a '.repeat(500)}b`].map(wordsOf);
    const marked = `e${'\u0316\u0301'.repeat(50_000)}`;

    const began = performance.now();
    for (let count = 0; count < 1000; count += 1) names(text ?? [], label ?? []);
    wordsOf(marked);

    expect(performance.now() - began).toBeLessThan(3000);
  });
});
