import { empty, notAudio } from '../faults.ts';
import type { Source } from '../recording.ts';
import type { Bytes } from './bytes.ts';
import { openFlac } from './flac.ts';
import { mp3Start, openMp3 } from './mp3.ts';
import { openOgg } from './ogg.ts';
import { openWav } from './wav.ts';

/** Finds the format from the bytes; throws an AudioFault for every other. */
export function openSource(bytes: Bytes): Source {
  if (bytes.length === 0) throw empty();
  const head = bytes.at(0, 12);
  const name = head.toString('latin1');
  if (name.startsWith('RIFF') && name.endsWith('WAVE')) return openWav(bytes);
  if (name.startsWith('fLaC')) return openFlac(bytes);
  if (name.startsWith('OggS')) return openOgg(bytes);
  const start = mp3Start(bytes);
  if (start === undefined) throw notAudio();
  return openMp3(bytes, start);
}
