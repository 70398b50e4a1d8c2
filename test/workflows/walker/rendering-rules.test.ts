import { assert, dictionary, integer, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { render } from '../../../src/workflows/walker/rendering-rules.ts';

const sources = [{ a: 'first' }, { a: 'second', b: 2, c: null, o: { x: [1] } }, { c: 'third' }];

describe('render', () => {
  test.each([
    ['Hello {{a}}.', 'Hello first.'],
    ['{{ a }}{{b}}{{c}}{{o}}', 'first2third{"x":[1]}'],
    ['{{unknown}} and {{toString}} {{__proto__}}', '{{unknown}} and {{toString}} {{__proto__}}'],
    ['{a} {{a b}} {{}} {{{a}}}', '{a} {{a b}} {{}} {first}'],
  ])('%j', (template, expected) => {
    expect(render(template, sources, 100)).toBe(expected);
  });

  test('does not render values again', () => {
    expect(render('{{a}}', [{ a: '{{b}}', b: 'x' }], 100)).toBe('{{b}}');
  });

  test('is never longer than allowed and never ends with half a character', () => {
    const text = string({ unit: 'grapheme' });
    assert(
      property(text, dictionary(string(), text), integer({ min: 0, max: 9 }), (part, more, max) => {
        const names = Object.keys(more).map((name) => `{{${name}}}`);
        const rendered = render(names.join(part), [more], max);
        expect(rendered.length).toBeLessThanOrEqual(max);
        expect(rendered.isWellFormed()).toBe(true);
      }),
    );
  });

  test.each([
    ['{{', 500_000],
    ['{{ ', 300_000],
    ['{{a', 300_000],
    ['{{e}}', 200_000],
  ])('takes time by the length of %j, many times', (part, count) => {
    const began = performance.now();
    render(part.repeat(count), [{ e: '' }], 100);

    expect(performance.now() - began).toBeLessThan(2000);
  });
});
