/** More bits were read than there are. */
export class OutOfBits extends Error {}

/** Reads bits, the highest of each byte first. */
export interface BitReader {
  /** An unsigned value of at most 32 bits. */
  bits(count: number): number;
  /** A value of at most 33 bits in two's complement. */
  signed(count: number): number;
  /** The number of zeros before the next one, which is read too. */
  zeros(): number;
  /** Goes on with the next whole byte, and says which it is. */
  byte(): number;
}

export function createBitReader(bytes: Uint8Array, start: number): BitReader {
  let next = start;
  /** The last bytes read, of which the lowest `left` bits are still to be used. */
  let held = 0;
  let left = 0;

  function few(count: number): number {
    while (left < count) {
      if (next >= bytes.length) throw new OutOfBits();
      held = (held << 8) | (bytes[next] as number);
      next += 1;
      left += 8;
    }
    left -= count;
    return (held >>> left) & ((1 << count) - 1);
  }
  const bits = (count: number): number =>
    count <= 24 ? few(count) : few(count - 16) * 65_536 + few(16);

  return {
    bits,
    signed(count) {
      if (count === 0) return 0;
      const negative = few(1) === 1;
      return bits(count - 1) - (negative ? 2 ** (count - 1) : 0);
    },
    zeros() {
      let zeros = 0;
      for (;;) {
        const rest = held & ((1 << left) - 1);
        if (rest !== 0) {
          const leading = Math.clz32(rest) - (32 - left);
          left -= leading + 1;
          return zeros + leading;
        }
        zeros += left;
        if (next >= bytes.length) throw new OutOfBits();
        held = bytes[next] as number;
        next += 1;
        left = 8;
      }
    },
    byte() {
      left = 0;
      return next;
    },
  };
}
