import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { maxWaiting } from '../../../src/voice/generations/rules.ts';
import { newOrganization } from '../../support/organizations.ts';
import { startServer } from '../../support/server.ts';
import { together } from '../../support/together.ts';
import { givenGeneration, givenProfile, givenVersion } from '../given.ts';
import { path } from './given.ts';

describe('createGeneration', () => {
  test('queues the text with the language and the engine of the profile', async () => {
    const member = await newOrganization();
    const profile_id = await givenProfile(member, { language: 'es', name: 'Rosa' });

    const answer = await member.post(path, { profile_id, text: 'Buenos días.' });

    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      profile_id,
      profile_name: 'Rosa',
      created_from: 'text',
      text: 'Buenos días.',
      language: 'es',
      engine: 'qwen',
      status: 'queued',
      progress: 0,
      duration_seconds: null,
      audio_path: null,
    });
    const location = answer.headers.get('location') ?? '';
    expect((await member.get(location)).body).toEqual(answer.body);
  });

  test('ignores what the engine does not take, and keeps what it does', async () => {
    const member = await newOrganization();
    const profile_id = await givenProfile(member);
    const own = { language: 'de', seed: 7, instruct: 'Slowly.', model: 'tts-1-hd' };

    const { body } = await member.post(path, { profile_id, text: 'Guten Tag.', ...own });

    expect(body).toMatchObject({ ...own, seed: null });
  });

  test.each([
    ['of the request', { engine: 'kokoro' }, {}],
    ['of the profile', {}, { default_engine: 'kokoro' }],
    ['of the preset', {}, { voice_type: 'preset', preset_engine: 'kokoro', preset_voice_id: 'x' }],
  ] as const)('refuses the engine %s if it cannot be used here', async (_, request, profile) => {
    const member = await newOrganization();
    const profile_id = await givenProfile(member, profile);

    const answer = await member.post(path, { profile_id, text: 'Good morning.', ...request });

    expect([answer.status, answer.body.code, answer.body.engine, answer.body.reason]).toEqual([
      409,
      'engine_unavailable',
      'kokoro',
      'This service has no such engine.',
    ]);
    expect((await member.get(path)).body.items).toEqual([]);
  });

  test('is refused where there is no engine at all', async () => {
    const server = await startServer({
      speech: undefined,
      espeak: { path: '/nowhere/espeak-ng', env: {} },
    });
    try {
      const member = await newOrganization({ server });
      const profile_id = await givenProfile(member);

      const answer = await member.post(path, { profile_id, text: 'Good morning.' });
      const engines = await member.get('/api/v1/voice/engines');

      expect([answer.status, answer.body.code]).toEqual([409, 'engine_unavailable']);
      expect(engines.body.items).toMatchObject([
        { id: 'openai', is_available: false, reason: expect.stringContaining('SPEECH_URL') },
        { id: 'espeak', is_available: false, reason: expect.stringContaining('not installed') },
      ]);
    } finally {
      await server.close();
    }
  });

  test("refuses another organization's profile and an empty text", async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    const foreign = await givenProfile(other);
    const own = await givenProfile(member);

    const answers = [
      await member.post(path, { profile_id: foreign, text: 'x' }),
      await member.post(path, { profile_id: randomUUID(), text: 'x' }),
      await member.post(path, { profile_id: own, text: ' \n ' }),
      await member.post(path, { profile_id: own, text: 'x'.repeat(20_001) }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 422, 422]);
  });

  test('queues exactly as many as allowed, also of two at once', async () => {
    const member = await newOrganization();
    const profile_id = await givenProfile(member);
    await member.server.app.db
      .insertInto('generations')
      .values(
        Array.from({ length: maxWaiting - 1 }, () => ({
          id: randomUUID(),
          organization_id: member.organization_id,
          profile_id,
          text: 'x',
          language: 'en',
          status: 'queued' as const,
          created_at: member.server.app.now(),
        })),
      )
      .execute();
    const create = () => member.post(path, { profile_id, text: 'Good morning.' });

    const answers = await together(member.server, [create, create]);
    const { body: canceled } = await member.get(`${path}?status=queued&limit=1`);
    await member.post(`${path}/${canceled.items[0].id}/cancel`);
    const room = await create();

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'limit_reached',
      limit: maxWaiting,
    });
    expect(room.status).toBe(201);
  });
});

describe('listGenerations', () => {
  test('returns those that match the filters, newest first, in stable pages', async () => {
    const member = await newOrganization();
    const [first, second] = [await givenProfile(member), await givenProfile(member)];
    const a = await givenGeneration(member, { profile_id: first });
    const b = await givenGeneration(member, { profile_id: second, status: 'queued' });
    const c = await givenGeneration(member, { profile_id: first, status: 'queued' });
    const ids = async (query: string) =>
      (await member.get(`${path}${query}`)).body.items.map(({ id }: { id: string }) => id);

    expect(await ids('')).toEqual([c, b, a]);
    expect(await ids(`?profile_id=${first}`)).toEqual([c, a]);
    expect(await ids('?status=queued')).toEqual([c, b]);
    expect(await ids(`?status=queued&profile_id=${first}`)).toEqual([c]);
    const { body: page } = await member.get(`${path}?limit=2`);
    await givenGeneration(member);
    expect(await ids(`?limit=2&cursor=${page.next_cursor}`)).toEqual([a]);
  });

  test('shows the default version, and nothing of other organizations', async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    const id = await givenGeneration(member);
    const version = await givenVersion(member, id, { is_default: true });
    await givenVersion(member, id);
    await givenGeneration(other);

    const { body } = await member.get(path);

    expect(body.items).toMatchObject([
      {
        id,
        status: 'completed',
        progress: 100,
        duration_seconds: 2.5,
        default_version_id: version,
        audio_path: `${path}/${id}/versions/${version}/audio`,
      },
    ]);
  });

  test.each(['profile_id=x', 'status=done'])('refuses %s', async (query) => {
    const member = await newOrganization();

    expect((await member.get(`${path}?${query}`)).status).toBe(422);
  });
});
