import { CsvError, parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { rowsIn } from '../../../src/campaigns/sources/csv.ts';
import { withoutMark } from '../../../src/campaigns/sources/utf8.ts';
import { InvalidRequest } from '../../../src/errors.ts';

/** The same numbers each time. */
function createRandom(): (limit: number) => number {
  let state = 42;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const pieces = ['a', 'é', ' ', ',', ',', '"', '"', '""', '","', '\n', '\r\n', '\r', '"\n"', 'x"y'];

const whatIsWrong: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quoted cell does not end',
  CSV_INVALID_CLOSING_QUOTE: 'a quoted cell continues after its quote; quotes inside are doubled',
  INVALID_OPENING_QUOTE: 'a cell has a quote inside and none around it',
};

/** The rows, or the fault, as csv-parse has them by itself. */
function expected(text: string): unknown {
  try {
    return parse(text, {
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return `at line ${String(error['lines'])}: ${whatIsWrong[error.code]}.`;
  }
}

async function found(bytes: Buffer, size: number): Promise<unknown> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const rows = [];
  try {
    for await (const group of rowsIn(withoutMark(chunks()))) rows.push(...group);
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error;
    return /at line .*/.exec(error.message)?.[0];
  }
  return rows;
}

describe('The rows of a CSV file', () => {
  test('are those of csv-parse, as are the faults, however the file is cut', async () => {
    const below = createRandom();
    let [valid, invalid] = [0, 0];
    for (let round = 0; round < 3000; round += 1) {
      // Files of few kinds of pieces are valid more often.
      const kinds = pieces.slice(0, 5 + below(pieces.length - 4));
      const body = Array.from({ length: below(14) }, () => kinds[below(kinds.length)]).join('');
      const text = `${below(4) === 0 ? '\uFEFF' : ''}${body}`;
      const rows = expected(text);
      if (typeof rows === 'string') invalid += 1;
      else valid += 1;

      for (const size of [1, 3, 100])
        expect([text, await found(Buffer.from(text), size)]).toEqual([text, rows]);
    }
    expect(Math.min(valid, invalid)).toBeGreaterThan(300);
  });

  test('are found beside a row that is nearly too long, in quotes or not', async () => {
    const long = 'x'.repeat(1_048_000);
    const text = `a,b\n1,${long}\n2,"${long}"\n3,"\n"\n`;

    const rows = await found(Buffer.from(text), 65_536);

    expect(rows).toEqual([
      ['a', 'b'],
      ['1', long],
      ['2', long],
      ['3', '\n'],
    ]);
  });

  test('after a row that is too long are not read', async () => {
    const text = `a\n${'x'.repeat(1_048_600)}\n`;

    expect(await found(Buffer.from(text), 65_536)).toBe(
      'at line 2: a row is longer than 1048576 characters.',
    );
  });

  test.each(['', '"a"'])('after one with too many cells are not read: %s', async (cell) => {
    const file = (cells: number) => Buffer.from(`x\n${cell}${','.repeat(cells - 1)}\n`);

    for (const size of [1000, 65_536]) {
      const rows = (await found(file(10_000), size)) as string[][];
      expect(rows.map(({ length }) => length)).toEqual([1, 10_000]);
      expect(await found(file(10_001), size)).toBe('at line 2: a row has more than 10000 cells.');
    }
  });
});
