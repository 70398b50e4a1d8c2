import { SpanKind } from '@opentelemetry/api';
import { describe, expect, test } from 'vitest';
import { beginSpan, traceIdOf, traceparentOf } from '../../src/telemetry/spans.ts';

const trace = '0af7651916cd43dd8448eb211c80319c';
const parent = 'b7ad6b7169203331';

/** Without a tracer a span stands for its parent, so this is what was read. */
const read = (header: string | null | undefined): string | undefined =>
  traceparentOf(beginSpan('test', { kind: SpanKind.INTERNAL, parent: header, attributes: {} }));

describe('A traceparent', () => {
  test.each([
    ['of a sampled trace', `00-${trace}-${parent}-01`, '01'],
    ['of a trace that is not sampled', `00-${trace}-${parent}-00`, '00'],
    ['with flags that are not defined', `00-${trace}-${parent}-fe`, '00'],
    ['of a later version', `01-${trace}-${parent}-01`, '01'],
    [
      'of a later version with more members',
      `cc-${trace}-${parent}-01-what-the-future-brings`,
      '01',
    ],
  ])('%s is continued', (_, header, flags) => {
    expect(read(header)).toBe(`00-${trace}-${parent}-${flags}`);
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty text', ''],
    ['a version that cannot be', `ff-${trace}-${parent}-01`],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${parent}-01`],
    ['a parent of zeros', `00-${trace}-${'0'.repeat(16)}-01`],
    ['capitals', `00-${trace.toUpperCase()}-${parent}-01`],
    ['a short trace', `00-${trace.slice(1)}-${parent}-01`],
    ['flags of one digit', `00-${trace}-${parent}-1`],
    ['more members than its version has', `00-${trace}-${parent}-01-more`],
    ['a later version that goes on without a dash', `01-${trace}-${parent}-01more`],
    ['two headers', `00-${trace}-${parent}-01, 00-${trace}-${parent}-01`],
    ['a line break', `00-${trace}-${parent}-01\n`],
    ['a long text', `00-${'a'.repeat(16_000)}`],
  ])('that is %s is ignored', (_, header) => {
    expect(read(header)).toBeUndefined();
  });
});

describe('A span outside of traces', () => {
  test('has no trace id', () => {
    expect(traceIdOf(undefined)).toBeUndefined();
    const span = beginSpan('test', { kind: SpanKind.INTERNAL, parent: null, attributes: {} });
    expect(traceIdOf(span)).toBeUndefined();
  });
});
