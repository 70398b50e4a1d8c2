import { AudioFault, damaged, empty, notFinite, notAudio, unsupported } from '../faults.ts';
import {
  type Block,
  type Recording,
  recordingOf,
  type Shape,
  type Source,
  checkShape,
} from '../recording.ts';
import { openBytes, type Bytes } from './bytes.ts';
import { openAiff } from './aiff.ts';
import { openContainer } from './container.ts';
import { openFlac } from './flac.ts';
import { mp3Start, openMp3 } from './mp3.ts';
import { openOgg } from './ogg.ts';
import { layoutBlocks, wavLayout } from '../wav.ts';

function openWav(bytes: Bytes): Source {
  const layout = wavLayout(bytes.file, bytes.length);
  checkShape(layout);
  const { sample_rate, channels } = layout;
  return {
    format: 'wav',
    shape: () => ({ sample_rate, channels }),
    blocks: () => layoutBlocks(bytes.file, layout),
  };
}

/** Formats of telephones and editors that are not decoded, by what their files begin with. */
const others: readonly (readonly [begin: RegExp, name: string])[] = [
  [/^\xff[\xf0\xf1\xf8\xf9]/, 'AAC'],
  [/^#!AMR/, 'AMR'],
  [/^caff/, 'CAF'],
  [/^\x30\x26\xb2\x75/, 'WMA'],
  [/^MThd/, 'MIDI'],
  [/^RIFX/, 'big-endian WAV (RIFX)'],
];

/** Finds the format from the bytes; throws an AudioFault for every other. */
function openSource(bytes: Bytes): Source {
  if (bytes.length === 0) throw empty();
  const head = bytes.at(0, 12);
  const name = head.toString('latin1');
  if (/^(?:RIFF|RF64|BW64).{4}WAVE/s.test(name)) return openWav(bytes);
  if (/^FORM.{4}AIF[FC]/s.test(name)) return openAiff(bytes);
  if (name.startsWith('fLaC')) return openFlac(bytes);
  if (name.startsWith('OggS')) return openOgg(bytes);
  if (/^.{4}ftyp/s.test(name)) return openContainer(bytes, 'mp4');
  if (name.startsWith('\x1a\x45\xdf\xa3')) return openContainer(bytes, 'webm');
  const start = mp3Start(bytes);
  if (start === undefined) {
    const other = others.find(([begin]) => begin.test(name));
    throw other ? unsupported(other[1]) : notAudio();
  }
  return openMp3(bytes, start);
}

/** Gives every block to `take`, and reports what the recording is; throws an AudioFault for one that is not whole. */
export async function decodeFile(
  path: string,
  maxSeconds: number,
  take: (block: Block, shape: Shape) => void = () => {},
): Promise<Recording> {
  const bytes = openBytes(path);
  try {
    const source = openSource(bytes);
    const shape = source.shape();
    let frames = 0;
    for await (const block of source.blocks()) {
      const length = block[0]?.length ?? 0;
      if (length === 0) continue;
      frames += length;
      if (frames > maxSeconds * shape.sample_rate) {
        throw new AudioFault(
          'too_long',
          `The recording is longer than ${maxSeconds} seconds, the maximum.`,
        );
      }
      if (!block.every(isFinite)) throw notFinite();
      take(block, shape);
    }
    if (frames === 0) throw empty();
    return recordingOf(source.format, shape, frames);
  } catch (error) {
    throw faultOf(error);
  } finally {
    bytes.close();
  }
}

/** Whether all samples are finite: the difference of any other from itself is NaN, and stays it. */
function isFinite(samples: Float32Array): boolean {
  let sum = 0;
  for (const sample of samples) sum += sample - sample;
  return sum === 0;
}

/** What a decoder throws is the recording's fault; what the system says of a file is not. */
const faultOf = (error: unknown): unknown =>
  error instanceof AudioFault || (error instanceof Error && 'syscall' in error)
    ? error
    : damaged({ cause: error });
