import { checksum16, checksum8 } from './checksums.ts';
import { fixedPredictors, frameRates } from './frame.ts';

/** Writes bits, the highest of each byte first. */
interface BitWriter {
  /** The lowest bits of a whole number, at most 32; a negative one in two's complement. */
  put(value: number, count: number): void;
  /** So many zeros, then a one. */
  zeros(count: number): void;
  /** Fills the last byte with zeros. */
  align(): void;
  /** What is written; whole bytes. */
  bytes(): Uint8Array;
}

function createBitWriter(firstCapacity = 16_384): BitWriter {
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

// FLAC, RFC 9639, with the fixed predictors: a frame is computed from its samples and its number alone, so that any part
// of a file can be written without the part before.

/** The samples of every frame but the last. */
export const frameSamples = 4_096;
const sampleBits = 16;
const maxPartitionOrder = 4;
const maxParameter = 14;

interface Shape {
  readonly sample_rate: number;
  readonly channels: number;
}

/** The start of a file: the only metadata is what it holds. The MD5 of its samples follows, as a WAV file has them. */
export function flacHeader(shape: Shape, samples: number): Buffer {
  const header = Buffer.alloc(26);
  header.write('fLaC', 0, 'latin1');
  header.writeUInt8(0x80, 4);
  header.writeUIntBE(34, 5, 3);
  header.writeUInt16BE(frameSamples, 8);
  header.writeUInt16BE(frameSamples, 10);
  const packed =
    (BigInt(shape.sample_rate) << 44n) |
    (BigInt(shape.channels - 1) << 41n) |
    (BigInt(sampleBits - 1) << 36n) |
    BigInt(samples);
  header.writeBigUInt64BE(packed, 18);
  return header;
}

/** One frame of 16-bit samples, by channel: 1 or 2 of them. */
export function encodeFrame(
  channels: readonly Int32Array[],
  { number, sample_rate }: { readonly number: number; readonly sample_rate: number },
): Uint8Array {
  const [first = new Int32Array(0), second] = channels;
  const writer = createBitWriter();
  const coding = second
    ? stereoCoding(first, second)
    : { assignment: 0, coded: [planOf(first, 16)] };
  writeHeader(writer, {
    samples: first.length,
    assignment: coding.assignment,
    number,
    sample_rate,
  });
  for (const plan of coding.coded) writeSubframe(writer, plan);
  writer.align();
  const bytes = writer.bytes();
  writer.put(checksum16(bytes, 0, bytes.length), 16);
  return writer.bytes();
}

interface Header {
  readonly samples: number;
  readonly sample_rate: number;
  readonly assignment: number;
  readonly number: number;
}

function writeHeader(writer: BitWriter, header: Header): void {
  writer.put(0x3ffe, 14);
  writer.put(0, 2);
  // The number of samples follows in 16 bits.
  writer.put(7, 4);
  // A rate without a code of its own is that of the file.
  writer.put(Math.max(0, frameRates.indexOf(header.sample_rate)), 4);
  writer.put(header.assignment, 4);
  writer.put(4, 3);
  writer.put(0, 1);
  for (const byte of numberBytes(header.number)) writer.put(byte, 8);
  writer.put(header.samples - 1, 16);
  const bytes = writer.bytes();
  writer.put(checksum8(bytes, 0, bytes.length), 8);
}

/** A number coded as UTF-8 codes a character. */
function numberBytes(number: number): number[] {
  if (number < 0x80) return [number];
  const bytes: number[] = [];
  let rest = number;
  for (let firstBits = 0x3f; rest > firstBits; firstBits >>= 1) {
    bytes.unshift(0x80 | (rest & 0x3f));
    rest >>>= 6;
  }
  const marks = (0xff00 >> (bytes.length + 1)) & 0xff;
  return [marks | rest, ...bytes];
}

/** How a channel is written. */
interface Plan {
  readonly samples: Int32Array;
  readonly bits: number;
  readonly order: number;
  readonly residual: Int32Array;
  readonly constant: boolean;
  /** The sum of the residual's absolute values, which its length follows. */
  readonly cost: number;
}

/** Left and right, or one of them, or their mean, with their difference: whichever is likely the shortest. */
function stereoCoding(left: Int32Array, right: Int32Array) {
  const middle = left.map((sample, index) => (sample + (right[index] as number)) >> 1);
  const side = left.map((sample, index) => sample - (right[index] as number));
  const [l, r, m, s] = [planOf(left, 16), planOf(right, 16), planOf(middle, 16), planOf(side, 17)];
  const codings = [
    { assignment: 1, coded: [l, r] },
    { assignment: 8, coded: [l, s] },
    { assignment: 9, coded: [s, r] },
    { assignment: 10, coded: [m, s] },
  ];
  const costOf = ({ coded }: { coded: readonly Plan[] }): number =>
    coded.reduce((sum, { cost }) => sum + cost, 0);
  return codings.reduce((best, coding) => (costOf(coding) < costOf(best) ? coding : best));
}

function planOf(samples: Int32Array, bits: number): Plan {
  if (samples.every((sample) => sample === samples[0]))
    return { samples, bits, order: 0, residual: new Int32Array(0), constant: true, cost: 0 };
  const maxOrder = Math.min(fixedPredictors.length, samples.length) - 1;
  let best: Plan | undefined;
  let residual = samples;
  for (let order = 0; order <= maxOrder; order += 1) {
    // Each order's residual is the difference of neighbours in the one before.
    if (order > 0) residual = differences(residual);
    let cost = 0;
    for (let at = order; at < residual.length; at += 1) cost += Math.abs(residual[at] as number);
    if (!best || cost < best.cost) best = { samples, bits, order, residual, constant: false, cost };
  }
  return best as Plan;
}

function differences(values: Int32Array): Int32Array {
  const out = new Int32Array(values.length);
  for (let at = 1; at < out.length; at += 1)
    out[at] = (values[at] as number) - (values[at - 1] as number);
  return out;
}

function writeSubframe(
  writer: BitWriter,
  { samples, bits, order, residual, constant }: Plan,
): void {
  writer.put(constant ? 0 : (8 + order) << 1, 8);
  for (let at = 0; at < (constant ? 1 : order); at += 1) writer.put(samples[at] as number, bits);
  if (!constant) writeResidual(writer, residual, order);
}

function writeResidual(writer: BitWriter, residual: Int32Array, order: number): void {
  let partitionOrder = maxPartitionOrder;
  while (residual.length % 2 ** partitionOrder !== 0) partitionOrder -= 1;
  while (partitionOrder > 0 && residual.length >> partitionOrder <= order) partitionOrder -= 1;
  const length = residual.length >> partitionOrder;
  writer.put(0, 2);
  writer.put(partitionOrder, 4);
  for (let start = 0; start < residual.length; start += length) {
    const from = Math.max(start, order);
    const parameter = parameterFor(residual, from, start + length);
    writer.put(parameter, 4);
    for (let at = from; at < start + length; at += 1) {
      const value = residual[at] as number;
      const folded = (value << 1) ^ (value >> 31);
      writer.zeros(folded >>> parameter);
      if (parameter > 0) writer.put(folded & ((1 << parameter) - 1), parameter);
    }
  }
}

/** The Rice parameter: about the number of bits of the mean. */
function parameterFor(residual: Int32Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += Math.abs(residual[at] as number);
  const mean = to > from ? sum / (to - from) : 0;
  return Math.max(0, Math.min(maxParameter, Math.floor(Math.log2(mean * 1.386 + 1e-9) + 1)));
}
