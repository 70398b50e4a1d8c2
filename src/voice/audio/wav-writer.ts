import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { Block, Shape } from './recording.ts';
import { headerBytes, pcm16, wavHeader } from './wav.ts';

/** Samples below this, of 32,768, are inaudible: -66 dB. */
const audible = 16;

/** Writes a WAV file with 16 bits a sample. */
interface WavWriter {
  write(block: Block): void;
  frames(): number;
  /** Cuts inaudible samples from the end, but leaves at least so many frames. */
  trim(minFrames: number): void;
  /** Completes the file. */
  end(): void;
  /** Releases the file, complete or not. */
  close(): void;
}

export function createWavWriter(path: string, shape: () => Shape): WavWriter {
  const file = openSync(path, 'w');
  let frames = 0;
  let audibleFrames = 0;
  const position = (frame: number): number => headerBytes + frame * shape().channels * 2;
  const put = (bytes: Buffer, at: number): void => {
    let written = 0;
    while (written < bytes.length)
      written += writeSync(file, bytes, written, bytes.length - written, at + written);
  };
  return {
    write(block) {
      const bytes = pcm16(block);
      put(bytes, position(frames));
      const last = lastAudible(bytes);
      if (last >= 0) audibleFrames = frames + Math.floor(last / block.length) + 1;
      frames += block[0]?.length ?? 0;
    },
    frames: () => frames,
    trim(minFrames) {
      frames = Math.min(frames, Math.max(minFrames, audibleFrames));
    },
    end() {
      put(wavHeader(shape(), frames), 0);
      ftruncateSync(file, position(frames));
    },
    close: () => closeSync(file),
  };
}

/** The index of the last audible sample, or -1. */
function lastAudible(bytes: Buffer): number {
  for (let at = bytes.length - 2; at >= 0; at -= 2)
    if (Math.abs(bytes.readInt16LE(at)) >= audible) return at / 2;
  return -1;
}
