import { randomUUID } from 'node:crypto';
import {
  givenGeneration,
  givenItem,
  givenItemWithVersions,
  givenProfile,
} from '../../voice/given.ts';
import { givenVersionWithAudio } from '../../voice/generations/audio.ts';
import { givenHeardStory } from '../../voice/exports/given.ts';
import { uploadSample } from '../../voice/samples/given.ts';
import { tinyPng } from '../binary-bodies.ts';
import type { Member } from '../organizations.ts';
import type { Parameters } from './parameters.ts';

export const profile = async (owner: Member): Promise<Parameters> => ({
  profile_id: await givenProfile(owner, { effects_chain: '[]' }),
});

export const avatar = async (owner: Member): Promise<Parameters> => {
  const profile_id = await givenProfile(owner);
  const headers = { 'content-type': 'image/png' };
  const path = `/api/v1/voice/profiles/${profile_id}/avatar`;
  await owner.send('PUT', path, { raw: tinyPng, headers });
  return { profile_id };
};

export const sample = async (owner: Member): Promise<Parameters> => {
  const profile_id = await givenProfile(owner);
  const { body } = await uploadSample(owner, profile_id);
  return { profile_id, sample_id: body.id };
};

/** A download that nobody works on yet. */
export async function givenDownload({ server: { app }, organization_id }: Member): Promise<number> {
  const { id } = await app.db
    .insertInto('model_downloads')
    .values({
      organization_id,
      name: `acme/${randomUUID()}`,
      revision: 'main',
      started_at: app.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const modelDownload = async (owner: Member): Promise<Parameters> => {
  const { app } = owner.server;
  const { id } = await app.db
    .insertInto('model_downloads')
    .values({
      organization_id: owner.organization_id,
      name: `acme/${randomUUID()}`,
      revision: 'main',
      state: 'canceled',
      started_at: app.now(),
      ended_at: app.now(),
      event: JSON.stringify({
        event: 'error',
        code: 'download_canceled',
        message: 'The download was canceled.',
        model_name: 'acme/model',
        revision: 'main',
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { download_id: id };
};

export const item = async (owner: Member): Promise<Parameters> => {
  const { story_id, item_id, generation_id, warmer } = await givenItemWithVersions(owner);
  return { story_id, item_id, generation_id, version_id: warmer };
};

export const heardStory = async (owner: Member): Promise<Parameters> => ({
  story_id: (await givenHeardStory(owner, [{}])).story_id,
});

/** Two items that start at the same time. */
export const twoItems = async (owner: Member): Promise<Parameters> => {
  const first = await item(owner);
  const { story_id, generation_id } = first;
  const given = { story_id: String(story_id), generation_id: String(generation_id) };
  return { ...first, other_item_id: await givenItem(owner, given) };
};

export const generation = async (owner: Member): Promise<Parameters> => ({
  generation_id: await givenGeneration(owner, { status: 'queued' }),
});

export const version = async (owner: Member): Promise<Parameters> => {
  const { generation_id, warmer } = await givenItemWithVersions(owner);
  return { generation_id, version_id: warmer };
};

export const withAudio = async (owner: Member): Promise<Parameters> => {
  const generation_id = await givenGeneration(owner);
  return { generation_id, version_id: await givenVersionWithAudio(owner, generation_id) };
};
