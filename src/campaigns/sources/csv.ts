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

/** Passes UTF-8 on and fails at anything else. NUL is valid UTF-8 but not text; a UTF-16 file is full of it. */
function utf8(): Transform {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Buffer): Error | null => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
      return chunk?.includes(0) ? notText() : null;
    } catch {
      return notText();
    }
  };
  return new Transform({
    transform: (chunk: Buffer, _, done) => done(decode(chunk), chunk),
    flush: (done) => done(decode()),
  });
}

const notText = (): Error => invalid(['body'], 'The file is not text in UTF-8.');

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
