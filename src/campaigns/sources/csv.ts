import { pipeline, type Readable, Transform } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { invalid } from '../../errors.ts';

/** Maximum length of a row; it bounds what a quote that is never closed would collect. */
const maxRowLength = 1_048_576;

/**
 * Yields the rows of a UTF-8 CSV file, including the header, without empty lines. Reads only on demand. Throws the
 * validation error at the first invalid line.
 */
export async function* rowsIn(body: Readable): AsyncGenerator<string[]> {
  const parser = parse({
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: maxRowLength,
  });
  // Errors surface where the rows are read.
  pipeline(body, utf8(), parser, () => {});
  try {
    for await (const row of parser) yield row as string[];
  } catch (error) {
    throw error instanceof CsvError ? notCsv(error) : error;
  }
}

/** Passes UTF-8 on and fails at anything else, with its line. NUL is valid UTF-8 but not text; a UTF-16 file is full of it. */
function utf8(): Transform {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines = 1;
  const check = (chunk: Buffer): Error | null => {
    try {
      decoder.decode(chunk, { stream: true });
    } catch {
      return notText(lines + linesIn(validPart(chunk)));
    }
    const nul = chunk.indexOf(0);
    if (nul !== -1) return notText(lines + linesIn(chunk.subarray(0, nul)));
    lines += linesIn(chunk);
    return null;
  };
  return new Transform({
    transform: (chunk: Buffer, _, done) => done(check(chunk), chunk),
    flush(done) {
      try {
        decoder.decode();
        done();
      } catch {
        done(notText(lines));
      }
    },
  });
}

const linesIn = (bytes: Buffer): number => {
  let count = 0;
  for (let at = bytes.indexOf('\n'); at !== -1; at = bytes.indexOf('\n', at + 1)) count += 1;
  return count;
};

/** The longest valid beginning of a chunk that is not UTF-8; none if its character began in the chunk before. */
function validPart(chunk: Buffer): Buffer {
  const begin = chunk.findIndex((byte) => (byte & 0xc0) !== 0x80);
  if (begin === -1) return chunk.subarray(0, 0);
  let [valid, invalid] = [begin, chunk.length];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (isBeginning(chunk.subarray(begin, middle))) valid = middle;
    else invalid = middle;
  }
  return chunk.subarray(0, valid);
}

/** Whether the bytes are UTF-8 of which the last character may be cut. */
function isBeginning(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

const notText = (line: number): Error =>
  invalid(['body'], `The file is not text in UTF-8 at line ${line}. Save it as UTF-8.`);

const whatIsWrong: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quoted cell does not end',
  CSV_INVALID_CLOSING_QUOTE: 'a quoted cell goes on after its quote; quotes inside are doubled',
  INVALID_OPENING_QUOTE: 'a cell has a quote inside and none around it',
  CSV_MAX_RECORD_SIZE: `a row is longer than ${maxRowLength} characters`,
};

function notCsv(error: CsvError): Error {
  const what = whatIsWrong[error.code] ?? 'syntax error';
  return invalid(['body'], `The file is not valid CSV at line ${String(error['lines'])}: ${what}.`);
}
