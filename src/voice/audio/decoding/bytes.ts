import { closeSync, fstatSync, openSync } from 'node:fs';
import { readAt } from '../wav.ts';

/** A file that is read in pieces. */
export interface Bytes {
  readonly file: number;
  readonly length: number;
  /** At most so many bytes at a position; fewer at the end of the file. */
  at(position: number, length: number): Buffer;
  /** The whole file from a position, in pieces. */
  pieces(position: number, length: number): Generator<Buffer>;
  close(): void;
}

export function openBytes(path: string): Bytes {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  return {
    file,
    length: size,
    at: (position, length) => readAt(file, position, length),
    *pieces(start, length) {
      for (let position = start; position < size; position += length) {
        yield readAt(file, position, length);
      }
    },
    close: () => closeSync(file),
  };
}
