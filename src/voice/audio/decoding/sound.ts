import { damaged, truncated } from '../faults.ts';
import type { Bytes } from './bytes.ts';

/** The sound in a file that may hold other things too. */
export interface Sound {
  readonly codec: string;
  /** What the codec says of itself; empty if it says nothing. */
  readonly head: Buffer;
  readonly packets: () => Generator<Packet>;
}

export interface Packet {
  readonly data: Uint8Array;
  /** In seconds; 0 if the file does not say it. */
  readonly duration: number;
}

const maxPacketBytes = 1024 * 1024;

/** Bytes at a place of the file that belong to one packet. */
export function packetAt(bytes: Bytes, at: number, length: number): Buffer {
  if (length > maxPacketBytes) throw damaged();
  if (at + length > bytes.length) throw truncated();
  return bytes.at(at, length);
}
