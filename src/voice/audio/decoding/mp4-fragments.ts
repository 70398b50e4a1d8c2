import { damaged } from '../faults.ts';
import type { Bytes } from './bytes.ts';
import { type Box, boxAt, boxesIn, contentOf, type Track } from './mp4-boxes.ts';
import { type Packet, packetAt } from './sound.ts';

interface File {
  readonly movie: Box;
  readonly track: Track;
  /** Its outermost boxes. */
  readonly parts: readonly Box[];
}

interface Defaults {
  readonly duration: number;
  readonly length: number;
}

const none: Defaults = { duration: 0, length: 0 };

/** The packets of fragments, in which a file is written while somebody records. */
export function* fragmentsOf(bytes: Bytes, { movie, track, parts }: File): Generator<Packet> {
  const ofMovie = defaultsOf(bytes, movie, track);
  for (const part of parts) {
    if (part.name !== 'moof') continue;
    for (const box of boxesIn(bytes, part.start, part.end)) {
      if (box.name !== 'traf') continue;
      const header = contentOf(bytes, boxAt(bytes, box, 'tfhd'));
      if (header.length < 8) throw damaged();
      if (header.readUInt32BE(4) !== track.id) continue;
      const { base = part.at, ...defaults } = headerOf(header, ofMovie);
      let at = base;
      for (const run of boxesIn(bytes, box.start, box.end)) {
        if (run.name !== 'trun') continue;
        const fields = createFields(contentOf(bytes, run));
        for (const { offset, duration, length } of samplesIn(fields, defaults)) {
          if (offset !== undefined) at = base + offset;
          if (at < 0) throw damaged();
          yield { data: packetAt(bytes, at, length), duration: duration / track.timescale };
          at += length;
        }
      }
    }
  }
}

/** What holds for all fragments of the track. */
function defaultsOf(bytes: Bytes, movie: Box, { id }: Track): Defaults {
  const extended = boxAt(bytes, movie, 'mvex');
  if (!extended) return none;
  for (const box of boxesIn(bytes, extended.start, extended.end)) {
    const content = box.name === 'trex' ? contentOf(bytes, box) : undefined;
    if (content && content.length >= 20 && content.readUInt32BE(4) === id)
      return { duration: content.readUInt32BE(12), length: content.readUInt32BE(16) };
  }
  return none;
}

/** Fields of 4 bytes, one after the other, of which flags say whether they are there. */
function createFields(content: Buffer) {
  if (content.length < 8) throw damaged();
  const flags = content.readUInt32BE(0) & 0xff_ffff;
  let at = 4;
  const next = (): number => {
    at += 4;
    if (at > content.length) throw damaged();
    return content.readUInt32BE(at - 4);
  };
  return { next, ifFlag: (flag: number) => ((flags & flag) === 0 ? undefined : next()) };
}

/** What holds for a fragment's packets; `base` is where their offsets count from, if it is said. */
function headerOf(
  content: Buffer,
  { duration, length }: Defaults,
): Defaults & { readonly base: number | undefined } {
  const { next, ifFlag } = createFields(content);
  next();
  const high = ifFlag(0x1);
  const base = high === undefined ? undefined : high * 2 ** 32 + next();
  ifFlag(0x2);
  return { base, duration: ifFlag(0x8) ?? duration, length: ifFlag(0x10) ?? length };
}

/** The packets of a run; the first one says where it stands, if any does. */
function* samplesIn({ next, ifFlag }: ReturnType<typeof createFields>, defaults: Defaults) {
  const count = next();
  let offset = ifFlag(0x1);
  // It has a sign.
  if (offset !== undefined) offset |= 0;
  ifFlag(0x4);
  for (let sample = 0; sample < count; sample += 1) {
    const duration = ifFlag(0x100) ?? defaults.duration;
    const length = ifFlag(0x200) ?? defaults.length;
    ifFlag(0x400);
    ifFlag(0x800);
    yield { offset: sample === 0 ? offset : undefined, duration, length };
  }
}
