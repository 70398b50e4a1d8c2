import { damaged, truncated } from '../faults.ts';
import type { Bytes } from './bytes.ts';

/** A box of ISO 14496-12, and where its content begins and ends. */
export interface Box {
  readonly name: string;
  /** Of its head. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

export interface Track {
  readonly id: number;
  /** Of durations, in a second. */
  readonly timescale: number;
  /** Where its tables are. */
  readonly tables: Box;
}

const maxBoxes = 100_000;

/** The boxes between two places. Throws an AudioFault where one does not end in time. */
export function* boxesIn(bytes: Bytes, start: number, end: number): Generator<Box> {
  let at = start;
  for (let count = 0; at < end; count += 1) {
    const head = bytes.at(at, 16);
    if (count > maxBoxes) throw damaged();
    if (head.length < 8) throw truncated();
    // 0 is what is left, and 1 says that the length follows.
    const short = head.readUInt32BE(0);
    if (short === 1 && head.length < 16) throw truncated();
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short || end - at;
    const headBytes = short === 1 ? 16 : 8;
    if (length < headBytes) throw damaged();
    if (at + length > end) throw end === bytes.length ? truncated() : damaged();
    yield {
      name: head.toString('latin1', 4, 8),
      at,
      start: at + headBytes,
      end: at + length,
    };
    at += length;
  }
}

/** The first box that is found by the names of those around it. */
export function boxAt(bytes: Bytes, within: Box, ...path: readonly string[]): Box | undefined {
  let box: Box | undefined = within;
  for (const name of path) {
    if (!box) return undefined;
    box = boxesIn(bytes, box.start, box.end).find((each) => each.name === name);
  }
  return box;
}

const maxTableBytes = 16 * 1024 * 1024;

/** The content of a box; empty without one. */
export function contentOf(bytes: Bytes, box: Box | undefined): Buffer {
  if (!box) return Buffer.alloc(0);
  if (box.end - box.start > maxTableBytes) throw damaged();
  return bytes.at(box.start, box.end - box.start);
}

/** A table of entries of some bytes, whose count stands before them. */
export function tableOf(
  content: Buffer,
  { countAt = 4, entryBytes }: { readonly countAt?: number; readonly entryBytes: number },
): { readonly count: number; readonly entries: Buffer } {
  if (content.length < countAt + 4) return { count: 0, entries: Buffer.alloc(0) };
  const count = content.readUInt32BE(countAt);
  const entries = content.subarray(countAt + 4);
  if (count * entryBytes > entries.length) throw damaged();
  return { count, entries };
}
