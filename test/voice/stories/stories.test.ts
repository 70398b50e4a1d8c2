import { describe, expect, test } from 'vitest';
import { audioPath } from '../../../src/voice/versions/rules.ts';
import { newOrganization } from '../../support/organizations.ts';
import {
  givenGeneration,
  givenItem,
  givenItemWithVersions,
  givenProfile,
  givenStory,
  givenVersion,
} from '../given.ts';

const path = '/api/v1/voice/stories';

describe('listStories', () => {
  test('returns the stories newest first, with their number of items', async () => {
    const member = await newOrganization();
    const generation_id = await givenGeneration(member);
    const first = await givenStory(member, { description: 'What a new customer hears first.' });
    const second = await givenStory(member, { name: 'Holiday greeting' });
    await givenItem(member, { story_id: first, generation_id });
    await givenItem(member, { story_id: first, generation_id });

    const answer = await member.get(path);

    expect(answer.status).toBe(200);
    expect(answer.body.next_cursor).toBeNull();
    expect(answer.body.items).toMatchObject([
      { id: second, name: 'Holiday greeting', description: null, item_count: 0 },
      {
        id: first,
        name: 'Welcome tour',
        description: 'What a new customer hears first.',
        item_count: 2,
      },
    ]);
  });
});

describe('getStory', () => {
  test('returns every field of an item, with its versions oldest first', async () => {
    const member = await newOrganization();
    const profile_id = await givenProfile(member, { name: 'Amelia' });
    const generation_id = await givenGeneration(member, {
      profile_id,
      text: 'Welcome to Harbor Dental.',
      language: 'de',
      duration: 3.84,
      seed: 9_007_199_254_740_991,
      instruct: 'Cheerfully.',
      engine: 'qwen',
      created_at: '2026-01-02T03:04:30.000Z',
    });
    const chain = [{ type: 'pitch_shift', enabled: true, params: { semitones: -2.5 } }];
    const younger = await givenVersion(member, generation_id, {
      label: 'Lower',
      effects_chain: JSON.stringify(chain),
      created_at: '2026-01-02T03:06:12.070Z',
    });
    const older = await givenVersion(member, generation_id, {
      is_default: true,
      created_at: '2026-01-02T03:04:34.000Z',
    });
    const { db } = member.server.app;
    await db
      .updateTable('generation_versions')
      .set({ source_version_id: older })
      .where('id', '=', younger)
      .execute();
    const story_id = await givenStory(member, {
      description: 'What a new customer hears first.',
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-02T00:00:00.000Z',
    });
    const id = await givenItem(member, {
      story_id,
      generation_id,
      version_id: younger,
      start_time_ms: 1500,
      track: -1,
      trim_start_ms: 100,
      trim_end_ms: 250,
      volume: 0.75,
      created_at: '2026-01-02T03:07:00.500Z',
    });

    const answer = await member.get(`${path}/${story_id}`);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: story_id,
      name: 'Welcome tour',
      description: 'What a new customer hears first.',
      item_count: 1,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-02T00:00:00.000Z',
      items: [
        {
          id,
          story_id,
          generation_id,
          start_time_ms: 1500,
          created_at: '2026-01-02T03:07:00.500Z',
          profile_id,
          profile_name: 'Amelia',
          text: 'Welcome to Harbor Dental.',
          language: 'de',
          audio_path: audioPath(generation_id, younger),
          duration: 3.84,
          seed: 9_007_199_254_740_991,
          instruct: 'Cheerfully.',
          engine: 'qwen',
          generation_created_at: '2026-01-02T03:04:30.000Z',
          version_id: younger,
          track: -1,
          trim_start_ms: 100,
          trim_end_ms: 250,
          volume: 0.75,
          versions: [
            {
              id: older,
              generation_id,
              label: 'Original',
              audio_path: audioPath(generation_id, older),
              duration_seconds: 2.5,
              is_default: true,
              created_at: '2026-01-02T03:04:34.000Z',
              effects_chain: [],
              source_version_id: null,
            },
            {
              id: younger,
              generation_id,
              label: 'Lower',
              audio_path: audioPath(generation_id, younger),
              duration_seconds: 2.5,
              is_default: false,
              created_at: '2026-01-02T03:06:12.070Z',
              effects_chain: chain,
              source_version_id: older,
            },
          ],
          active_version_id: younger,
        },
      ],
    });
  });

  test('lets an unpinned item follow the default version of its generation', async () => {
    const member = await newOrganization();
    const { story_id, generation_id, original, warmer } = await givenItemWithVersions(member);
    const { db } = member.server.app;
    const item = async () => (await member.get(`${path}/${story_id}`)).body.items[0];
    const before = await item();

    const versions = db
      .updateTable('generation_versions')
      .where('generation_id', '=', generation_id);
    await versions.set({ is_default: false }).execute();
    await versions.set({ is_default: true }).where('id', '=', warmer).execute();
    const after = await item();

    expect(before).toMatchObject({
      version_id: null,
      active_version_id: original,
      audio_path: audioPath(generation_id, original),
    });
    expect(after).toMatchObject({
      version_id: null,
      active_version_id: warmer,
      audio_path: audioPath(generation_id, warmer),
    });
  });

  test('returns an item whose generation has no version yet', async () => {
    const member = await newOrganization();
    const story_id = await givenStory(member);
    await givenItem(member, { story_id, generation_id: await givenGeneration(member) });

    const answer = await member.get(`${path}/${story_id}`);

    expect(answer.body.items).toMatchObject([
      {
        versions: [],
        version_id: null,
        active_version_id: null,
        audio_path: '',
        seed: null,
        instruct: null,
        engine: null,
      },
    ]);
  });

  test('orders the items by start time and then by track', async () => {
    const member = await newOrganization();
    const generation_id = await givenGeneration(member);
    const story_id = await givenStory(member);
    const places = [
      [5000, 0],
      [0, 2],
      [900, 1],
      [0, 0],
      [900, -1],
      [0, 1],
    ] as const;
    for (const [start_time_ms, track] of places) {
      await givenItem(member, { story_id, generation_id, start_time_ms, track });
    }

    const { items } = (await member.get(`${path}/${story_id}`)).body;

    expect(
      items.map((item: Record<string, unknown>) => [item['start_time_ms'], item['track']]),
    ).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [900, -1],
      [900, 1],
      [5000, 0],
    ]);
  });

  test('returns a story without items, including to an API key', async () => {
    const member = await newOrganization();
    const id = await givenStory(member);

    const answer = await member.send('GET', `${path}/${id}`, { key: member.key });

    expect(answer.body).toMatchObject({ id, item_count: 0, items: [] });
  });

  test('refuses an id that is not a UUID', async () => {
    const member = await newOrganization();

    expect((await member.get(`${path}/1`)).status).toBe(422);
  });
});
