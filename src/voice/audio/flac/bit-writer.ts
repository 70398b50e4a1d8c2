/** Writes bits, the highest of each byte first. */
export interface BitWriter {
  /** The lowest bits of a whole number, at most 32; a negative one in two's complement. */
  put(value: number, count: number): void;
  /** So many zeros, then a one. */
  zeros(count: number): void;
  /** Fills the last byte with zeros. */
  align(): void;
  /** What is written; whole bytes. */
  bytes(): Uint8Array;
}

export function createBitWriter(firstCapacity = 16_384): BitWriter {
  let buffer = new Uint8Array(firstCapacity);
  let length = 0;
  let held = 0;
  let count = 0;

  function few(value: number, bits: number): void {
    held = (held << bits) | (value & ((1 << bits) - 1));
    count += bits;
    while (count >= 8) {
      count -= 8;
      if (length === buffer.length) {
        const larger = new Uint8Array(2 * length);
        larger.set(buffer);
        buffer = larger;
      }
      buffer[length] = held >>> count;
      length += 1;
    }
  }

  function put(value: number, bits: number): void {
    if (bits > 16) few(value >> 16, bits - 16);
    few(value, Math.min(bits, 16));
  }

  return {
    put,
    zeros(zeros) {
      for (let left = zeros; left > 0; left -= 16) few(0, Math.min(16, left));
      few(1, 1);
    },
    align() {
      if (count > 0) few(0, 8 - count);
    },
    bytes: () => buffer.subarray(0, length),
  };
}
