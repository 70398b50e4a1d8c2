/** Checksums with their highest bit first, which start at zero; a table entry for each byte. */
const tableOf = (polynomial: number, bits: number): Uint16Array =>
  Uint16Array.from({ length: 256 }, (_, index) => {
    const top = 1 << (bits - 1);
    let value = index << (bits - 8);
    for (let bit = 0; bit < 8; bit += 1)
      value = (value & top) === 0 ? value << 1 : (value << 1) ^ polynomial;
    return value & ((1 << bits) - 1);
  });

const table8 = tableOf(0x07, 8);
const table16 = tableOf(0x8005, 16);

/** The checksum of a frame's header. */
export function checksum8(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum = table8[sum ^ (bytes[at] as number)] as number;
  return sum;
}

/** The checksum of a frame. */
export function checksum16(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1)
    sum = ((sum << 8) & 0xffff) ^ (table16[(sum >> 8) ^ (bytes[at] as number)] as number);
  return sum;
}
