import { damaged, notAudio, truncated, unsupported } from '../faults.ts';
import { checkShape, type Source } from '../recording.ts';
import { type Encoding, layoutBlocks, type WavLayout } from '../wav.ts';
import type { Bytes } from './bytes.ts';

const maxChunks = 1_000;

/** The encodings of AIFF-C, by the code of its compression; without one it is AIFF. */
const encodings: Readonly<Record<string, { readonly encoding: Encoding; readonly bits?: number }>> =
  {
    NONE: { encoding: 'bigInteger' },
    twos: { encoding: 'bigInteger' },
    sowt: { encoding: 'integer' },
    fl32: { encoding: 'bigFloat', bits: 32 },
    FL32: { encoding: 'bigFloat', bits: 32 },
    fl64: { encoding: 'bigFloat', bits: 64 },
    FL64: { encoding: 'bigFloat', bits: 64 },
    alaw: { encoding: 'alaw', bits: 8 },
    ALAW: { encoding: 'alaw', bits: 8 },
    ulaw: { encoding: 'mulaw', bits: 8 },
    ULAW: { encoding: 'mulaw', bits: 8 },
  };

type Description = Omit<WavLayout, 'offset'>;

export function openAiff(bytes: Bytes): Source {
  const layout = layoutOf(bytes);
  checkShape(layout);
  const { sample_rate, channels } = layout;
  return {
    format: 'aiff',
    shape: () => ({ sample_rate, channels }),
    blocks: () => layoutBlocks(bytes.file, layout),
  };
}

/** Finds the samples, which may stand before what describes them. */
function layoutOf(bytes: Bytes): WavLayout {
  let described: Description | undefined;
  let samples: { readonly start: number; readonly length: number } | undefined;
  let position = 12;
  for (let chunk = 0; chunk < maxChunks && !(described && samples); chunk += 1) {
    const head = bytes.at(position, 8);
    if (head.length < 8) break;
    const [name, length] = [head.toString('latin1', 0, 4), head.readUInt32BE(4)];
    const start = position + 8;
    if (name === 'COMM') described = description(bytes.at(start, Math.min(length, 22)));
    if (name === 'SSND') {
      if (start + length > bytes.length) throw truncated();
      const inner = bytes.at(start, 8);
      if (length < 8 || inner.length < 8) throw truncated();
      const offset = 8 + inner.readUInt32BE(0);
      if (offset > length) throw damaged();
      samples = { start: start + offset, length: length - offset };
    }
    position = start + length + (length % 2);
  }
  if (!described) throw notAudio();
  if (!samples) throw truncated();
  const frames = Math.floor(samples.length / described.frameBytes);
  if (frames < described.frames) throw truncated();
  return { ...described, offset: samples.start };
}

function description(chunk: Buffer): Description {
  if (chunk.length < 18) throw truncated();
  const compression = chunk.length >= 22 ? chunk.toString('latin1', 18, 22) : 'NONE';
  const found = Object.hasOwn(encodings, compression) ? encodings[compression] : undefined;
  if (!found) throw unsupported(`AIFF-C with the compression ${JSON.stringify(compression)}`);
  const channels = chunk.readUInt16BE(0);
  // Samples of other sizes fill the bytes from the left.
  const bits = found.bits ?? Math.ceil(chunk.readUInt16BE(6) / 8) * 8;
  if (bits < 8 || bits > 64 || (found.bits === undefined && bits > 32)) throw notAudio();
  // Samples of one byte have no order, and a sign.
  const encoding = bits === 8 && found.encoding === 'integer' ? 'bigInteger' : found.encoding;
  return {
    sample_rate: extended(chunk.subarray(8, 18)),
    channels,
    encoding,
    bits,
    frameBytes: (bits / 8) * channels,
    frames: chunk.readUInt32BE(2),
  };
}

/** An 80-bit floating-point number of IEEE 754. */
function extended(bytes: Buffer): number {
  const exponent = bytes.readUInt16BE(0) & 0x7fff;
  return Number(bytes.readBigUInt64BE(2)) * 2 ** (exponent - 16_383 - 63);
}
