import { Readable } from 'node:stream';
import type { VoiceApp } from '../context.ts';
import type { Spooled } from '../../storage/spool.ts';
import { PictureFault, pictureType, readPicture } from '../avatars/picture.ts';
import type { Recording } from '../audio/recording.ts';
import type { StoredFile } from '../files/files.ts';
import { mustBeFree } from '../profiles/actions.ts';
import { type KeptRecording, probeSample } from '../samples/actions.ts';
import { mediaTypeOf } from '../samples/rules.ts';
import type { Manifest, Packed } from './manifest.ts';
import { type Archive, refused, withArchive } from './read.ts';
import { overloaded, tooManyAtOnce } from '../../errors.ts';
import type { Reservation } from '../../fairness/capacity.ts';

/** Each needs room for its unpacked entries, and decodes samples for a while. */
const maxPerOrganization = 2;
const maxImports = 10;

/** What an archive that is unpacked takes. */
const importsOf = (organizationId: number): Reservation[] => [
  {
    name: `imports of organization ${organizationId}`,
    limit: maxPerOrganization,
    refusal: () =>
      tooManyAtOnce(
        `Your organization is importing ${maxPerOrganization} archives, the maximum. Try again when one of them ends.`,
        5,
      ),
  },
  {
    name: 'imports',
    limit: maxImports,
    refusal: () =>
      overloaded('The server is importing the maximum number of archives. Try again in 1 second.'),
  },
];

interface Import {
  readonly organization_id: number;
  readonly file: Spooled;
  /** The profile's name, unless it is the one in the archive. */
  readonly name: string | undefined;
  readonly signal: AbortSignal;
}

interface KeptSample extends KeptRecording {
  readonly reference_text: string;
}
interface KeptArchive {
  readonly manifest: Manifest;
  readonly samples: readonly KeptSample[];
  readonly avatar: StoredFile | undefined;
}

/** Unpacks and checks an archive, and then stores its files. Throws the validation error for what cannot be imported. */
export async function keepArchive(app: VoiceApp, given: Import): Promise<KeptArchive> {
  const { organization_id, file, name } = given;
  const release = app.inProgress.take(importsOf(organization_id));
  const temporary: Spooled[] = [];
  try {
    return await withArchive(app.spool, file.path, async (archive) => {
      const { manifest } = archive;
      await mustBeFree(app.db, organization_id, name ?? manifest.profile.name);
      const unpacked = await unpackAll(app, archive, given, temporary);
      return { manifest, ...(await keepAll(app, organization_id, unpacked)) };
    });
  } finally {
    await Promise.all(temporary.map((each) => app.spool.remove(each)));
    release();
  }
}

interface Unpacked {
  readonly samples: readonly {
    readonly reference_text: string;
    readonly spooled: Spooled;
    readonly recording: Recording;
  }[];
  readonly avatar: Spooled | undefined;
}

/** One after the other: an import takes one of the threads that decode. Lists the temporary files as it makes them. */
async function unpackAll(
  app: VoiceApp,
  archive: Archive,
  { organization_id, signal }: Import,
  temporary: Spooled[],
): Promise<Unpacked> {
  const unpack = async (packed: Packed): Promise<Spooled> => {
    const spooled = await archive.unpack(packed, signal);
    temporary.push(spooled);
    return spooled;
  };
  const { samples, avatar } = archive.manifest;
  const decoded = [];
  for (const { reference_text, ...packed } of samples) {
    const spooled = await unpack(packed);
    const upload = { organization_id, signal, file: spooled, entry: packed.file };
    const recording = await probeSample(app, { ...upload, loc: ['body', 'file'] });
    decoded.push({ reference_text, spooled, recording });
  }
  if (!avatar) return { samples: decoded, avatar: undefined };
  const picture = await encoded(await unpack(avatar), avatar.file);
  const spooled = await app.spool.write(Readable.from([picture]));
  temporary.push(spooled);
  return { samples: decoded, avatar: spooled };
}

async function encoded({ path }: Spooled, name: string): Promise<Buffer> {
  try {
    return await readPicture(path);
  } catch (error) {
    if (error instanceof PictureFault) throw refused(`${name}: ${error.message}`, error);
    throw error;
  }
}

async function keepAll({ files }: VoiceApp, organizationId: number, { samples, avatar }: Unpacked) {
  const kept: KeptSample[] = [];
  for (const { reference_text, recording, spooled } of samples) {
    const file = await files.keep(organizationId, spooled, mediaTypeOf(recording.format));
    kept.push({ reference_text, recording, file });
  }
  const picture = avatar && (await files.keep(organizationId, avatar, pictureType));
  return { samples: kept, avatar: picture };
}
