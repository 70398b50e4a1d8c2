import { Readable } from 'node:stream';
import type { VoiceApp } from '../context.ts';
import { invalid } from '../../errors.ts';
import type { Spooled } from '../../storage/spool.ts';
import type { StoredFile } from '../files/files.ts';
import { PictureFault, pictureType, readPicture } from './picture.ts';
import { picturesOf } from './capacity.ts';

interface Upload {
  readonly organization_id: number;
  readonly body: Readable;
  readonly signal: AbortSignal;
}

/** Receives a picture and stores it as it will be shown. Throws the validation error for what is no picture. */
export async function keepPicture(
  app: VoiceApp,
  { organization_id, body, signal }: Upload,
): Promise<StoredFile> {
  const received = await app.spool.write(body, { signal });
  try {
    const release = app.inProgress.take(picturesOf(organization_id));
    return await keepDecoded(app, organization_id, received).finally(release);
  } finally {
    await app.spool.remove(received);
  }
}

/** Decodes the picture in a temporary file, encodes it again and stores that. */
async function keepDecoded(app: VoiceApp, organizationId: number, received: Spooled) {
  const picture = await app.spool.write(Readable.from([await decoded(received)]));
  try {
    return await app.files.keep(organizationId, picture, pictureType);
  } finally {
    await app.spool.remove(picture);
  }
}

async function decoded({ path }: Spooled): Promise<Buffer> {
  try {
    return await readPicture(path);
  } catch (error) {
    if (error instanceof PictureFault)
      throw Object.assign(invalid(['body'], error.message), { cause: error });
    throw error;
  }
}
