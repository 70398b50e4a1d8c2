import { OpusDecoder } from 'opus-decoder';
import { damaged, unsupported } from '../faults.ts';
import { type Block, checkShape, type Source } from '../recording.ts';
import type { Bytes } from './bytes.ts';
import { openMp4 } from './mp4.ts';
import { checked, cut, opusRate } from './ogg.ts';
import { openWebm } from './webm.ts';

/** An hour in the shortest packets of Opus, 2.5 ms. */
const maxPackets = 1_440_000;

/** The codecs by the names that the files give them, as people call them. */
const codecs: readonly (readonly [name: RegExp, called: string])[] = [
  // Also MP3, rarely.
  [/^(?:mp4a|A_AAC)/, 'AAC'],
  [/^(?:alac|A_ALAC)$/, 'Apple Lossless'],
  [/^(?:fLaC|A_FLAC)$/, 'FLAC'],
  [/^(?:\.mp3|A_MPEG\/L3)$/, 'MP3'],
  [/^samr$/, 'AMR'],
  [/^sawb$/, 'AMR-WB'],
  [/^A_VORBIS$/, 'Vorbis'],
  [/^(?:ipcm|fpcm|lpcm|sowt|twos|A_PCM)/, 'PCM'],
];
const containers = { mp4: 'an MP4 file (m4a)', webm: 'a WebM or Matroska file' } as const;

/** Opens an MP4, WebM or Matroska file, whose sound is Opus if a browser has recorded it. */
export function openContainer(bytes: Bytes, format: keyof typeof containers): Source {
  const { codec, head, packets } = format === 'mp4' ? openMp4(bytes) : openWebm(bytes);
  if (codec !== 'Opus' && codec !== 'A_OPUS') {
    const called = codecs.find(([name]) => name.test(codec))?.[1] ?? 'of an unknown codec';
    throw unsupported(`${called} in ${containers[format]}`);
  }
  if (head.length < 19 || head.toString('latin1', 0, 8) !== 'OpusHead') throw damaged();
  const shape = { channels: head.readUInt8(9), sample_rate: opusRate };
  checkShape(shape);
  if (head.readUInt8(18) !== 0)
    throw unsupported(`Opus of several streams in ${containers[format]}`);
  const preSkip = head.readUInt16LE(10);
  return {
    format,
    shape: () => shape,
    async *blocks() {
      const decoder = new OpusDecoder({ channels: shape.channels, preSkip });
      await decoder.ready;
      let [count, read] = [0, 0];
      try {
        for (const { data, duration } of packets()) {
          count += 1;
          read += data.length;
          // No part of a file is heard twice.
          if (count > maxPackets || read > bytes.length) throw damaged();
          const block: Block = checked(decoder.decodeFrame(data), shape);
          // The last packet of an MP4 file is cut to the length of the sound.
          yield duration > 0 ? cut(block, Math.round(duration * opusRate)) : block;
        }
      } finally {
        decoder.free();
      }
    },
  };
}
