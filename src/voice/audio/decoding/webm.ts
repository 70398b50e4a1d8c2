import { damaged, empty, notAudio, truncated, unsupported } from '../faults.ts';
import type { Bytes } from './bytes.ts';
import { type Packet, packetAt, type Sound } from './sound.ts';

/** The elements of WebM and Matroska that are read. */
const ids = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  encodings: 0x6d80,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
} as const;

/** Those that only hold others. A segment and a cluster have no length while somebody records. */
const holders = new Set<number>([ids.segment, ids.cluster, ids.tracks, ids.blockGroup]);
const audio = 2;
const maxEntryBytes = 65_536;
/** An hour in the shortest packets of Opus, 2.5 ms, and a few others. */
const maxElements = 1_500_000;

interface Element {
  readonly id: number;
  readonly start: number;
  /** Undefined: up to the end of what it is in. */
  readonly length: number | undefined;
}

interface Track {
  readonly number: number;
  readonly codec: string;
  readonly head: Buffer;
}

/**
 * The first sound of a WebM or Matroska file, and its packets in their order. Throws an AudioFault where an element does not end
 * within the file.
 */
export function openWebm(bytes: Bytes): Sound {
  let first: Track | undefined;
  for (const { id, start, length = 0 } of elements(bytes)) {
    if (id === ids.cluster) break;
    if (id !== ids.trackEntry) continue;
    const track = trackIn(bytes.at(start, Math.min(length, maxEntryBytes)));
    first ??= track;
  }
  if (!first) throw empty();
  const { number, ...sound } = first;
  return { ...sound, packets: () => packetsOf(bytes, number) };
}

function* packetsOf(bytes: Bytes, track: number): Generator<Packet> {
  for (const { id, start, length = 0 } of elements(bytes)) {
    if (id !== ids.simpleBlock && id !== ids.block) continue;
    const block = packetAt(bytes, start, length);
    const number = numberAt(block, 0, 8);
    if (!number) throw damaged();
    if (number.value !== track) continue;
    // After the track come two bytes of time and one of flags.
    const flags = block[number.bytes + 2];
    if (flags === undefined) throw damaged();
    // Nobody who records puts several packets of sound into one block.
    if ((flags & 0x06) !== 0) throw unsupported('WebM with several packets of sound in a block');
    yield { data: block.subarray(number.bytes + 3), duration: 0 };
  }
}

/** All elements of a file, and those in what only holds others, in their order. */
function* elements(bytes: Bytes): Generator<Element> {
  /** Where what holds the next element ends; the innermost is the last. */
  const ends: number[] = [bytes.length];
  let position = 0;
  for (let count = 0; position < bytes.length; count += 1) {
    if (count > maxElements) throw damaged();
    while (position === ends.at(-1)) ends.pop();
    const element = elementAt(bytes, position);
    const { id, start, length } = element;
    if (length === undefined && id !== ids.segment && id !== ids.cluster) throw damaged();
    const end = length === undefined ? ends.at(-1)! : start + length;
    if (end > bytes.length) throw truncated();
    if (end > ends.at(-1)!) throw damaged();
    yield element;
    const isHolder = holders.has(id);
    if (isHolder && length !== undefined) ends.push(end);
    position = isHolder ? start : end;
  }
}

function elementAt(bytes: Bytes, position: number): Element {
  const head = bytes.at(position, 12);
  const id = numberAt(head, 0, 4);
  const length = id && numberAt(head, id.bytes, 8);
  if (!id || !length) throw truncated();
  const isUnknown = length.value === 2 ** (7 * length.bytes) - 1;
  return {
    id: head.readUIntBE(0, id.bytes),
    start: position + id.bytes + length.bytes,
    length: isUnknown ? undefined : length.value,
  };
}

/** The first audio track in an entry; undefined for another. */
function trackIn(entry: Buffer): Track | undefined {
  const members = new Map<number, Buffer>();
  for (let at = 0; at < entry.length;) {
    const id = numberAt(entry, at, 4);
    const length = id && numberAt(entry, at + id.bytes, 8);
    if (!id || !length) throw damaged();
    const start = at + id.bytes + length.bytes;
    members.set(entry.readUIntBE(at, id.bytes), entry.subarray(start, start + length.value));
    at = start + length.value;
  }
  if (integerIn(members.get(ids.trackType)) !== audio) return undefined;
  if (members.has(ids.encodings))
    throw unsupported('WebM or Matroska whose sound is compressed or encrypted once more');
  return {
    number: integerIn(members.get(ids.trackNumber)),
    codec: String(members.get(ids.codecId) ?? ''),
    head: members.get(ids.codecPrivate) ?? Buffer.alloc(0),
  };
}

const integerIn = (bytes: Buffer | undefined): number =>
  bytes === undefined || bytes.length === 0 || bytes.length > 6
    ? 0
    : bytes.readUIntBE(0, bytes.length);

/**
 * A number of EBML, whose first bits say how many bytes it has, without them; undefined if it is cut off. Throws for one
 * that is longer than allowed.
 */
function numberAt(
  bytes: Buffer,
  at: number,
  max: number,
): { readonly value: number; readonly bytes: number } | undefined {
  const first = bytes[at];
  if (first === undefined) return undefined;
  const count = Math.clz32(first) - 23;
  if (count > max) throw at === 0 ? notAudio() : damaged();
  if (at + count > bytes.length) return undefined;
  let value = first & (0xff >> count);
  for (let byte = at + 1; byte < at + count; byte += 1) value = value * 256 + (bytes[byte] ?? 0);
  return { value, bytes: count };
}
