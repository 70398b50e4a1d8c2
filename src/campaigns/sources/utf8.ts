import { invalid } from '../../errors.ts';

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
