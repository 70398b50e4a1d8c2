import { invalid } from '../../errors.ts';
import { isBlank, maxElementBytes } from './json-lines.ts';

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/**
 * Yields the elements of a JSON array as their bytes, which may be no JSON. Reads only on demand. Throws the validation
 * error for what is no array, or for an element that is too long.
 */
export async function* elementsIn(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [depth, inString, escaped, count] = [0, false, false, 0];
  let isOver = false;
  let held: Buffer[] = [];
  let heldBytes = 0;
  const keep = (part: Buffer): void => {
    heldBytes += part.length;
    if (heldBytes > maxElementBytes)
      throw invalid(['body'], `The array has an element of more than ${maxElementBytes} bytes.`);
    if (part.length > 0) held.push(part);
  };
  const taken = (): Buffer => {
    const element = held.length === 1 ? held[0]! : Buffer.concat(held);
    [held, heldBytes] = [[], 0];
    count += 1;
    return element;
  };
  for await (const chunk of body) {
    let begin = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) inString = false;
        continue;
      }
      if (depth === 0) {
        if (isBlank(chunk.subarray(at, at + 1))) continue;
        if (isOver || byte !== 0x5b) throw noArray();
        [depth, begin] = [1, at + 1];
        continue;
      }
      if (byte === quote) inString = true;
      else if (opening.has(byte)) depth += 1;
      else if (closing.has(byte)) depth -= 1;
      if (depth === 0 || (depth === 1 && byte === comma)) {
        if (depth === 0 && byte !== 0x5d) throw noArray();
        keep(chunk.subarray(begin, at));
        begin = at + 1;
        const element = taken();
        isOver = depth === 0;
        // An empty array has no element.
        if (!isOver || count > 1 || !isBlank(element)) yield element;
      }
    }
    if (depth > 0) keep(chunk.subarray(begin));
  }
  if (!isOver) throw noArray();
}

const noArray = () =>
  invalid(
    ['body'],
    'The body is not a complete JSON array: [, objects with commas between them, and ].',
  );
