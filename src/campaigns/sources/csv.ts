import { isAscii } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { invalid } from '../../errors.ts';
import { withErrorListener } from '../../system/with-error-listener.ts';
import { endOfRecords, recordsIn } from './records.ts';
import { headOf, type Separator } from './separators.ts';
import { utf8Of } from './utf8.ts';

/** Maximum length of a row; it bounds what a quote that is never closed would collect. */
const maxRowLength = 1_048_576;
/** Maximum number of cells of a row; it bounds what many empty ones would collect, which are no characters. */
const maxRowCells = 10_000;

type Rows = readonly (readonly string[])[];

/** Maximum length of what is looked at for what separates cells. */
const headBytes = 65_536;

/**
 * Yields the rows of a UTF-8 CSV file, including the header, without empty lines, as many at once as have arrived. Reads
 * only on demand. Throws the validation error at the first invalid line. Splits regular records itself, faster
 * than csv-parse, which reads the rest of a file from the first irregular one on and says what is wrong with it.
 */
export async function* rowsIn(body: AsyncIterable<Buffer>): AsyncGenerator<Rows> {
  const chunks = utf8Of(body)[Symbol.asyncIterator]();
  let lines = 0;
  let held: Buffer[] = [];
  let heldBytes = 0;
  /** Of these many bytes at the beginning of what is held, it is known that no record ends in them. */
  let unfinished = 0;
  /** Undefined until the header has arrived. */
  let separator: Separator | undefined;
  const rest = { [Symbol.asyncIterator]: () => chunks };
  for (let isOver = false; !isOver;) {
    const next = await chunks.next();
    isOver = next.done === true;
    if (!next.done) {
      held.push(next.value);
      heldBytes += next.value.length;
      // What is held is looked at again each time it has doubled, so small chunks cost no more than large ones.
      if (heldBytes < unfinished * 2) continue;
    }
    let bytes = held.length === 1 ? held[0]! : Buffer.concat(held);
    let end = isOver ? bytes.length : endOfRecords(bytes);
    const isLong = bytes.length > maxRowLength;
    if (separator === undefined && (end > 0 || isLong)) {
      const head = headOf(textOf(bytes, Math.min(end || bytes.length, headBytes)));
      separator = head?.separator;
      if (head && head.skipped > 0) {
        // Its characters are ASCII.
        bytes = bytes.subarray(head.skipped);
        end -= head.skipped;
        lines += 1;
      }
    }
    const form = { separator: separator ?? ',', maxCells: maxRowCells };
    const records = isLong ? undefined : recordsIn(textOf(bytes, end), form);
    if (!records) return yield* parsed(chain(bytes, rest), { lines, separator: form.separator });
    if (records.rows.length > 0) yield records.rows;
    lines += records.lines;
    const left = bytes.subarray(end);
    held = left.length === 0 ? [] : [left];
    heldBytes = unfinished = left.length;
  }
}

function textOf(bytes: Buffer, end: number): string {
  const part = bytes.subarray(0, end);
  return part.toString(isAscii(part) ? 'latin1' : 'utf8');
}

async function* chain(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

interface After {
  readonly lines: number;
  readonly separator: Separator;
}

/** The rows as csv-parse reads them, after so many lines. */
async function* parsed(
  body: AsyncIterable<Buffer>,
  { lines, separator }: After,
): AsyncGenerator<Rows> {
  const parser = withErrorListener(
    parse({
      delimiter: separator,
      skip_empty_lines: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: maxRowLength,
      cast: (cell, { index, lines: line }) => {
        if (index >= maxRowCells)
          throw notCsv(lines + line, `a row has more than ${maxRowCells} cells`);
        return cell;
      },
    }),
  );
  // Errors surface where the rows are read.
  pipeline(Readable.from(body, { objectMode: false }), parser, () => {});
  try {
    for await (const row of parser) yield [row as string[]];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw notCsv(lines + Number(error['lines']), whatIsWrong[error.code] ?? 'syntax error');
  }
}

const whatIsWrong: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quoted cell does not end',
  CSV_INVALID_CLOSING_QUOTE: 'a quoted cell continues after its quote; quotes inside are doubled',
  INVALID_OPENING_QUOTE: 'a cell has a quote inside and none around it',
  CSV_MAX_RECORD_SIZE: `a row is longer than ${maxRowLength} characters`,
};

const notCsv = (line: number, what: string): Error =>
  invalid(['body'], `The file is not valid CSV at line ${line}: ${what}.`);
