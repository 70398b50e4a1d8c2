import { empty, notAudio, unsupported } from '../faults.ts';
import type { Source } from '../recording.ts';
import { openAiff } from './aiff.ts';
import type { Bytes } from './bytes.ts';
import { openContainer } from './container.ts';
import { openFlac } from './flac.ts';
import { mp3Start, openMp3 } from './mp3.ts';
import { openOgg } from './ogg.ts';
import { openWav } from './wav.ts';

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
export function openSource(bytes: Bytes): Source {
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
