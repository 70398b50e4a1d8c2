import { MPEGDecoder } from 'mpg123-decoder';
import { damaged, truncated } from '../faults.ts';
import { checkShape, type Shape, type Source } from '../recording.ts';
import type { Bytes } from './bytes.ts';

const pieceBytes = 16_384;
/** Bytes that may stand between a tag and the first frame, and so much is looked through for it. */
const searchBytes = 8_192;

interface Frame extends Shape {
  readonly bytes: number;
}

/** In kilobits a second, by version 1 or 2 and the header's index. */
const bitRates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const sampleRates = [44_100, 48_000, 32_000];

/** What the header of a frame of MPEG layer III says; undefined if it is none. */
function mp3Frame(head: Buffer, at = 0): Frame | undefined {
  if (head.length < at + 4) return undefined;
  const word = head.readUInt32BE(at);
  const version = (word >>> 19) & 3;
  const rate = sampleRates[(word >>> 10) & 3];
  const first = version === 3;
  const kilobits = bitRates[first ? 1 : 2][(word >>> 12) & 15];
  const layer3 = word >>> 21 === 0x7ff && version !== 1 && ((word >>> 17) & 3) === 1;
  if (!layer3 || rate === undefined || !kilobits) return undefined;
  const sample_rate = first ? rate : version === 2 ? rate / 2 : rate / 4;
  const bytes = Math.floor(((first ? 144_000 : 72_000) * kilobits) / sample_rate);
  return {
    sample_rate,
    channels: ((word >>> 6) & 3) === 3 ? 1 : 2,
    bytes: bytes + ((word >>> 9) & 1),
  };
}

/** Where the first frame begins that another one like it follows, or the end of the file. */
export function mp3Start(bytes: Bytes): number | undefined {
  const from = tagBytes(bytes.at(0, 10));
  const searched = bytes.at(from, searchBytes);
  for (let at = 0; at + 4 <= searched.length; at += 1) {
    const frame = mp3Frame(searched, at);
    if (!frame) continue;
    const end = from + at + frame.bytes;
    const next = mp3Frame(bytes.at(end, 4));
    const last = at === 0 && end >= bytes.length;
    if (last || (next && next.sample_rate === frame.sample_rate)) return from + at;
  }
  return undefined;
}

/** The length of an ID3 tag at the start of the file. */
function tagBytes(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (head.readUInt8(at) & 0x7f), 0);
  return 10 + size + ((head.readUInt8(5) & 0x10) === 0 ? 0 : 10);
}

/** What may follow the last frame. */
const trailers = ['TAG', 'APETAGEX', 'LYRICSBEGIN', 'ID3'];

/** Follows the frames to the end of the file; throws an AudioFault where they stop. */
function checkFrames(bytes: Bytes, start: number, shape: Shape): void {
  let position = start;
  while (position < bytes.length) {
    const head = bytes.at(position, 12);
    const frame = mp3Frame(head);
    if (!frame) {
      if (trailers.some((name) => head.toString('latin1').startsWith(name))) return;
      if (head.every((byte) => byte === 0)) return;
      throw damaged();
    }
    if (frame.sample_rate !== shape.sample_rate) throw damaged();
    position += frame.bytes;
  }
  if (position > bytes.length) throw truncated();
}

export function openMp3(bytes: Bytes, start: number): Source {
  const frame = mp3Frame(bytes.at(start, 4));
  if (!frame) throw damaged();
  const shape = { sample_rate: frame.sample_rate, channels: frame.channels };
  checkShape(shape);
  checkFrames(bytes, start, shape);
  return {
    format: 'mp3',
    shape: () => shape,
    async *blocks() {
      const decoder = new MPEGDecoder();
      await decoder.ready;
      try {
        for (const piece of bytes.pieces(start, pieceBytes)) {
          const { channelData, samplesDecoded, sampleRate, errors } = decoder.decode(piece);
          if (errors.length > 0) throw damaged();
          if (samplesDecoded > 0 && sampleRate !== shape.sample_rate) throw damaged();
          // The decoder gives two channels always, those of a mono recording the same.
          if (samplesDecoded > 0) yield channelData.slice(0, shape.channels);
        }
      } finally {
        decoder.free();
      }
    },
  };
}
