import { invalid } from '../../errors.ts';

/** Maximum length of a contact in bytes; it bounds what a missing line break or bracket would collect. */
export const maxElementBytes = 1_048_576;

const newline = 0x0a;

/** Yields the lines of a file that are not empty. Reads only on demand. Throws the validation error for a long line. */
export async function* linesIn(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  const keep = (part: Buffer): void => {
    heldBytes += part.length;
    if (heldBytes > maxElementBytes)
      throw invalid(['body'], `The file has a line of more than ${maxElementBytes} bytes.`);
    held.push(part);
  };
  const taken = (): Buffer => {
    const line = held.length === 1 ? held[0]! : Buffer.concat(held);
    [held, heldBytes] = [[], 0];
    return line;
  };
  for await (const chunk of body) {
    let begin = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, begin)) {
      keep(chunk.subarray(begin, end));
      begin = end + 1;
      const line = taken();
      if (!isBlank(line)) yield line;
    }
    if (begin < chunk.length) keep(chunk.subarray(begin));
  }
  const last = taken();
  if (!isBlank(last)) yield last;
}

const blank = new Set([0x20, 0x09, 0x0d, newline]);
export const isBlank = (line: Buffer): boolean => line.every((byte) => blank.has(byte));
