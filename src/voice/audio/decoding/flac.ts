import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { damaged, notAudio, truncated } from '../faults.ts';
import { checkShape, type Source } from '../recording.ts';
import type { Bytes } from './bytes.ts';

/** A frame of silence takes some 16 bytes and becomes up to 65,535 samples: so few are decoded at once. */
const pieceBytes = 2_048;
const streamInfoBytes = 34;

export function openFlac(bytes: Bytes): Source {
  const head = bytes.at(4, 4 + streamInfoBytes);
  if (head.length < 4 + streamInfoBytes) throw truncated();
  if ((head.readUInt8(0) & 0x7f) !== 0 || head.readUIntBE(1, 3) !== streamInfoBytes)
    throw notAudio();
  const info = head.subarray(4);
  const packed = info.readBigUInt64BE(10);
  const shape = {
    sample_rate: Number(packed >> 44n),
    channels: Number((packed >> 41n) & 7n) + 1,
  };
  const declared = Number(packed & 0xf_ffff_ffffn);
  checkShape(shape);
  return {
    format: 'flac',
    shape: () => shape,
    async *blocks() {
      const decoder = new FLACDecoder();
      await decoder.ready;
      let frames = 0;
      try {
        for (const piece of bytes.pieces(0, pieceBytes)) {
          const block = checked(await decoder.decode(piece), shape);
          frames += block[0]?.length ?? 0;
          yield block;
        }
        const rest = checked(await decoder.flush(), shape);
        frames += rest[0]?.length ?? 0;
        yield rest;
      } finally {
        decoder.free();
      }
      if (declared !== 0 && frames < declared) throw truncated();
      if (declared !== 0 && frames > declared) throw damaged();
    },
  };
}

interface Decoded {
  readonly channelData: Float32Array[];
  readonly samplesDecoded: number;
  readonly sampleRate: number;
  readonly errors: readonly unknown[];
}

/** The samples; a frame must have the shape that the start of the file declares. */
export function checked(
  { channelData, samplesDecoded, sampleRate, errors }: Decoded,
  shape: { sample_rate: number; channels: number },
): Float32Array[] {
  if (errors.length > 0) throw damaged();
  if (samplesDecoded === 0) return [];
  if (sampleRate !== shape.sample_rate || channelData.length !== shape.channels) throw damaged();
  return channelData;
}
