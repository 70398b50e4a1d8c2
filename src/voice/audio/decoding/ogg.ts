import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { OpusDecoder } from 'opus-decoder';
import { damaged, notAudio } from '../faults.ts';
import { type Block, checkShape, type Shape, type Source } from '../recording.ts';
import type { Bytes } from './bytes.ts';
import { packetsOf } from './ogg-pages.ts';

const pieceBytes = 4_096;
/** Opus always decodes to so many samples a second. */
export const opusRate = 48_000;

export function openOgg(bytes: Bytes): Source {
  const [first] = packetsOf(bytes).next().value?.packets ?? [];
  if (!first) throw notAudio();
  if (first.length >= 19 && first.toString('latin1', 0, 8) === 'OpusHead')
    return openOpus(bytes, first);
  if (first.length >= 30 && first.toString('latin1', 0, 7) === '\u0001vorbis')
    return openVorbis(bytes, first);
  throw notAudio();
}

function openVorbis(bytes: Bytes, head: Buffer): Source {
  const shape = { channels: head.readUInt8(11), sample_rate: head.readUInt32LE(12) };
  checkShape(shape);
  return {
    format: 'ogg',
    shape: () => shape,
    async *blocks() {
      // The decoder skips what it does not understand, so the pages are checked first.
      for (const _ of packetsOf(bytes));
      const decoder = new OggVorbisDecoder();
      await decoder.ready;
      try {
        for (const piece of bytes.pieces(0, pieceBytes))
          yield checked(await decoder.decode(piece), shape);
        yield checked(await decoder.flush(), shape);
      } finally {
        decoder.free();
      }
    },
  };
}

function openOpus(bytes: Bytes, head: Buffer): Source {
  const shape: Shape = { channels: head.readUInt8(9), sample_rate: opusRate };
  const preSkip = head.readUInt16LE(10);
  checkShape(shape);
  if (head.readUInt8(18) !== 0) throw notAudio();
  return {
    format: 'ogg',
    shape: () => shape,
    async *blocks() {
      const decoder = new OpusDecoder({ channels: shape.channels, preSkip });
      await decoder.ready;
      let frames = 0;
      let header = 0;
      try {
        for (const { packets, position, last } of packetsOf(bytes)) {
          // The first two packets are the head and the comments.
          const audio = packets.slice(Math.min(packets.length, 2 - header));
          header = Math.min(2, header + packets.length);
          if (audio.length === 0) continue;
          const block = checked(decoder.decodeFrames(audio), shape);
          const end = last && position !== undefined ? Math.max(0, position - preSkip) : Infinity;
          const kept = cut(block, end - frames);
          frames += kept[0]?.length ?? 0;
          yield kept;
        }
      } finally {
        decoder.free();
      }
      if (header < 2) throw damaged();
    },
  };
}

/** At most so many frames: the end of the last page says how many samples of its last packet count. */
export const cut = (block: Block, frames: number): Block =>
  (block[0]?.length ?? 0) <= frames
    ? block
    : block.map((samples) => samples.slice(0, Math.max(0, frames)));

interface Decoded {
  readonly channelData: Float32Array[];
  readonly samplesDecoded: number;
  readonly sampleRate: number;
  readonly errors: readonly unknown[];
}

/** The samples, which must have the shape that the start of the file declares. */
export function checked(decoded: Decoded, shape: Shape): Float32Array[] {
  const { channelData, samplesDecoded, sampleRate, errors } = decoded;
  if (errors.length > 0) throw damaged();
  if (samplesDecoded === 0) return [];
  if (sampleRate !== shape.sample_rate || channelData.length !== shape.channels) throw damaged();
  return channelData;
}
