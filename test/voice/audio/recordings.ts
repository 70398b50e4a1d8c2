import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sine, sound, wavOf } from './tones.ts';

// Recordings in the formats that people send.

// Tones of 0.3 s, 440 Hz on the left, made with the reference encoders: libFLAC, LAME, libvorbis, libopus.
const fixtures = join(import.meta.dirname, 'fixtures');
export const fixture = (name: string): Buffer => readFileSync(join(fixtures, name));

export const tone = (sampleRate: number, channels: number): Buffer =>
  wavOf(
    sound(0.3, (time, channel) => sine(440 + 220 * channel)(time), { sampleRate, channels }),
    sampleRate,
  );

/** A WAV file of another encoding. */
export function wavAs(
  format: number,
  bits: number,
  put: (bytes: Buffer, value: number, at: number) => void,
) {
  const header = tone(16_000, 1).subarray(0, 44);
  const bytes = Buffer.alloc(4_800 * (bits / 8));
  for (let index = 0; index < 4_800; index += 1)
    put(bytes, sine(440)(index / 16_000), (index * bits) / 8);
  const changed = Buffer.from(header);
  changed.writeUInt16LE(format, 20);
  changed.writeUInt16LE(bits / 8, 32);
  changed.writeUInt16LE(bits, 34);
  changed.writeUInt32LE(bytes.length, 40);
  return Buffer.concat([changed, bytes]);
}

/** An AIFF or AIFF-C file of one channel at 16,000 Hz; `rate` is as IEEE 754 writes it in 80 bits. */
export function aiffAs(
  { compression, bits }: { readonly compression?: string; readonly bits: number },
  put: (bytes: Buffer, value: number, at: number) => void,
) {
  const samples = Buffer.alloc(4_800 * (bits / 8));
  for (let index = 0; index < 4_800; index += 1)
    put(samples, sine(440)(index / 16_000), (index * bits) / 8);
  const common = Buffer.alloc(18);
  common.writeUInt16BE(1, 0);
  common.writeUInt32BE(4_800, 2);
  common.writeUInt16BE(bits, 6);
  Buffer.from('400cfa00000000000000', 'hex').copy(common, 8);
  const name = compression === undefined ? '' : `${compression}\0\0`;
  const parts = [
    chunk('COMM', Buffer.concat([common, Buffer.from(name)])),
    // Both are common, and neither is sound.
    chunk('ANNO', Buffer.from('odd')),
    chunk('SSND', Buffer.concat([Buffer.alloc(8), samples])),
  ];
  const body = Buffer.concat([Buffer.from(compression === undefined ? 'AIFF' : 'AIFC'), ...parts]);
  return chunk('FORM', body);
}

export function chunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32BE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

export const aiff = () =>
  aiffAs({ bits: 16 }, (bytes, value, at) => bytes.writeInt16BE(Math.round(value * 32_767), at));

/** A WAV file whose length stands in a chunk of its own, and which has more after its samples. */
export function rf64(samples = 4_800): Buffer {
  const wav = tone(16_000, 1);
  const sizes = Buffer.alloc(36);
  sizes.write('ds64', 'latin1');
  sizes.writeUInt32LE(28, 4);
  sizes.writeBigUInt64LE(BigInt(wav.length + 28), 8);
  sizes.writeBigUInt64LE(BigInt(samples * 2), 16);
  const file = Buffer.concat([wav.subarray(0, 12), sizes, wav.subarray(12)]);
  file.write('RF64', 'latin1');
  file.writeUInt32LE(0xffffffff, 4);
  file.writeUInt32LE(0xffffffff, 36 + 40);
  return file;
}

/** What is found out of a recording; without `frames`, how many there are is not known before. */
const recorded = (format: string, sample_rate: number, channels: number, frames?: number) => ({
  format,
  sample_rate,
  channels,
  ...(frames !== undefined && { frames }),
});

export const recordings: readonly [name: string, bytes: () => Buffer, expected: object][] = [
  ['WAV', () => tone(16_000, 1), recorded('wav', 16_000, 1, 4_800)],
  ['stereo WAV', () => tone(44_100, 2), recorded('wav', 44_100, 2, 13_230)],
  ['FLAC', () => fixture('mono.flac'), recorded('flac', 16_000, 1, 4_800)],
  ['stereo FLAC', () => fixture('stereo.flac'), recorded('flac', 44_100, 2, 13_230)],
  ['Vorbis', () => fixture('mono.ogg'), recorded('ogg', 16_000, 1, 4_800)],
  ['stereo Vorbis', () => fixture('stereo.ogg'), recorded('ogg', 44_100, 2, 13_230)],
  ['Opus', () => fixture('mono.opus'), recorded('ogg', 48_000, 1, 14_088)],
  ['RF64 WAV', () => rf64(), recorded('wav', 16_000, 1, 4_800)],
  ['AIFF', aiff, recorded('aiff', 16_000, 1, 4_800)],
  ['Opus in WebM', () => fixture('mono.webm'), recorded('webm', 48_000, 1, 15_048)],
  ['stereo Opus in WebM', () => fixture('stereo.webm'), recorded('webm', 48_000, 2, 15_048)],
  ['Opus in WebM of a browser', () => fixture('live.webm'), recorded('webm', 48_000, 1, 15_048)],
  ['Opus in MP4', () => fixture('opus.mp4'), recorded('mp4', 48_000, 1, 14_400)],
  ['Opus in fragments of MP4', () => fixture('fragmented.mp4'), recorded('mp4', 48_000, 1, 14_400)],
  ['MP3', () => fixture('mono.mp3'), recorded('mp3', 16_000, 1)],
  ['stereo MP3', () => fixture('stereo.mp3'), recorded('mp3', 24_000, 2)],
];
