import type { Readable } from 'node:stream';

/** The first and the last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where the bytes of files are. A key is made by us, is written once, and is never taken from a request. */
export interface Storage {
  /** Stores a local file, which it may move. Afterwards the key has all of its bytes or does not exist. */
  put(
    key: string,
    file: { readonly path: string; readonly bytes: number; readonly sha256: string },
  ): Promise<void>;
  /** Opens an object; rejects with `MissingObject` before any byte is sent if there is none. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes an object; one that does not exist is no error. */
  remove(key: string): Promise<void>;
  /** The path of an object that is on this machine anyway. */
  pathOf?(key: string): string;
  close(): void;
}

/** An object that should be in the storage is not. */
export class MissingObject extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`The storage has no object ${key}.`, options);
  }
}
