import { type FileHandle, open } from 'node:fs/promises';
import { EngineFault } from '../engines/engine.ts';
import {
  bytesPerSample,
  headerBytes,
  type Pcm,
  readWav,
  secondsOf,
  wavHeader,
} from './wav-rules.ts';

/** Writes the parts of a text to one WAV file, with a pause between them. */
export interface Joining {
  /** Throws an EngineFault if the part is no audio of the format of the first one, or too much. */
  add(wav: Buffer): Promise<void>;
  /** Completes the file and returns its seconds. */
  finish(): Promise<number>;
  /** Closes the file, complete or not. */
  close(): Promise<void>;
}

const pauseSeconds = 0.3;

export async function joinTo(
  path: string,
  { maxSeconds }: { readonly maxSeconds: number },
): Promise<Joining> {
  const file: FileHandle = await open(path, 'w', 0o600);
  let format: Omit<Pcm, 'samples'> | undefined;
  let bytes = 0;
  async function append(samples: Buffer): Promise<void> {
    await file.write(samples, 0, samples.length, headerBytes + bytes);
    bytes += samples.length;
  }
  return {
    async add(wav) {
      const part = readWav(wav);
      if (!part) throw invalid('The engine sent no audio that can be read.');
      const { samples, ...own } = part;
      if (!format) format = own;
      else if (own.sample_rate !== format.sample_rate || own.channels !== format.channels)
        throw invalid('The engine sent parts of different formats, which cannot be joined.');
      else await append(silence(format));
      await append(samples);
      if (secondsOf(format, bytes) > maxSeconds) throw new TooLong();
    },
    async finish() {
      if (!format) throw invalid('The engine sent no audio.');
      await file.write(wavHeader(format, bytes), 0, headerBytes, 0);
      await file.sync();
      return secondsOf(format, bytes);
    },
    close: () => file.close(),
  };
}

/** More audio than a generation can have. */
export class TooLong extends Error {}

const invalid = (message: string) => new EngineFault('audio_invalid', message);

const silence = ({ sample_rate, channels }: Omit<Pcm, 'samples'>): Buffer =>
  Buffer.alloc(Math.round(sample_rate * pauseSeconds) * channels * bytesPerSample);
