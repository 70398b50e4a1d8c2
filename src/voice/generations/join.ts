import { type FileHandle, open } from 'node:fs/promises';
import { audioInvalid } from '../engines/engine.ts';
import { bytesPerSample, headerBytes, type Pcm, secondsOf, wavHeader } from './wav-rules.ts';

/** Writes the parts of a text to one WAV file, with a pause between them. */
export interface Joining {
  /** Throws an EngineFault if the part has another format than the first one, or TooLong. */
  add(part: Pcm): Promise<void>;
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
  /** A disk that fills up takes a part of what is written, and refuses only the next write. */
  async function put(content: Buffer, at: number): Promise<void> {
    for (let done = 0; done < content.length;) {
      const rest = content.length - done;
      done += (await file.write(content, done, rest, at + done)).bytesWritten;
    }
  }
  async function append(samples: Buffer): Promise<void> {
    await put(samples, headerBytes + bytes);
    bytes += samples.length;
  }
  return {
    async add({ samples, ...own }) {
      if (!format) format = own;
      else if (own.sample_rate !== format.sample_rate || own.channels !== format.channels)
        throw audioInvalid('Its parts have different sample rates or numbers of channels.');
      else await append(silence(format));
      await append(samples);
      if (secondsOf(format, bytes) > maxSeconds) throw new TooLong();
    },
    async finish() {
      if (!format) throw audioInvalid('There is none.');
      await put(wavHeader(format, bytes), 0);
      await file.sync();
      return secondsOf(format, bytes);
    },
    close: () => file.close(),
  };
}

/** More audio than a generation can have. */
export class TooLong extends Error {}

const silence = ({ sample_rate, channels }: Omit<Pcm, 'samples'>): Buffer =>
  Buffer.alloc(Math.round(sample_rate * pauseSeconds) * channels * bytesPerSample);
