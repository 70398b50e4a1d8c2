import { damaged, notAudio, truncated } from '../faults.ts';
import { OutOfBits } from '../flac/bit-reader.ts';
import { decodeFrame, type Frame, type StreamInfo } from '../flac/frame.ts';
import { checkShape, type Source } from '../recording.ts';
import type { Bytes } from './bytes.ts';

const streamInfoBytes = 34;
const maxMetadataBlocks = 1_000;
const windowBytes = 256 * 1024;
/** A frame without any compression, of 65,535 samples of 33 bits in two channels, is smaller. */
const maxFrameBytes = 1024 * 1024;
/** A tag of ID3v1 at the end, which is no part of FLAC but common. */
const tagBytes = 128;

export function openFlac(bytes: Bytes): Source {
  const info = streamInfo(bytes);
  const shape = { sample_rate: info.sample_rate, channels: info.channels };
  checkShape(shape);
  return {
    format: 'flac',
    shape: () => shape,
    *blocks() {
      let samples = 0;
      for (const { block } of frames(bytes, firstFrame(bytes), info)) {
        samples += block[0]?.length ?? 0;
        yield block;
      }
      if (info.samples !== 0 && samples < info.samples) throw truncated();
      if (info.samples !== 0 && samples > info.samples) throw damaged();
    },
  };
}

function streamInfo(bytes: Bytes): StreamInfo & { samples: number } {
  const head = bytes.at(4, 4 + streamInfoBytes);
  if (head.length < 4 + streamInfoBytes) throw truncated();
  const isInfo = (head.readUInt8(0) & 0x7f) === 0 && head.readUIntBE(1, 3) === streamInfoBytes;
  if (!isInfo) throw notAudio();
  const packed = head.readBigUInt64BE(4 + 10);
  return {
    sample_rate: Number(packed >> 44n),
    channels: Number((packed >> 41n) & 7n) + 1,
    bits: Number((packed >> 36n) & 31n) + 1,
    // Zero if the writer did not know it.
    samples: Number(packed & 0xf_ffff_ffffn),
  };
}

function firstFrame(bytes: Bytes): number {
  let position = 4;
  for (let block = 0; block < maxMetadataBlocks; block += 1) {
    const head = bytes.at(position, 4);
    if (head.length < 4) throw truncated();
    position += 4 + head.readUIntBE(1, 3);
    if ((head.readUInt8(0) & 0x80) !== 0) return position;
  }
  throw damaged();
}

function* frames(bytes: Bytes, start: number, info: StreamInfo): Generator<Frame> {
  let window: Buffer = Buffer.alloc(0);
  let windowStart = start;
  for (let position = start; position < bytes.length;) {
    const inWindow = position - windowStart;
    const frame = decodeOrUndefined(window, inWindow, info);
    if (frame) {
      yield frame;
      position = windowStart + frame.end;
      continue;
    }
    const wanted = window.length - inWindow < windowBytes / 2 ? windowBytes : maxFrameBytes;
    if (window.length - inWindow >= Math.min(wanted, bytes.length - position)) throw truncated();
    window = bytes.at(position, wanted);
    windowStart = position;
    if (window.length === tagBytes && window.toString('latin1', 0, 3) === 'TAG') return;
  }
}

/** Undefined if the window ends before the frame. */
function decodeOrUndefined(window: Buffer, at: number, info: StreamInfo): Frame | undefined {
  if (at >= window.length) return undefined;
  try {
    return decodeFrame(window, at, info);
  } catch (error) {
    if (error instanceof OutOfBits) return undefined;
    throw error;
  }
}
