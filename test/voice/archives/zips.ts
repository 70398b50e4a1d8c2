import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a zip archive, and what its headers say instead of the truth. */
export interface ZipEntry {
  readonly name: string;
  readonly data: Uint8Array;
  readonly deflated?: boolean;
  readonly method?: number;
  readonly flags?: number;
  /** The attributes of a file on Unix. */
  readonly mode?: number;
  readonly uncompressedSize?: number;
  readonly crc?: number;
  readonly localName?: string;
  readonly localSize?: number;
  /** The place of the entry in whose bytes this one is. */
  readonly sameAs?: number;
}

/** The bytes of an archive, whatever is wrong with it. */
export function zipOf(entries: readonly ZipEntry[], entryCount = entries.length): Buffer {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []];
  const starts: number[] = [];
  let at = 0;
  for (const entry of entries) {
    const bytes = entry.deflated ? deflateRawSync(entry.data) : Buffer.from(entry.data);
    const size = entry.uncompressedSize ?? entry.data.length;
    const common = (uncompressed: number): Buffer => {
      const fields = Buffer.alloc(22);
      fields.writeUInt16LE(20, 0);
      fields.writeUInt16LE(entry.flags ?? 0, 2);
      fields.writeUInt16LE(entry.method ?? (entry.deflated ? 8 : 0), 4);
      fields.writeUInt32LE(entry.crc ?? crc32(entry.data), 10);
      fields.writeUInt32LE(bytes.length, 14);
      fields.writeUInt32LE(uncompressed, 18);
      return fields;
    };
    const start = entry.sameAs === undefined ? at : (starts[entry.sameAs] ?? 0);
    starts.push(start);
    if (entry.sameAs === undefined) {
      const localName = Buffer.from(entry.localName ?? entry.name);
      const local = [
        Buffer.from('PK\x03\x04', 'latin1'),
        common(entry.localSize ?? size),
        u16(localName.length, 0),
        localName,
        bytes,
      ];
      bodies.push(...local);
      at += Buffer.concat(local).length;
    }
    const name = Buffer.from(entry.name);
    const attributes = Buffer.alloc(8);
    attributes.writeUInt32LE(((entry.mode ?? 0) << 16) >>> 0, 0);
    attributes.writeUInt32LE(start, 4);
    directory.push(
      Buffer.from('PK\x01\x02', 'latin1'),
      u16(0x0314),
      common(size),
      u16(name.length, 0, 0, 0, 0),
      attributes,
      name,
    );
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(listed.length, 0);
  end.writeUInt32LE(at, 4);
  return Buffer.concat([
    ...bodies,
    listed,
    Buffer.from('PK\x05\x06', 'latin1'),
    u16(0, 0, entryCount, entryCount),
    end,
    u16(0),
  ]);
}

function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, 2 * index);
  return bytes;
}
