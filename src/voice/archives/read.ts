import { pipeline, type Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { invalid } from '../../errors.ts';
import { withErrorListener } from '../../system/with-error-listener.ts';
import type { Spool, Spooled } from '../../storage/spool.ts';
import { type Manifest, type Packed, readManifest } from './manifest.ts';
import {
  entryFault,
  manifestName,
  maxEntries,
  maxUnpackedBytes,
  overlapping,
  type Range,
} from './rules.ts';

/** An archive whose directory and manifest are in order. The bytes of its other entries have not been read. */
export interface Archive {
  readonly manifest: Manifest;
  /** Writes the bytes of a file that the manifest names to a temporary file. */
  unpack(packed: Packed, signal: AbortSignal): Promise<Spooled>;
}

export const refused = (msg: string, cause?: unknown) =>
  Object.assign(invalid(['body', 'file'], msg), { cause });

/** Opens an archive while it is used. Throws the validation error for what is none. */
export async function withArchive<T>(
  spool: Spool,
  path: string,
  use: (archive: Archive) => Promise<T>,
): Promise<T> {
  const zip = await readable(openPromise(path, options));
  try {
    const entries = await entriesOf(zip);
    const manifest = await manifestOf(zip, entries);
    return await use({
      manifest,
      unpack: (packed, signal) => unpack(spool, zip, { entries, packed, signal }),
    });
  } finally {
    zip.close();
  }
}

const options = {
  lazyEntries: true,
  autoClose: false,
  strictFileNames: true,
  // A stream ends with an error as soon as it has another number of bytes than its entry says.
  validateEntrySizes: true,
} as const;

type Entries = ReadonlyMap<string, Entry>;

async function entriesOf(zip: ZipFile): Promise<Entries> {
  if (zip.entryCount > maxEntries)
    throw refused(`The archive has ${zip.entryCount} entries; it can have ${maxEntries} at most.`);
  const directoryStart = Number(zip.readEntryCursor);
  const entries = new Map<string, Entry>();
  const ranges: Range[] = [];
  for (const list = zip.eachEntry(); ;) {
    const { done, value: entry } = await readable(list.next());
    if (done === true) break;
    const name = entry.fileName;
    if (entries.has(name)) throw refused(`${shown(name)}: The entry is there twice.`);
    const local = await readable(zip.readLocalFileHeaderPromise(entry), name);
    const fault = entryFault(entry, local);
    if (fault !== undefined) throw refused(`${shown(name)}: ${fault}`);
    entries.set(name, entry);
    const start = entry.relativeOffsetOfLocalHeader;
    ranges.push({ name, start, end: local.fileDataStart + entry.compressedSize });
  }
  const unpacked = entries
    .values()
    .reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (unpacked > maxUnpackedBytes)
    throw refused(`The entries have ${unpacked} bytes; they can have ${maxUnpackedBytes} at most.`);
  const overlap = overlapping(ranges, directoryStart);
  if (overlap !== undefined) throw refused(`${overlap}: The entry overlaps with what follows it.`);
  return entries;
}

async function manifestOf(zip: ZipFile, entries: Entries): Promise<Manifest> {
  const entry = entries.get(manifestName);
  if (!entry) throw refused(`The archive has no ${manifestName}.`);
  const bytes = await readable(contentOf(zip, entry).then(buffer), manifestName);
  const manifest = readManifest(bytes);
  if (typeof manifest === 'string') throw refused(`${manifestName}: ${manifest}`);
  const packed = [...manifest.samples, ...(manifest.avatar ? [manifest.avatar] : [])];
  for (const { file, bytes: size } of packed) {
    const found = entries.get(file);
    if (!found)
      throw refused(`${file}: The archive has no such entry, which ${manifestName} names.`);
    if (found.uncompressedSize !== size)
      throw refused(`${file}: The entry has ${found.uncompressedSize} bytes, not ${size}.`);
  }
  const named = new Set([manifestName, ...packed.map(({ file }) => file)]);
  const other = entries.keys().find((name) => !named.has(name));
  if (other !== undefined) throw refused(`${other}: ${manifestName} does not name the entry.`);
  return manifest;
}

interface Wanted {
  readonly entries: Entries;
  readonly packed: Packed;
  readonly signal: AbortSignal;
}

async function unpack(
  spool: Spool,
  zip: ZipFile,
  { entries, packed: { file, sha256 }, signal }: Wanted,
): Promise<Spooled> {
  const entry = entries.get(file);
  if (!entry) throw new Error(`The archive has no ${file}.`);
  const stream = await readable(contentOf(zip, entry), file);
  const spooled = await readable(spool.write(stream, { signal }), file);
  if (spooled.sha256 === sha256) return spooled;
  await spool.remove(spooled);
  throw refused(`${file}: The SHA-256 hash of its bytes is ${spooled.sha256}, not ${sha256}.`);
}

/** An entry's bytes, which end with an error if their checksum is not the entry's: yauzl does not compare it. */
async function contentOf(zip: ZipFile, entry: Entry): Promise<Readable> {
  const packed = await zip.openReadStreamPromise(entry);
  let checksum = 0;
  const checked = withErrorListener(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        checksum = crc32(chunk, checksum);
        done(null, chunk);
      },
      flush: (done) =>
        done(checksum === entry.crc32 ? null : new Error('the checksum of its bytes is wrong')),
    }),
  );
  // The stream that is read reports the error.
  return pipeline(packed, checked, () => {});
}

/** What fails because of the archive's bytes is the client's error; other failures are not. */
async function readable<T>(reading: Promise<T>, name?: string): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'AbortError' || 'syscall' in error) throw error;
    const what = name === undefined ? '' : `${shown(name)}: `;
    throw refused(
      `${what}The archive is damaged, incomplete or no zip file: ${error.message.slice(0, 200).replace(/\.$/, '')}.`,
      error,
    );
  }
}

const shown = (name: string): string => JSON.stringify(name.slice(0, 100)).slice(1, -1);
