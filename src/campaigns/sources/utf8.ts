import { invalid } from '../../errors.ts';

/** The byte order marks of UTF-16, in which spreadsheets save text, and that of UTF-8. */
const marks = [
  { bytes: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
  { bytes: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
  { bytes: Buffer.from('\uFEFF'), encoding: 'utf-8' },
] as const;
const markBytes = 3;

/** A file without its byte order mark, and as UTF-8 if it says that it is UTF-16. */
export async function* withoutMark(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]();
  let first: Buffer = Buffer.alloc(0);
  while (first.length < markBytes) {
    const next = await chunks.next();
    if (next.done === true) break;
    first = Buffer.concat([first, next.value]);
  }
  const mark = marks.find(({ bytes }) => first.subarray(0, bytes.length).equals(bytes));
  const whole = rejoined(first.subarray(mark?.bytes.length ?? 0), chunks);
  if (mark === undefined || mark.encoding === 'utf-8') yield* whole;
  else yield* fromUtf16(whole, mark.encoding);
}

async function* rejoined(first: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first;
  yield* { [Symbol.asyncIterator]: () => chunks };
}

async function* fromUtf16(
  body: AsyncIterable<Buffer>,
  encoding: 'utf-16le' | 'utf-16be',
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decoded = (chunk?: Buffer): Buffer => {
    try {
      return Buffer.from(decoder.decode(chunk, { stream: chunk !== undefined }));
    } catch {
      throw invalid(['body'], 'The file begins as UTF-16 and is not text in it. Save it as UTF-8.');
    }
  };
  for await (const chunk of body) yield decoded(chunk);
  yield decoded();
}

/** Passes UTF-8 on and fails at anything else, with its line. NUL is valid UTF-8 but not text; a UTF-16 file is full of it. */
export async function* utf8Of(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines = 1;
  for await (const chunk of body) {
    try {
      decoder.decode(chunk, { stream: true });
    } catch {
      throw notText(lines + linesIn(validPart(chunk)));
    }
    const nul = chunk.indexOf(0);
    if (nul !== -1) throw notText(lines + linesIn(chunk.subarray(0, nul)));
    lines += linesIn(chunk);
    yield chunk;
  }
  try {
    decoder.decode();
  } catch {
    throw notText(lines);
  }
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
