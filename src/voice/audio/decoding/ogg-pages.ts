import { damaged, truncated } from '../faults.ts';
import type { Bytes } from './bytes.ts';

interface Page {
  readonly serial: number;
  readonly last: boolean;
  /** Samples up to the end of the last packet that ends on this page; undefined if none does. */
  readonly position: number | undefined;
  /** The packets, or parts of packets, on this page. */
  readonly segments: readonly Buffer[];
  /** Whether the last of them goes on on the next page. */
  readonly continues: boolean;
}

interface Packets {
  readonly packets: readonly Buffer[];
  readonly position: number | undefined;
  readonly last: boolean;
}

const headerBytes = 27;
const maxPacketBytes = 1024 * 1024;

/** The checksum of an Ogg page: CRC-32 with the polynomial 04c11db7, neither reflected nor inverted. */
const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
  return value;
});

function pageChecksum(page: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < page.length; at += 1) {
    // The checksum's own field counts as zeros.
    const byte = at >= 22 && at < 26 ? 0 : (page[at] ?? 0);
    sum = (sum << 8) ^ (table[((sum >>> 24) ^ byte) & 0xff] ?? 0);
  }
  return sum >>> 0;
}

function* pages(bytes: Bytes): Generator<Page> {
  for (let position = 0; position < bytes.length;) {
    const head = bytes.at(position, headerBytes + 255);
    if (head.length < headerBytes) throw truncated();
    if (head.toString('latin1', 0, 4) !== 'OggS' || head.readUInt8(4) !== 0) throw damaged();
    const count = head.readUInt8(26);
    if (head.length < headerBytes + count) throw truncated();
    const laces = head.subarray(headerBytes, headerBytes + count);
    const length = laces.reduce((sum, lace) => sum + lace, headerBytes + count);
    const page = bytes.at(position, length);
    if (page.length < length) throw truncated();
    if (pageChecksum(page) !== page.readUInt32LE(22)) throw damaged();
    const granule = page.readBigInt64LE(6);
    yield {
      serial: page.readUInt32LE(14),
      last: (page.readUInt8(5) & 4) !== 0,
      position: granule < 0n ? undefined : Number(granule),
      ...segmentsOf(page.subarray(headerBytes + count), laces),
    };
    position += length;
  }
}

function segmentsOf(body: Buffer, laces: Buffer): Pick<Page, 'segments' | 'continues'> {
  const segments: Buffer[] = [];
  let [start, end] = [0, 0];
  for (const lace of laces) {
    end += lace;
    if (lace === 255) continue;
    segments.push(body.subarray(start, end));
    start = end;
  }
  const continues = laces.at(-1) === 255;
  if (continues) segments.push(body.subarray(start, end));
  return { segments, continues };
}

/** The packets of the only stream in an Ogg file, page by page; throws an AudioFault unless its last page says so. */
export function* packetsOf(bytes: Bytes): Generator<Packets> {
  let serial: number | undefined;
  let begun: Buffer[] = [];
  let ended = false;
  for (const page of pages(bytes)) {
    serial ??= page.serial;
    if (page.serial !== serial || ended) throw damaged();
    const packets = [...page.segments];
    if (begun.length > 0) packets[0] = Buffer.concat([...begun, packets[0] ?? Buffer.alloc(0)]);
    const open = page.continues ? packets.pop() : undefined;
    begun = open ? [open] : [];
    if ((open?.length ?? 0) > maxPacketBytes) throw damaged();
    ended = page.last;
    yield { packets, position: page.position, last: page.last };
  }
  if (!ended) throw truncated();
}
