import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import { givenGeneration, givenProfile, givenSamples } from '../given.ts';

const path = '/api/v1/voice/profiles';
const preset = { voice_type: 'preset', preset_engine: 'kokoro', preset_voice_id: 'af_heart' };
const designed = { voice_type: 'designed', design_prompt: 'A gruff sea captain.' };

const create = async (member: Member, body: object) => {
  const answer = await member.post(path, body);
  expect(answer.status).toBe(201);
  return answer.body;
};
const places = (answer: { body: { detail: { loc: string[] }[] } }) =>
  answer.body.detail.map(({ loc }) => loc.join('.'));

describe('createVoiceProfile', () => {
  test('creates a cloned voice in English if only a name is sent', async () => {
    const member = await newOrganization();

    const answer = await member.post(path, { name: 'Amelia' });

    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`${path}/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      name: 'Amelia',
      description: null,
      language: 'en',
      avatar_path: null,
      effects_chain: null,
      voice_type: 'cloned',
      preset_engine: null,
      preset_voice_id: null,
      design_prompt: null,
      default_engine: null,
      personality: null,
      generation_count: 0,
      sample_count: 0,
    });
    expect((await member.get(`${path}/${answer.body.id}`)).body).toEqual(answer.body);
    expect((await member.get(path)).body).toEqual([answer.body]);
  });

  test.each([
    preset,
    designed,
    { language: 'gsw', description: 'x'.repeat(500), default_engine: 'qwen', personality: 'Calm.' },
  ])('stores %j', async (members) => {
    const member = await newOrganization();

    expect(await create(member, { name: 'x'.repeat(100), ...members })).toMatchObject(members);
  });

  test.each([
    [{ voice_type: 'preset' }, ['body.preset_engine', 'body.preset_voice_id']],
    [{ voice_type: 'preset', preset_engine: 'kokoro' }, ['body.preset_voice_id']],
    [{ ...preset, preset_voice_id: null }, ['body.preset_voice_id']],
    [{ ...preset, design_prompt: 'Gruff.' }, ['body.design_prompt']],
    [{ voice_type: 'designed' }, ['body.design_prompt']],
    [{ ...designed, preset_engine: 'kokoro' }, ['body.preset_engine']],
    [{ preset_engine: 'kokoro', design_prompt: 'x' }, ['body.preset_engine', 'body.design_prompt']],
    [{ voice_type: 'sung' }, ['body.voice_type']],
    [{ name: '' }, ['body.name']],
    [{ name: 'x'.repeat(101) }, ['body.name']],
    [{ description: 'x'.repeat(501) }, ['body.description']],
    [{ language: 'en-US' }, ['body.language', 'body.language']],
    [{ language: 'english' }, ['body.language', 'body.language']],
    [{ language: 'EN' }, ['body.language']],
    [{ sample_count: 3 }, ['body.sample_count']],
  ])('refuses %j', async (members, expected) => {
    const member = await newOrganization();

    const answer = await member.post(path, { name: 'Amelia', ...members });

    expect([answer.status, places(answer)]).toEqual([422, expected]);
    expect((await member.get(path)).body).toEqual([]);
  });

  test('refuses the name of another profile of the organization alone', async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    await create(member, { name: 'Amelia' });

    const answer = await member.post(path, { name: 'Amelia' });

    expect([answer.status, answer.body]).toMatchObject([
      409,
      {
        code: 'voice_profile_name_exists',
        param: 'name',
        detail: 'A voice profile named "Amelia" already exists.',
      },
    ]);
    await create(member, { name: 'amelia' });
    await create(other, { name: 'Amelia' });
  });

  test('gives a name to one of several concurrent requests', async () => {
    const member = await newOrganization();
    const post = () => member.post(path, { name: 'Amelia' });

    const answers = await together(member.server, [post, post, post, post]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409,
    ]);
    expect((await member.get(path)).body).toHaveLength(1);
  });
});

describe('updateVoiceProfile', () => {
  test('changes only what is sent; null removes a value', async () => {
    const member = await newOrganization();
    const before = await create(member, {
      name: 'Amelia',
      description: 'Warm.',
      default_engine: 'qwen',
    });

    const { status, body } = await member.patch(`${path}/${before.id}`, {
      description: null,
      language: 'de',
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      description: null,
      language: 'de',
      updated_at: body.updated_at,
    });
    expect((await member.get(`${path}/${before.id}`)).body).toEqual(body);
  });

  test('takes the members of a type that the voice leaves, and needs those of the new one', async () => {
    const member = await newOrganization();
    const { id } = await create(member, { name: 'Amelia', ...preset });
    const patch = (body: object) => member.patch(`${path}/${id}`, body);

    const incomplete = await patch({ voice_type: 'designed' });
    expect([incomplete.status, places(incomplete)]).toEqual([422, ['body.design_prompt']]);
    expect((await patch(designed)).body).toMatchObject({
      ...designed,
      preset_engine: null,
      preset_voice_id: null,
    });
    const foreign = await patch({ preset_engine: 'kokoro' });
    expect([foreign.status, places(foreign)]).toEqual([422, ['body.preset_engine']]);
    const needed = await patch({ design_prompt: null });
    expect([needed.status, places(needed)]).toEqual([422, ['body.design_prompt']]);
    expect((await patch({ voice_type: 'cloned' })).body).toMatchObject({
      voice_type: 'cloned',
      design_prompt: null,
    });
  });

  test('refuses the name of another profile, and accepts its own', async () => {
    const member = await newOrganization();
    const { id } = await create(member, { name: 'Amelia' });
    await create(member, { name: 'Rosa' });

    const taken = await member.patch(`${path}/${id}`, { name: 'Rosa' });

    expect([taken.status, taken.body.code]).toEqual([409, 'voice_profile_name_exists']);
    expect((await member.patch(`${path}/${id}`, { name: 'Amelia' })).status).toBe(200);
  });

  test('gives a name to one of several concurrent requests', async () => {
    const member = await newOrganization();
    const ids = [await givenProfile(member), await givenProfile(member)];

    const answers = await together(member.server, [
      ...ids.map((id) => () => member.patch(`${path}/${id}`, { name: 'Amelia' })),
      () => member.post(path, { name: 'Amelia' }),
    ]);

    const won = answers.filter(({ status }) => status < 300);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
  });
});

describe('setVoiceProfileEffects', () => {
  test('stores the effects in order, with the parameters that were left out', async () => {
    const member = await newOrganization();
    const { id } = await create(member, { name: 'Amelia' });

    const answer = await member.put(`${path}/${id}/effects`, {
      effects_chain: [
        { type: 'gain', enabled: false },
        { type: 'compressor', params: { ratio: 2 } },
      ],
    });

    expect(answer.status).toBe(200);
    expect(answer.body.effects_chain).toEqual([
      { type: 'gain', enabled: false, params: { gain_db: 0 } },
      {
        type: 'compressor',
        enabled: true,
        params: { threshold_db: -20, ratio: 2, attack_ms: 10, release_ms: 100 },
      },
    ]);
    expect((await member.get(`${path}/${id}`)).body).toEqual(answer.body);
  });

  test('keeps the ETag if the effects are the same, and tells none from never set', async () => {
    const member = await newOrganization();
    const { id } = await create(member, { name: 'Amelia' });
    const set = (chain: object[]) => member.put(`${path}/${id}/effects`, { effects_chain: chain });

    const [first, again] = [await set([{ type: 'delay' }]), await set([{ type: 'delay' }])];

    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect((await set([])).body.effects_chain).toEqual([]);
  });

  test.each([
    [[{ type: 'flanger' }], ['body.effects_chain.0.type']],
    [
      [{ type: 'gain' }, { type: 'gain', params: { gain_db: 41 } }],
      ['body.effects_chain.1.params.gain_db'],
    ],
    [
      [{ type: 'gain', params: { cutoff_frequency_hz: 80 } }],
      ['body.effects_chain.0.params.cutoff_frequency_hz'],
    ],
    [Array.from({ length: 17 }, () => ({ type: 'gain' })), ['body.effects_chain']],
  ])('refuses %j', async (effects_chain, expected) => {
    const member = await newOrganization();
    const { id } = await create(member, { name: 'Amelia' });

    const answer = await member.put(`${path}/${id}/effects`, { effects_chain });

    expect([answer.status, places(answer)]).toEqual([422, expected]);
  });
});

describe('deleteVoiceProfile', () => {
  test('deletes the profile with its samples', async () => {
    const member = await newOrganization();
    const id = await givenProfile(member);
    const other = await givenProfile(member);
    await givenSamples(member, id, 3);

    expect((await member.delete(`${path}/${id}`)).status).toBe(204);

    expect((await member.get(path)).body.map((profile: { id: string }) => profile.id)).toEqual([
      other,
    ]);
    expect((await member.delete(`${path}/${id}`)).status).toBe(404);
  });

  test('refuses while the profile has generations, and says how many', async () => {
    const member = await newOrganization();
    const profile_id = await givenProfile(member);
    const made = await givenGeneration(member, { profile_id });
    await givenGeneration(member, {
      profile_id,
      status: 'failed',
      error_code: 'engine_failed',
      error_message: 'x',
    });
    const { db } = member.server.app;

    const two = await member.delete(`${path}/${profile_id}`);
    await db.deleteFrom('generations').where('id', '=', made).execute();
    const one = await member.delete(`${path}/${profile_id}`);
    await db.deleteFrom('generations').where('profile_id', '=', profile_id).execute();

    expect([two.status, two.body]).toMatchObject([
      409,
      {
        code: 'voice_profile_in_use',
        generation_count: 2,
        detail: 'The voice profile has 2 generations. Delete them first.',
      },
    ]);
    expect(one.body.detail).toBe('The voice profile has 1 generation. Delete it first.');
    expect((await member.delete(`${path}/${profile_id}`)).status).toBe(204);
  });

  test('makes room for another profile', async () => {
    const [member, admin] = [await newOrganization(), await newOrganization({ superAdmin: true })];
    const limits = `/api/v1/admin/organizations/${member.organization_id}/limits`;
    const { id } = await create(member, { name: 'Amelia' });
    await admin.put(limits, { voice_profile_limit: 1 });
    const post = () => member.post(path, { name: 'Rosa' });

    const full = await post();
    await member.delete(`${path}/${id}`);

    expect([full.status, full.body.limit_name, full.body.limit]).toEqual([
      409,
      'voice_profile_limit',
      1,
    ]);
    expect((await post()).status).toBe(201);
  });
});
