import { asChange, makeChange } from '../../audit/actions.ts';
import { mustMatch } from '../../http/etag.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { fileAnswer } from '../../http/file-body.ts';
import type { VoiceApp } from '../context.ts';
import { refer, type StoredFile } from '../files/files.ts';
import { recordUpdate } from '../profiles/audit.ts';
import * as profiles from '../profiles/queries.ts';
import { shown } from '../profiles/views.ts';
import * as avatars from './queries.ts';
import { Readable } from 'node:stream';
import { invalid, overloaded, tooManyAtOnce } from '../../errors.ts';
import type { Spooled } from '../../storage/spool.ts';
import { PictureFault, pictureType, readPicture } from './picture.ts';
import type { Reservation } from '../../fairness/capacity.ts';

/** Pictures are decoded one after the other: a few wait for each organization. */
const maxPerOrganization = 8;
const maxPictures = 100;

/** What a picture that has arrived takes while it is decoded. */
const picturesOf = (organizationId: number): Reservation[] => [
  {
    name: `pictures of organization ${organizationId}`,
    limit: maxPerOrganization,
    refusal: () =>
      tooManyAtOnce(
        `Your organization has ${maxPerOrganization} pictures decoded, the maximum. Try again when one of them is done.`,
      ),
  },
  {
    name: 'pictures',
    limit: maxPictures,
    refusal: () =>
      overloaded('The server is decoding the maximum number of pictures. Try again in 1 second.'),
  },
];

interface Upload {
  readonly organization_id: number;
  readonly body: Readable;
  readonly signal: AbortSignal;
}

/** Receives a picture and stores it as it will be shown. Throws the validation error for what is no picture. */
async function keepPicture(
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

export const voiceProfileAvatars = {
  async getVoiceProfileAvatar({ params, caller }, app) {
    const { name, ...file } = await avatars.get(app.db, caller.organization_id, params.profile_id);
    return fileAnswer({
      ...file,
      mediaType: file.media_type,
      filename: `${name}.webp`,
      read: (range) => app.files.read(file, range),
    });
  },

  async setVoiceProfileAvatar({ params, body, signal, ...call }, app) {
    const { headers } = call;
    const { organization_id } = call.caller;
    // Before the picture is received; it is looked at again when it is stored.
    mustMatch(headers['if-match'], await profiles.get(app.db, organization_id, params.profile_id));
    const picture = await keepPicture(app, { organization_id, body, signal });
    return makeChange(call, app, async ({ trx, at, cause, mustMatch }) => {
      const former = await profiles.lock(trx, organization_id, params.profile_id);
      mustMatch(former);
      const { id: avatar_file_id } = await refer(trx, organization_id, picture.id);
      if (avatar_file_id === former.avatar_file_id) return shown(former);
      await profiles.update(trx, former.id, { avatar_file_id, updated_at: at });
      const change = { action: 'voice_profile.avatar_set', organization_id, former } as const;
      return shown(await recordUpdate(trx, cause, change));
    });
  },

  deleteVoiceProfileAvatar: asChange(
    async ({ trx, params, organization_id, at, cause, mustMatch }) => {
      const former = await profiles.lock(trx, organization_id, params.profile_id);
      if (former.avatar_file_id === null) throw avatars.noAvatar();
      mustMatch(former);
      await profiles.update(trx, former.id, { avatar_file_id: null, updated_at: at });
      const change = { action: 'voice_profile.avatar_deleted', organization_id, former } as const;
      await recordUpdate(trx, cause, change);
    },
  ),
} satisfies HandlersFor<
  'getVoiceProfileAvatar' | 'setVoiceProfileAvatar' | 'deleteVoiceProfileAvatar',
  VoiceApp
>;
