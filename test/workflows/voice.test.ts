import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../support/organizations.ts';
import { together } from '../support/together.ts';
import { untilWaiting } from '../support/waiting.ts';
import { givenProfile } from '../voice/given.ts';
import { givenRun, givenWorkflow, versionsOf } from './given.ts';

const profilePath = (id: string): string => `/api/v1/voice/profiles/${id}`;
const speaking = (voice_profile_id: unknown) => ({
  workflow_configurations: { voice: 'calm', voice_profile_id },
});
const stored = (voice_profile_id: string) => ({
  workflow_configurations: JSON.stringify({ voice_profile_id }),
});
const refused = (voice_profile_id: string) => ({
  status: 409,
  body: { code: 'voice_profile_missing', voice_profile_id },
});

describe('A workflow that names a voice profile', () => {
  test('shows it, and so does a duplicate', async () => {
    const member = await newOrganization();
    const id = await givenProfile(member);
    const workflow = { name: 'Reminder', workflow_definition: {}, ...speaking(id) };

    const created = await member.post('/api/v1/workflow', workflow);
    const copy = await member.post(`/api/v1/workflow/${created.body.id}/duplicate`);

    expect(created.status).toBe(201);
    expect(created.body).toMatchObject(speaking(id));
    expect(copy.body).toMatchObject(speaking(id));
  });

  test('is refused if the profile is unknown or of another organization', async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    const { path } = await givenWorkflow(member);
    const before = await member.get(path);

    for (const id of [uuid(), '11111111-1111-1111-1111-111111111111', await givenProfile(other)]) {
      const workflow = { name: 'Reminder', workflow_definition: {}, ...speaking(id) };
      expect(await member.post('/api/v1/workflow', workflow)).toMatchObject(refused(id));
      expect(await member.put(path, { name: 'New', ...speaking(id) })).toMatchObject(refused(id));
    }
    const listed = (await member.get('/api/v1/workflow')).body.items;
    expect([listed.length, (await member.get(path)).text]).toEqual([1, before.text]);
  });

  test.each([null, 7, 'amelia', ''])('is refused if the id is %j', async (id) => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);

    const answer = await member.put(path, speaking(id));

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([
      { loc: ['body', 'workflow_configurations', 'voice_profile_id'] },
    ]);
  });

  test('is not published after the profile was deleted', async () => {
    const member = await newOrganization();
    const id = await givenProfile(member);
    const { path } = await givenWorkflow(member);
    await member.put(path, speaking(id));
    await member.delete(profilePath(id));

    const answer = await member.post(`${path}/publish`);

    expect(answer).toMatchObject(refused(id));
    expect(await versionsOf(member, path)).toEqual([[1, 'draft']]);
    await member.put(path, { workflow_configurations: {} });
    expect((await member.post(`${path}/publish`)).status).toBe(200);
  });
});

describe('getRunSession', () => {
  const voiceIn = async (member: Member, configurations: object) => {
    const workflow = await givenWorkflow(member, {
      workflow_configurations: JSON.stringify(configurations),
    });
    const run_id = await givenRun(member, workflow);
    const { status, body } = await member.get(`/api/v1/runs/${run_id}/session`);
    return status === 200 ? body.voice : status;
  };

  test('shows the voice to speak with, as the profile is now', async () => {
    const member = await newOrganization();
    const effects_chain = [{ type: 'gain', enabled: true, params: { gain_db: 2.5 } }];
    const id = await givenProfile(member, {
      name: 'Front desk',
      language: 'es',
      voice_type: 'preset',
      preset_engine: 'kokoro',
      preset_voice_id: 'af_heart',
      default_engine: 'qwen',
      personality: 'Brief.',
      effects_chain: JSON.stringify(effects_chain),
    });

    expect(await voiceIn(member, { voice_profile_id: id.toUpperCase() })).toEqual({
      id,
      name: 'Front desk',
      language: 'es',
      voice_type: 'preset',
      preset_engine: 'kokoro',
      preset_voice_id: 'af_heart',
      design_prompt: null,
      default_engine: 'qwen',
      personality: 'Brief.',
      effects_chain,
    });
  });

  test("shows none without one, of a deleted one, and of another organization's", async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];

    for (const voice_profile_id of [undefined, uuid(), await givenProfile(other), 'amelia', 7])
      expect(await voiceIn(member, { voice_profile_id })).toBeNull();
  });
});

describe('deleteVoiceProfile', () => {
  test('refuses while published workflows speak with it, and names them', async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    const id = await givenProfile(member);
    const published = { ...stored(id), versions: ['published', 'draft'] } as const;
    const ids = [
      (await givenWorkflow(member, published)).id,
      (await givenWorkflow(member, { ...published, status: 'archived' })).id,
    ];
    await givenWorkflow(member, { ...stored(id), versions: ['archived', 'draft'] });
    await givenWorkflow(member, { versions: ['published'] });
    await givenWorkflow(other, published);

    const answer = await member.delete(profilePath(id));

    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'voice_profile_used_by_workflows',
        workflow_ids: ids,
        workflow_count: 2,
        detail:
          '2 workflows with a published version speak with this voice. Choose another one for them first.',
      },
    });
    for (const workflow of ids)
      await member.put(`/api/v1/workflow/${workflow}`, { workflow_configurations: {} });
    expect((await member.delete(profilePath(id))).status).toBe(204);
  });

  test('names a hundred workflows of more', async () => {
    const member = await newOrganization();
    const id = await givenProfile(member);
    for (let n = 0; n < 102; n++)
      await givenWorkflow(member, { ...stored(id), versions: ['published'] });

    const { body } = await member.delete(profilePath(id));

    expect([body.workflow_count, body.workflow_ids.length]).toEqual([102, 100]);
  });

  describe('at the same time as the workflow is published', () => {
    test.each([
      ['goes first: the workflow stays a draft', true, 409],
      ['is taken back: the workflow is published', false, 200],
    ])('%s', async (_, goes, status) => {
      const member = await newOrganization();
      const id = await givenProfile(member);
      const { path } = await givenWorkflow(member, stored(id));
      const deleting = await member.server.app.db.startTransaction().execute();
      await deleting
        .selectFrom('voice_profiles')
        .select('id')
        .where('id', '=', id)
        .forUpdate()
        .execute();

      const publishing = member.post(`${path}/publish`);
      await untilWaiting(deleting, member);
      if (goes) await deleting.deleteFrom('voice_profiles').where('id', '=', id).execute();
      await (goes ? deleting.commit() : deleting.rollback()).execute();

      expect(await publishing).toMatchObject({ status });
    });

    test.each([
      ['comes second: the profile stays', true, 409],
      ['comes second, and the other is taken back: the profile is deleted', false, 204],
    ])('%s', async (_, stays, status) => {
      const member = await newOrganization();
      const id = await givenProfile(member);
      const { id: workflow_id } = await givenWorkflow(member, stored(id));
      const publishing = await member.server.app.db.startTransaction().execute();
      await member.server.app.lookups.hasVoiceProfile(publishing, member.organization_id, id);

      const deleting = member.delete(profilePath(id));
      await untilWaiting(publishing, member);
      await publishing
        .updateTable('workflow_definitions')
        .set({ version_status: 'published' })
        .where('workflow_id', '=', workflow_id)
        .execute();
      await (stays ? publishing.commit() : publishing.rollback()).execute();

      expect(await deleting).toMatchObject({ status });
    });

    test('never leaves a published workflow without its voice, whichever is first', async () => {
      const member = await newOrganization();

      for (let round = 0; round < 10; round++) {
        const id = await givenProfile(member);
        const { path } = await givenWorkflow(member, stored(id));

        const answers = await together(member.server, [
          () => member.post(`${path}/publish`),
          () => member.delete(profilePath(id)),
        ]);

        expect([
          [200, 409],
          [409, 204],
        ]).toContainEqual(answers.map(({ status }) => status));
      }
    });
  });
});
