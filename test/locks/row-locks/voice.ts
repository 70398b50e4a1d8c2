import * as files from '../../../src/voice/files/queries.ts';
import * as generations from '../../../src/voice/generations/queries.ts';
import * as downloads from '../../../src/voice/model-downloads/queries.ts';
import * as profiles from '../../../src/voice/profiles/queries.ts';
import * as samples from '../../../src/voice/samples/queries.ts';
import * as stories from '../../../src/voice/stories/queries.ts';
import { lockPlayable } from '../../../src/voice/story-items/queries.ts';
import * as versions from '../../../src/voice/versions/queries.ts';
import type { Lock } from '../cases.ts';
import { uuid } from '../rows.ts';

export const voiceLocks: readonly Lock[] = [
  {
    at: 'voice/files/queries.ts share',
    rows: { voice_files: {} },
    run: (trx) => files.share(trx, 1, uuid),
  },
  {
    at: 'voice/files/queries.ts lockSome',
    rows: { voice_files: {} },
    run: (trx) => files.lockSome(trx, 1, 10),
  },
  {
    at: 'voice/generations/queries.ts lock',
    rows: { generations: {}, voice_profiles: {} },
    run: (trx) => generations.lock(trx, 1, uuid),
  },
  {
    at: 'voice/generations/queries.ts lockForDeletion',
    rows: { generations: {}, voice_profiles: {} },
    run: (trx) => generations.lockForDeletion(trx, 1, uuid),
  },
  {
    at: 'voice/generations/queries.ts profileFor',
    rows: { voice_profiles: {} },
    run: (trx) => generations.profileFor(trx, 1, uuid),
  },
  {
    at: 'voice/model-downloads/queries.ts lock',
    rows: { model_downloads: {} },
    run: (trx) => downloads.lock(trx, 1, 1),
  },
  {
    at: 'voice/profiles/queries.ts lock',
    rows: { voice_profiles: {} },
    run: (trx) => profiles.lock(trx, 1, uuid),
  },
  {
    at: 'voice/profiles/queries.ts lockForRemoval',
    rows: { voice_profiles: {} },
    run: (trx) => profiles.lockForRemoval(trx, 1, uuid),
  },
  {
    at: 'voice/profiles/queries.ts shareIfAny',
    rows: { voice_profiles: {} },
    run: (trx) => profiles.shareIfAny(trx, 1, uuid),
  },
  {
    at: 'voice/samples/queries.ts lock',
    rows: { voice_samples: {}, voice_files: {} },
    run: (trx) => samples.lock(trx, { organization_id: 1, profile_id: uuid, sample_id: uuid }),
  },
  {
    at: 'voice/stories/queries.ts lock',
    rows: { stories: {} },
    run: (trx) => stories.lock(trx, 1, uuid),
  },
  {
    at: 'voice/stories/queries.ts lockForDeletion',
    rows: { stories: {} },
    run: (trx) => stories.lockForDeletion(trx, 1, uuid),
  },
  {
    at: 'voice/story-items/queries.ts lockPlayable',
    rows: { generations: {} },
    run: (trx) => lockPlayable(trx, 1, uuid),
  },
  {
    at: 'voice/versions/queries.ts lockVersion',
    rows: { generation_versions: {} },
    run: (trx) => versions.lockVersion(trx, { generation_id: uuid, version_id: uuid }),
  },
  {
    at: 'voice/versions/queries.ts lockForDeletion',
    rows: { generation_versions: {} },
    run: (trx) => versions.lockForDeletion(trx, { generation_id: uuid, version_id: uuid }),
  },
];
