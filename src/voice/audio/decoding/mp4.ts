import { damaged, empty } from '../faults.ts';
import type { Bytes } from './bytes.ts';
import { type Box, boxAt, boxesIn, contentOf, tableOf, type Track } from './mp4-boxes.ts';
import { fragmentsOf } from './mp4-fragments.ts';
import { type Packet, packetAt, type Sound } from './sound.ts';

/** The first sound of an MP4 file. */
export function openMp4(bytes: Bytes): Sound {
  const parts = [...boxesIn(bytes, 0, bytes.length)];
  const movie = parts.find(({ name }) => name === 'moov');
  const track = movie && soundIn(bytes, movie);
  if (!track) throw empty();
  const described = contentOf(bytes, boxAt(bytes, track.tables, 'stsd'));
  // After a count, the length and name of the first description.
  if (described.length < 16) throw damaged();
  const codec = described.toString('latin1', 12, 16);
  return {
    codec,
    head: codec === 'Opus' ? opusHead(described) : Buffer.alloc(0),
    *packets() {
      yield* samplesOf(bytes, track);
      yield* fragmentsOf(bytes, { movie, track, parts });
    },
  };
}

function soundIn(bytes: Bytes, movie: Box): Track | undefined {
  for (const box of boxesIn(bytes, movie.start, movie.end)) {
    if (box.name !== 'trak') continue;
    const handler = contentOf(bytes, boxAt(bytes, box, 'mdia', 'hdlr'));
    const tables = boxAt(bytes, box, 'mdia', 'minf', 'stbl');
    if (handler.toString('latin1', 8, 12) !== 'soun' || !tables) continue;
    const header = contentOf(bytes, boxAt(bytes, box, 'tkhd'));
    const media = contentOf(bytes, boxAt(bytes, box, 'mdia', 'mdhd'));
    return {
      id: afterTimes(header),
      timescale: afterTimes(media),
      tables,
    };
  }
  return undefined;
}

/** The number after two times, which have 8 bytes each from version 1 on. */
function afterTimes(content: Buffer): number {
  const at = content[0] === 0 ? 12 : 20;
  if (content.length < at + 4) throw damaged();
  return content.readUInt32BE(at);
}

/** The head of Opus, as other files have it; empty if there is none. */
function opusHead(described: Buffer): Buffer {
  const at = described.indexOf('dOps') + 4;
  if (at < 4 || described.length < at + 11) return Buffer.alloc(0);
  const head = Buffer.alloc(19);
  head.write('OpusHead\u0001', 'latin1');
  head[9] = described[at + 1]!;
  head.writeUInt16LE(described.readUInt16BE(at + 2), 10);
  head[18] = described[at + 10]!;
  return head;
}

/** The packets of the tables: they stand in chunks, of which only the first is said where their number changes. */
function* samplesOf(bytes: Bytes, { tables, timescale }: Track): Generator<Packet> {
  const table = (name: string) => contentOf(bytes, boxAt(bytes, tables, name));
  const sizes = table('stsz');
  if (sizes.length < 12) return;
  const common = sizes.readUInt32BE(4);
  const { count, entries } = tableOf(sizes, { countAt: 8, entryBytes: common === 0 ? 4 : 0 });
  const short = tableOf(table('stco'), { entryBytes: 4 });
  const chunks = short.count > 0 ? short : tableOf(table('co64'), { entryBytes: 8 });
  const runs = tableOf(table('stsc'), { entryBytes: 12 });
  const durations = durationsOf(tableOf(table('stts'), { entryBytes: 8 }), timescale);
  let [sample, run] = [0, 0];
  for (let chunk = 0; chunk < chunks.count && sample < count; chunk += 1) {
    if (run + 1 < runs.count && runs.entries.readUInt32BE((run + 1) * 12) <= chunk + 1) run += 1;
    if (runs.count === 0) throw damaged();
    let at =
      short.count > 0
        ? chunks.entries.readUInt32BE(chunk * 4)
        : Number(chunks.entries.readBigUInt64BE(chunk * 8));
    const end = Math.min(count, sample + runs.entries.readUInt32BE(run * 12 + 4));
    for (; sample < end; sample += 1) {
      const length = common || entries.readUInt32BE(sample * 4);
      yield { data: packetAt(bytes, at, length), duration: durations.next().value ?? 0 };
      at += length;
    }
  }
  if (sample < count) throw damaged();
}

/** In seconds, one after the other. */
function* durationsOf(
  { count, entries }: { readonly count: number; readonly entries: Buffer },
  timescale: number,
): Generator<number, undefined> {
  for (let entry = 0; entry < count; entry += 1) {
    const seconds = entries.readUInt32BE(entry * 8 + 4) / timescale;
    for (let left = entries.readUInt32BE(entry * 8); left > 0; left -= 1) yield seconds;
  }
}
