/** The entry that says what the archive has. */
export const manifestName = 'profile.json';
export const avatarName = 'avatar.webp';

const MiB = 1024 * 1024;
export const maxEntries = 60;
const maxManifestBytes = 256 * 1024;
export const maxSampleBytes = 50 * MiB;
export const maxAvatarBytes = 5 * MiB;
export const maxUnpackedBytes = 200 * MiB;

const names =
  /^(?:profile\.json|avatar\.webp|samples\/[0-9]{3}\.(?:wav|flac|mp3|ogg|aiff|webm|mp4))$/;

/** The name of a profile's sample in its archive; the first has the index 0. */
export const sampleName = (index: number, extension: string): string =>
  `samples/${String(index + 1).padStart(3, '0')}.${extension}`;

/** Whether it is the name of the sample with this index, in any format. */
export const isSampleName = (name: string, index: number): boolean =>
  names.test(name) && name.startsWith(`samples/${String(index + 1).padStart(3, '0')}.`);

const limitOf = (name: string): number => {
  if (name === manifestName) return maxManifestBytes;
  return name === avatarName ? maxAvatarBytes : maxSampleBytes;
};

/** An entry as the directory of the archive describes it. */
interface Entry {
  readonly fileName: string;
  readonly compressionMethod: number;
  readonly generalPurposeBitFlag: number;
  readonly externalFileAttributes: number;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
  readonly relativeOffsetOfLocalHeader: number;
}

/** The same as the header in front of the entry's bytes says it. */
interface LocalHeader {
  readonly fileName: Uint8Array;
  readonly fileDataStart: number;
  readonly compressionMethod: number;
  readonly generalPurposeBitFlag: number;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
}

const encrypted = 1;
const sizesFollow = 8;
const [stored, deflated] = [0, 8];
const fileTypes = 0o170000;
const regularFile = 0o100000;
/** In place of a size that a further field has. */
const elsewhere = 0xffff_ffff;

/** Why an entry is refused before its bytes are read; undefined if it is not. */
export function entryFault(entry: Entry, local: LocalHeader): string | undefined {
  const { fileName, compressionMethod, uncompressedSize } = entry;
  const type = (entry.externalFileAttributes >>> 16) & fileTypes;
  const flags = entry.generalPurposeBitFlag | local.generalPurposeBitFlag;
  if (!names.test(fileName)) return 'An archive of a voice profile has no entry of this name.';
  if ((flags & encrypted) !== 0) return 'The entry is encrypted.';
  if (type !== 0 && type !== regularFile) return 'The entry is a link or another special file.';
  if (compressionMethod !== stored && compressionMethod !== deflated)
    return `Its compression method is ${compressionMethod}; it must be 0 (stored) or 8 (deflated).`;
  if (uncompressedSize > limitOf(fileName))
    return `The entry has ${uncompressedSize} bytes; it can have ${limitOf(fileName)} at most.`;
  return agree(entry, local) ? undefined : 'Its local header differs from the directory.';
}

function agree(entry: Entry, local: LocalHeader): boolean {
  const isSize = (size: number, said: number): boolean => said === size || said === elsewhere;
  const saysSizes = (local.generalPurposeBitFlag & sizesFollow) === 0;
  return (
    new TextDecoder().decode(local.fileName) === entry.fileName &&
    local.compressionMethod === entry.compressionMethod &&
    (!saysSizes ||
      (isSize(entry.compressedSize, local.compressedSize) &&
        isSize(entry.uncompressedSize, local.uncompressedSize)))
  );
}

/** Where an entry is in the archive, its local header included. */
export interface Range {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The name of an entry that begins before the one before it ends, or ends where the directory has begun. */
export function overlapping(ranges: readonly Range[], directoryStart: number): string | undefined {
  const sorted = ranges.toSorted((one, other) => one.start - other.start);
  return sorted.find(({ end }, index) => end > (sorted[index + 1]?.start ?? directoryStart))?.name;
}
