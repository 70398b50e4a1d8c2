import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { newOrganization } from '../../support/organizations.ts';
import { givenFile, givenGeneration, givenProfile, givenSamples, sampleColumns } from '../given.ts';

const path = '/api/v1/voice/profiles';

describe('listVoiceProfiles', () => {
  test('returns every field of every voice type, with null for missing values', async () => {
    const member = await newOrganization();
    const chain = [
      { type: 'highpass', enabled: false, params: { cutoff_frequency_hz: 120 } },
      { type: 'gain', enabled: true, params: { gain_db: -1.5 } },
    ];
    const cloned = await givenProfile(member, {
      name: 'Amelia',
      description: 'Warm and unhurried.',
      language: 'de',
      avatar_file_id: await givenFile(member),
      effects_chain: JSON.stringify(chain),
      default_engine: 'qwen',
      personality: 'Patient.',
      created_at: '2026-01-03T00:00:00.000Z',
      updated_at: '2026-01-04T01:02:03.400Z',
    });
    const preset = await givenProfile(member, {
      name: 'Front desk',
      voice_type: 'preset',
      preset_engine: 'kokoro',
      preset_voice_id: 'af_heart',
      created_at: '2026-01-02T00:00:00.000Z',
      updated_at: '2026-01-02T00:00:00.000Z',
    });
    const designed = await givenProfile(member, {
      name: 'Captain',
      voice_type: 'designed',
      design_prompt: 'A gruff sea captain.',
      effects_chain: '[]',
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
    });
    const nothing = {
      external_id: null,
      metadata: {},
      description: null,
      language: 'en',
      avatar_path: null,
      effects_chain: null,
      preset_engine: null,
      preset_voice_id: null,
      design_prompt: null,
      default_engine: null,
      personality: null,
      generation_count: 0,
      sample_count: 0,
    };

    const answer = await member.get(path);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual([
      {
        ...nothing,
        id: cloned,
        name: 'Amelia',
        description: 'Warm and unhurried.',
        language: 'de',
        avatar_path: `${path}/${cloned}/avatar`,
        effects_chain: chain,
        voice_type: 'cloned',
        default_engine: 'qwen',
        personality: 'Patient.',
        created_at: '2026-01-03T00:00:00.000Z',
        updated_at: '2026-01-04T01:02:03.400Z',
      },
      {
        ...nothing,
        id: preset,
        name: 'Front desk',
        voice_type: 'preset',
        preset_engine: 'kokoro',
        preset_voice_id: 'af_heart',
        created_at: '2026-01-02T00:00:00.000Z',
        updated_at: '2026-01-02T00:00:00.000Z',
      },
      {
        ...nothing,
        id: designed,
        name: 'Captain',
        voice_type: 'designed',
        design_prompt: 'A gruff sea captain.',
        effects_chain: [],
        created_at: '2026-01-01T00:00:00.000Z',
        updated_at: '2026-01-01T00:00:00.000Z',
      },
    ]);
  });

  test('returns an empty array without profiles', async () => {
    const member = await newOrganization();

    expect((await member.get(path)).body).toEqual([]);
  });

  test('returns 1,000 profiles newest first, each with its own counts', async () => {
    const member = await newOrganization();
    const { db } = member.server.app;
    const start = '2026-01-01T00:00:00.000Z';
    const profiles = Array.from({ length: 1000 }, (_, n) => {
      // Two at a time have the same timestamp: the later id comes first.
      const created_at = later(start, Math.floor(n / 2) * 1000);
      return {
        id: uuid(),
        organization_id: member.organization_id,
        name: `Voice ${n}`,
        created_at,
        updated_at: start,
      };
    });
    await db.insertInto('voice_profiles').values(profiles).execute();
    const generations = profiles.flatMap(({ id: profile_id, organization_id }, n) =>
      Array.from({ length: n % 4 }, () => ({
        id: uuid(),
        organization_id,
        profile_id,
        text: 'Hi',
        language: 'en',
        duration: 1,
        created_at: start,
      })),
    );
    await db.insertInto('generations').values(generations).execute();
    const file_id = await givenFile(member);
    const samples = profiles.flatMap(({ id: profile_id, organization_id }, n) =>
      Array.from({ length: n % 3 }, () => ({
        id: uuid(),
        organization_id,
        profile_id,
        ...sampleColumns,
        file_id,
        created_at: start,
        updated_at: start,
      })),
    );
    await db.insertInto('voice_samples').values(samples).execute();

    const answer = await member.get(path);

    const seen = answer.body.map(
      ({ id, name, created_at, generation_count, sample_count }: Record<string, unknown>) => ({
        id,
        name,
        created_at,
        generation_count,
        sample_count,
      }),
    );
    const expected = profiles
      .map(({ id, name, created_at }, n) => ({
        id,
        name,
        created_at,
        generation_count: n % 4,
        sample_count: n % 3,
      }))
      .toSorted((a, b) => (`${a.created_at} ${a.id}` < `${b.created_at} ${b.id}` ? 1 : -1));
    expect(seen).toEqual(expected);
  });

  test('counts generations of every status at the time of the request', async () => {
    const member = await newOrganization();
    const [profile_id, other] = [await givenProfile(member), await givenProfile(member)];
    await givenSamples(member, profile_id, 3);
    const failed = await givenGeneration(member, {
      profile_id,
      status: 'failed',
      error_code: 'engine_failed',
      error_message: 'Out of memory.',
    });
    await givenGeneration(member, { profile_id });
    const counts = async () =>
      Object.fromEntries(
        (await member.get(path)).body.map((row: Record<string, unknown>) => [
          row['id'],
          [row['generation_count'], row['sample_count']],
        ]),
      );
    expect(await counts()).toEqual({ [profile_id]: [2, 3], [other]: [0, 0] });

    await member.server.app.db.deleteFrom('generations').where('id', '=', failed).execute();
    await givenSamples(member, other, 1);

    expect(await counts()).toEqual({ [profile_id]: [1, 3], [other]: [0, 1] });
  });

  test("omits other organizations' profiles, for a session and for an API key", async () => {
    const [owner, other] = await Promise.all([newOrganization(), newOrganization()]);
    const id = await givenProfile(owner);
    await givenProfile(other);

    for (const credentials of [
      { token: owner.token },
      { key: owner.key },
      { key: owner.key, token: other.token },
    ]) {
      const answer = await owner.send('GET', path, credentials);
      expect(answer.body.map((profile: { id: string }) => profile.id)).toEqual([id]);
    }
  });
});

describe('getVoiceProfile', () => {
  test('returns the same profile as the list, with either credential', async () => {
    const member = await newOrganization();
    const id = await givenProfile(member, { effects_chain: '[]' });
    await givenProfile(member);
    await givenSamples(member, id, 2);
    await givenGeneration(member, { profile_id: id });

    const answer = await member.get(`${path}/${id}`);

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id, generation_count: 1, sample_count: 2 });
    expect((await member.get(path)).body).toContainEqual(answer.body);
    expect((await member.send('GET', `${path}/${id}`, { key: member.key })).body).toEqual(
      answer.body,
    );
  });

  test.each(['7', 'x'.repeat(36), '%00', `urn:uuid:${uuid()}`])('refuses the id %s', async (id) => {
    const member = await newOrganization();

    const answer = await member.get(`${path}/${id}`);

    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['path', 'profile_id']);
  });
});
