import type { StoredFile } from '../files/files.ts';
import type { ProfileRow } from '../profiles/queries.ts';
import type { SampleRow } from '../samples/queries.ts';
import { extensionOf } from '../samples/rules.ts';
import type { Manifest } from './manifest.ts';
import { avatarName, sampleName } from './rules.ts';
import type { ArchivedFile } from './write.ts';

interface Exported {
  readonly profile: ProfileRow;
  readonly samples: readonly SampleRow[];
  readonly avatar: StoredFile | undefined;
}

/** What an archive says, and the files that it has. */
export function archived({ profile, samples, avatar }: Exported) {
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
