import { mustMatch } from '../../http/etag.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { fileAnswer } from '../../http/file-body.ts';
import type { VoiceApp } from '../context.ts';
import { refer } from '../files/files.ts';
import { recordUpdate } from '../profiles/audit.ts';
import * as profiles from '../profiles/queries.ts';
import { shown } from '../profiles/views.ts';
import { keepPicture } from './actions.ts';
import * as avatars from './queries.ts';

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

  async setVoiceProfileAvatar({ params, headers, body, caller, requestId, signal }, app) {
    const { organization_id } = caller;
    // Before the picture is received; it is looked at again when it is stored.
    mustMatch(headers['if-match'], await profiles.get(app.db, organization_id, params.profile_id));
    const picture = await keepPicture(app, { organization_id, body, signal });
    const cause = { caller, requestId, at: app.now() };
    return app.db.transaction().execute(async (trx) => {
      const former = await profiles.lock(trx, organization_id, params.profile_id);
      mustMatch(headers['if-match'], former);
      const { id: avatar_file_id } = await refer(trx, organization_id, picture.id);
      if (avatar_file_id === former.avatar_file_id) return shown(former);
      await profiles.update(trx, former.id, { avatar_file_id, updated_at: cause.at });
      const change = { action: 'voice_profile.avatar_set', organization_id, former } as const;
      return shown(await recordUpdate(trx, cause, change));
    });
  },

  async deleteVoiceProfileAvatar({ params, headers, caller, requestId }, app) {
    const { organization_id } = caller;
    const cause = { caller, requestId, at: app.now() };
    await app.db.transaction().execute(async (trx) => {
      const former = await profiles.lock(trx, organization_id, params.profile_id);
      if (former.avatar_file_id === null) throw avatars.noAvatar();
      mustMatch(headers['if-match'], former);
      await profiles.update(trx, former.id, { avatar_file_id: null, updated_at: cause.at });
      const change = { action: 'voice_profile.avatar_deleted', organization_id, former } as const;
      await recordUpdate(trx, cause, change);
    });
  },
} satisfies HandlersFor<
  'getVoiceProfileAvatar' | 'setVoiceProfileAvatar' | 'deleteVoiceProfileAvatar',
  VoiceApp
>;
