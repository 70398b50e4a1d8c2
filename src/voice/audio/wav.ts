import { readSync } from 'node:fs';
import { notAudio, notFinite, truncated } from './faults.ts';

/** Those of WAV, and the big-endian ones of AIFF, whose integers all have a sign. */
export type Encoding = 'integer' | 'float' | 'alaw' | 'mulaw' | 'bigInteger' | 'bigFloat';

/** Where the samples of a WAV or AIFF file are, and how they are written. */
export interface WavLayout {
  readonly sample_rate: number;
  readonly channels: number;
  readonly encoding: Encoding;
  readonly bits: number;
  /** Bytes of one sample of every channel. */
  readonly frameBytes: number;
  /** The position of the first sample. */
  readonly offset: number;
  readonly frames: number;
}

export const headerBytes = 44;
const maxChunks = 1_000;
const extensible = 0xfffe;
/** The encodings by the number of their format, with the bits that a sample can have. */
const encodings = new Map<number, { readonly encoding: Encoding; readonly bits: number[] }>([
  [1, { encoding: 'integer', bits: [8, 16, 24, 32] }],
  [3, { encoding: 'float', bits: [32, 64] }],
  [6, { encoding: 'alaw', bits: [8] }],
  [7, { encoding: 'mulaw', bits: [8] }],
]);
/** Lengths that writers put there which did not know the length: the samples go on to the end of the file. */
const unknownFrom = 0x7fff_f000;

/** Reads at most `length` bytes at a position; fewer at the end of the file. */
export function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const more = readSync(file, bytes, read, length - read, position + read);
    if (more === 0) break;
    read += more;
  }
  return bytes.subarray(0, read);
}

/** In RF64, a WAV file of more than 4 GiB or whose writer made room for that, another chunk has the length. */
const elsewhere = 0xffff_ffff;

/** Finds the samples of a WAV file; throws an AudioFault if they cannot be read or are cut off. */
export function wavLayout(file: number, fileBytes: number): WavLayout {
  let described: Omit<WavLayout, 'offset' | 'frames'> | undefined;
  let longLength: number | undefined;
  let position = 12;
  for (let chunk = 0; chunk < maxChunks; chunk += 1) {
    const head = readAt(file, position, 8);
    if (head.length < 8) break;
    const [name, shortLength] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)];
    const start = position + 8;
    if (name === 'ds64') longLength = longLengthOf(readAt(file, start, Math.min(shortLength, 16)));
    const isLong = name === 'data' && shortLength === elsewhere && longLength !== undefined;
    const bytes = isLong ? longLength! : shortLength;
    if (name === 'fmt ') described = description(readAt(file, start, Math.min(bytes, 40)));
    if (name === 'data') {
      if (!described) throw notAudio();
      const left = fileBytes - start;
      if (bytes > left && (isLong || bytes < unknownFrom)) throw truncated();
      const { frameBytes } = described;
      return {
        ...described,
        offset: start,
        frames: Math.floor(Math.min(bytes, left) / frameBytes),
      };
    }
    position = start + bytes + (bytes % 2);
  }
  throw described ? truncated() : notAudio();
}

/** The length of the samples, after that of the file; undefined if the writer did not know it. */
function longLengthOf(chunk: Buffer): number | undefined {
  if (chunk.length < 16) throw truncated();
  return Number(chunk.readBigUInt64LE(8)) || undefined;
}

function description(chunk: Buffer): Omit<WavLayout, 'offset' | 'frames'> {
  if (chunk.length < 16) throw truncated();
  const tag = chunk.readUInt16LE(0);
  // An extensible description has the format at the start of a longer identifier.
  const format = tag === extensible && chunk.length >= 26 ? chunk.readUInt16LE(24) : tag;
  const bits = chunk.readUInt16LE(14);
  const channels = chunk.readUInt16LE(2);
  const known = encodings.get(format);
  if (!known?.bits.includes(bits)) throw notAudio();
  return {
    sample_rate: chunk.readUInt32LE(4),
    channels,
    encoding: known.encoding,
    bits,
    frameBytes: (bits / 8) * channels,
  };
}

const decoders = {
  integer8: (bytes: Buffer, at: number) => (bytes.readUInt8(at) - 128) / 128,
  integer16: (bytes: Buffer, at: number) => bytes.readInt16LE(at) / 32_768,
  integer24: (bytes: Buffer, at: number) => bytes.readIntLE(at, 3) / 8_388_608,
  integer32: (bytes: Buffer, at: number) => bytes.readInt32LE(at) / 2_147_483_648,
  float32: (bytes: Buffer, at: number) => bounded(bytes.readFloatLE(at)),
  float64: (bytes: Buffer, at: number) => bounded(bytes.readDoubleLE(at)),
  bigInteger8: (bytes: Buffer, at: number) => bytes.readInt8(at) / 128,
  bigInteger16: (bytes: Buffer, at: number) => bytes.readInt16BE(at) / 32_768,
  bigInteger24: (bytes: Buffer, at: number) => bytes.readIntBE(at, 3) / 8_388_608,
  bigInteger32: (bytes: Buffer, at: number) => bytes.readInt32BE(at) / 2_147_483_648,
  bigFloat32: (bytes: Buffer, at: number) => bounded(bytes.readFloatBE(at)),
  bigFloat64: (bytes: Buffer, at: number) => bounded(bytes.readDoubleBE(at)),
  alaw8: (bytes: Buffer, at: number) => fromAlaw(bytes.readUInt8(at) ^ 0x55),
  mulaw8: (bytes: Buffer, at: number) => fromMulaw(bytes.readUInt8(at) ^ 0xff),
} satisfies Record<string, (bytes: Buffer, at: number) => number>;

/** G.711: a sign, three bits of an exponent and four of a mantissa, of 13 bits (A-law) or 14 (mu-law). */
function fromAlaw(code: number): number {
  const [exponent, mantissa] = [(code >> 4) & 7, code & 15];
  const value = exponent === 0 ? 2 * mantissa + 1 : (2 * mantissa + 33) << (exponent - 1);
  return ((code & 0x80) === 0 ? -value : value) / 4096;
}
function fromMulaw(code: number): number {
  const value = ((2 * (code & 15) + 33) << ((code >> 4) & 7)) - 33;
  return ((code & 0x80) === 0 ? value : -value) / 8192;
}

/** The code of a 16-bit value by the decision values of G.711; what is beyond the last code is clipped. */
export function toMulaw(value: number): number {
  const magnitude = Math.min(Math.abs(value), 32_635) + 132;
  const exponent = 24 - Math.clz32(magnitude);
  const mantissa = (magnitude >> (exponent + 3)) & 15;
  return ~((value < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
}

/** A floating-point file may hold anything, also what is no number. */
function bounded(value: number): number {
  if (!Number.isFinite(value)) throw notFinite();
  return Math.max(-1, Math.min(1, value));
}

/** Decodes frames of a WAV file; fewer at its end. */
export function readWav(
  file: number,
  layout: WavLayout,
  first: number,
  count: number,
): Float32Array[] {
  const { channels, frameBytes, bits, encoding } = layout;
  const wanted = Math.max(0, Math.min(count, layout.frames - first));
  const bytes = readAt(file, layout.offset + first * frameBytes, wanted * frameBytes);
  const frames = Math.floor(bytes.length / frameBytes);
  const decode = decoders[`${encoding}${bits}` as keyof typeof decoders];
  return Array.from({ length: channels }, (_, channel) => {
    const samples = new Float32Array(frames);
    let at = (channel * bits) / 8;
    for (let frame = 0; frame < frames; frame += 1, at += frameBytes)
      samples[frame] = decode(bytes, at);
    return samples;
  });
}

const blockFrames = 16_384;

/** All frames of a file. */
export function* layoutBlocks(file: number, layout: WavLayout): Generator<Float32Array[]> {
  for (let frame = 0; frame < layout.frames; frame += blockFrames)
    yield readWav(file, layout, frame, blockFrames);
}

/** The header of a WAV file with 16 bits a sample. */
export function wavHeader(
  shape: { sample_rate: number; channels: number },
  frames: number,
): Buffer {
  const header = Buffer.alloc(headerBytes);
  const frameBytes = shape.channels * 2;
  const bytes = frames * frameBytes;
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(headerBytes - 8 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(shape.channels, 22);
  header.writeUInt32LE(shape.sample_rate, 24);
  header.writeUInt32LE(shape.sample_rate * frameBytes, 28);
  header.writeUInt16LE(frameBytes, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return header;
}

/** The nearest 16-bit value; what is beyond full scale is clipped. */
export const toInt16 = (value: number): number =>
  Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768)));

/** Samples as WAV files hold them: 16 bits, little-endian, channels alternating. */
export function pcm16(block: readonly ArrayLike<number>[]): Buffer {
  const frames = block[0]?.length ?? 0;
  const bytes = Buffer.allocUnsafe(frames * block.length * 2);
  let at = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    for (const samples of block) at = bytes.writeInt16LE(toInt16(samples[frame] ?? 0), at);
  }
  return bytes;
}
