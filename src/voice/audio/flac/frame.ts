import { damaged } from '../faults.ts';
import { type BitReader, createBitReader } from './bit-reader.ts';
import { checksum16, checksum8 } from './checksums.ts';

// Frames of FLAC, RFC 9639.

export interface StreamInfo {
  readonly sample_rate: number;
  readonly channels: number;
  readonly bits: number;
}

export interface Frame {
  /** Samples by channel, -1 to 1. */
  readonly block: Float32Array[];
  /** The first byte after the frame. */
  readonly end: number;
}

const sync = 0x3ffe;
const sampleBits = [0, 8, 12, undefined, 16, 20, 24, 32];
/** By their codes. */
export const frameRates = [
  0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
];
const sides = { left: 8, right: 9, middle: 10 };

interface Header {
  readonly samples: number;
  readonly assignment: number;
  readonly bits: number;
}

/** Decodes the frame at a position; throws an AudioFault if it is damaged, and OutOfBits if the bytes end before it. */
export function decodeFrame(bytes: Uint8Array, start: number, info: StreamInfo): Frame {
  const reader = createBitReader(bytes, start);
  const header = readHeader(reader, info);
  if (checksum8(bytes, start, reader.byte()) !== reader.bits(8)) throw damaged();
  const channels = header.assignment < sides.left ? header.assignment + 1 : 2;
  if (channels !== info.channels) throw damaged();
  const decoded = Array.from({ length: channels }, (_, channel) =>
    readSubframe(reader, header.samples, header.bits + extraBits(header.assignment, channel)),
  );
  const end = reader.byte();
  if (checksum16(bytes, start, end) !== reader.bits(16)) throw damaged();
  joinSides(decoded, header.assignment);
  const scale = 2 ** (1 - header.bits);
  return { block: decoded.map((samples) => scaled(samples, scale)), end: end + 2 };
}

function scaled(samples: Float64Array, scale: number): Float32Array {
  const out = new Float32Array(samples.length);
  for (let index = 0; index < out.length; index += 1)
    out[index] = (samples[index] as number) * scale;
  return out;
}

/** The difference of two channels takes a bit more than they do. */
const extraBits = (assignment: number, channel: number): number =>
  (assignment === sides.right && channel === 0) || (assignment === sides.left && channel === 1)
    ? 1
    : assignment === sides.middle && channel === 1
      ? 1
      : 0;

function readHeader(reader: BitReader, info: StreamInfo): Header {
  if (reader.bits(14) !== sync || reader.bits(1) !== 0) throw damaged();
  reader.bits(1);
  const [sizeCode, rateCode] = [reader.bits(4), reader.bits(4)];
  const [assignment, bitsCode, reserved] = [reader.bits(4), reader.bits(3), reader.bits(1)];
  if (assignment > sides.middle || reserved !== 0) throw damaged();
  skipNumber(reader);
  const samples = samplesOf(reader, sizeCode);
  const rate = rateOf(reader, rateCode, info);
  const bits = bitsCode === 0 ? info.bits : sampleBits[bitsCode];
  if (rate !== info.sample_rate || bits === undefined || bits > info.bits) throw damaged();
  return { samples, assignment, bits };
}

/** The frame's number, coded as UTF-8 codes a character. */
function skipNumber(reader: BitReader): void {
  const first = reader.bits(8);
  const more = first < 0x80 ? 0 : Math.clz32(~(first << 24)) - 1;
  if (more < 0 || (first >= 0x80 && more === 0) || more > 6) throw damaged();
  for (let byte = 0; byte < more; byte += 1) if (reader.bits(8) >>> 6 !== 2) throw damaged();
}

function samplesOf(reader: BitReader, code: number): number {
  if (code === 0) throw damaged();
  if (code === 1) return 192;
  if (code <= 5) return 576 * 2 ** (code - 2);
  if (code === 6) return reader.bits(8) + 1;
  if (code === 7) return reader.bits(16) + 1;
  return 256 * 2 ** (code - 8);
}

function rateOf(reader: BitReader, code: number, info: StreamInfo): number {
  if (code === 0) return info.sample_rate;
  if (code === 12) return reader.bits(8) * 1_000;
  if (code === 13) return reader.bits(16);
  if (code === 14) return reader.bits(16) * 10;
  return frameRates[code] ?? 0;
}

function readSubframe(reader: BitReader, samples: number, sampleBits: number): Float64Array {
  if (reader.bits(1) !== 0) throw damaged();
  const type = reader.bits(6);
  const wasted = reader.bits(1) === 1 ? reader.zeros() + 1 : 0;
  const bits = sampleBits - wasted;
  if (bits < 1) throw damaged();
  const out = new Float64Array(samples);
  if (type === 0) out.fill(reader.signed(bits));
  else if (type === 1) for (let at = 0; at < samples; at += 1) out[at] = reader.signed(bits);
  else if (type >= 8 && type <= 12) readFixed(reader, out, bits, type - 8);
  else if (type >= 32) readPredicted(reader, out, bits, type - 31);
  else throw damaged();
  if (wasted > 0)
    for (let at = 0; at < samples; at += 1) out[at] = (out[at] as number) * 2 ** wasted;
  return out;
}

/** The coefficients of the fixed predictors, by order; the latest sample first. */
export const fixedPredictors: readonly (readonly number[])[] = [
  [],
  [1],
  [2, -1],
  [3, -3, 1],
  [4, -6, 4, -1],
];

function readFixed(reader: BitReader, out: Float64Array, bits: number, order: number): void {
  readWarmUp(reader, out, bits, order);
  readResidual(reader, out, order);
  predict(out, fixedPredictors[order] ?? [], 0);
}

function readPredicted(reader: BitReader, out: Float64Array, bits: number, order: number): void {
  readWarmUp(reader, out, bits, order);
  const precision = reader.bits(4) + 1;
  const shift = reader.signed(5);
  if (precision === 16 || shift < 0) throw damaged();
  const coefficients = Array.from({ length: order }, () => reader.signed(precision));
  readResidual(reader, out, order);
  predict(out, coefficients, shift);
}

function readWarmUp(reader: BitReader, out: Float64Array, bits: number, order: number): void {
  if (order > out.length) throw damaged();
  for (let at = 0; at < order; at += 1) out[at] = reader.signed(bits);
}

/** Adds what the coefficients predict from the samples before; sums stay below 2^53 and so are exact. */
function predict(out: Float64Array, coefficients: readonly number[], shift: number): void {
  const order = coefficients.length;
  if (order === 0) return;
  const scale = 2 ** -shift;
  for (let at = order; at < out.length; at += 1) {
    let sum = 0;
    for (let index = 0; index < order; index += 1)
      sum += (coefficients[index] as number) * (out[at - 1 - index] as number);
    out[at] = (out[at] as number) + Math.floor(sum * scale);
  }
}

function readResidual(reader: BitReader, out: Float64Array, order: number): void {
  const method = reader.bits(2);
  if (method > 1) throw damaged();
  const parameterBits = method === 0 ? 4 : 5;
  const escape = method === 0 ? 15 : 31;
  const partitions = 1 << reader.bits(4);
  const length = out.length / partitions;
  if (!Number.isInteger(length) || length < order) throw damaged();
  let at = order;
  for (let partition = 1; partition <= partitions; partition += 1) {
    const parameter = reader.bits(parameterBits);
    const end = partition * length;
    if (parameter === escape) {
      const bits = reader.bits(5);
      for (; at < end; at += 1) out[at] = reader.signed(bits);
    } else {
      for (; at < end; at += 1) {
        const folded = reader.zeros() * 2 ** parameter + reader.bits(parameter);
        out[at] = folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
      }
    }
  }
}

/** Makes left and right of one of them and their difference, or of their mean and difference. */
function joinSides(decoded: readonly Float64Array[], assignment: number): void {
  const [first, second] = decoded;
  if (!first || !second || assignment < sides.left) return;
  for (let at = 0; at < first.length; at += 1) {
    const [a, b] = [first[at] as number, second[at] as number];
    if (assignment === sides.left) second[at] = a - b;
    else if (assignment === sides.right) first[at] = a + b;
    else {
      const sum = 2 * a + (b % 2 === 0 ? 0 : 1);
      first[at] = (sum + b) / 2;
      second[at] = (sum - b) / 2;
    }
  }
}
