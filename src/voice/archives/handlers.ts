import { makeChange } from '../../audit/actions.ts';
import { type HandlersFor, withPreparation } from '../../http/contract.ts';
import { WithHeaders } from '../../http/etag.ts';
import { dispositionOf } from '../../http/file-body.ts';
import * as avatars from '../avatars/queries.ts';
import type { VoiceApp } from '../context.ts';
import { completeEffects } from '../effects/rules.ts';
import { create } from '../profiles/actions.ts';
import * as profiles from '../profiles/queries.ts';
import { originOf, unsaidOrigin } from '../profiles/rules.ts';
import { auditedProfile, shown } from '../profiles/views.ts';
import { add } from '../samples/actions.ts';
import * as samples from '../samples/queries.ts';
import { keepArchive } from './actions.ts';
import { archiveOf, etagOfArchive, type ArchivedFile } from './write.ts';
import type { StoredFile } from '../files/files.ts';
import type { ProfileRow } from '../profiles/queries.ts';
import type { SampleRow } from '../samples/queries.ts';
import { extensionOf } from '../samples/rules.ts';
import type { Manifest } from './manifest.ts';
import { avatarName, sampleName } from './rules.ts';

interface Exported {
  readonly profile: ProfileRow;
  readonly samples: readonly SampleRow[];
  readonly avatar: StoredFile | undefined;
}

/** What an archive says, and the files that it has. */
function archived({ profile, samples, avatar }: Exported) {
  const files: ArchivedFile[] = samples.map((sample, index) => ({
    name: sampleName(index, extensionOf(sample.format)),
    file: { ...sample, id: sample.file_id },
  }));
  const manifest: Manifest = {
    format_version: 1,
    profile: {
      name: profile.name,
      description: profile.description,
      language: profile.language,
      voice_type: profile.voice_type,
      preset_engine: profile.preset_engine,
      preset_voice_id: profile.preset_voice_id,
      design_prompt: profile.design_prompt,
      default_engine: profile.default_engine,
      personality: profile.personality,
    },
    effects_chain: profile.effects_chain,
    samples: samples.map(({ sha256, bytes, reference_text }, index) => ({
      file: files[index]?.name ?? '',
      sha256,
      bytes,
      reference_text,
    })),
    avatar: avatar ? { file: avatarName, sha256: avatar.sha256, bytes: avatar.bytes } : null,
  };
  return { manifest, files: avatar ? [...files, { name: avatarName, file: avatar }] : files };
}

export const voiceProfileArchives = {
  async exportVoiceProfile({ params, caller }, app) {
    const { organization_id } = caller;
    const profile = await profiles.get(app.db, organization_id, params.profile_id);
    const { manifest, files } = archived({
      profile,
      samples: await samples.all(app.db, { organization_id, profile_id: profile.id }),
      avatar: await avatars.find(app.db, organization_id, profile.id),
    });
    return new WithHeaders(archiveOf(app, manifest, files), {
      ETag: etagOfArchive(manifest),
      'Content-Disposition': dispositionOf(`${profile.name}.zip`),
    });
  },

  importVoiceProfile: withPreparation('importVoiceProfile', {
    // Decoding takes seconds, in which no transaction is open.
    before({ body: { file, name }, caller: { organization_id }, signal }, app) {
      return keepArchive(app, { organization_id, file, name, signal });
    },
    async work({ body, ...call }, app, { manifest, avatar, ...kept }) {
      const { profile, effects_chain } = manifest;
      return makeChange(call, app, async ({ trx, organization_id, at, record }) => {
        const { id: profile_id } = await create(trx, {
          ...profile,
          ...originOf(unsaidOrigin, profile),
          id: app.newId(),
          organization_id,
          name: body.name ?? profile.name,
          effects_chain: effects_chain && JSON.stringify(completeEffects(effects_chain)),
          avatar_file_id: avatar?.id ?? null,
          now: at,
        });
        for (const sample of kept.samples)
          await add(trx, { ...sample, organization_id, profile_id, now: at });
        const row = await profiles.get(trx, organization_id, profile_id);
        const after = { ...auditedProfile(row), sample_count: row.sample_count };
        await record('voice_profile.imported', row.id, { after });
        return shown(row);
      });
    },
  }),
} satisfies HandlersFor<'exportVoiceProfile' | 'importVoiceProfile', VoiceApp>;
