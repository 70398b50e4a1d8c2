import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';

const path = '/api/v1/voice/profiles';
const sent = { external_id: 'crm-4711', metadata: { team: 'front-desk' } };
const conflict = { code: 'external_id_exists', param: 'external_id' };

describe('createVoiceProfile', () => {
  test('keeps an external ID and metadata, which listVoiceProfiles shows', async () => {
    const member = await newOrganization();

    const created = await member.post(path, { name: 'Amelia', ...sent });

    expect(created.body).toMatchObject(sent);
    expect((await member.get(path)).body).toEqual([created.body]);
    expect((await member.get(`${path}/${created.body.id}`)).body).toEqual(created.body);
  });

  test('lets exactly one of two requests at once have an external ID', async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    const create = (name: string) => member.post(path, { name, ...sent });

    const answers = await Promise.all([create('Amelia'), create('Captain')]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject(conflict);
    expect((await other.post(path, { name: 'Amelia', ...sent })).status).toBe(201);
  });
});

describe('updateVoiceProfile', () => {
  test('replaces the metadata as sent, and gives an external ID up that is null', async () => {
    const member = await newOrganization();
    const { body } = await member.post(path, { name: 'Amelia', ...sent });
    const own = `${path}/${body.id}`;

    const same = await member.patch(own, { metadata: sent.metadata });
    const replaced = await member.patch(own, { metadata: { b: '2' }, external_id: null });

    expect(same.body).toEqual(body);
    expect(replaced.body).toMatchObject({ external_id: null, metadata: { b: '2' } });
    const [event] = (await member.get('/api/v1/audit-events?action=voice_profile.updated')).body
      .items;
    expect(event.after).toMatchObject({ external_id: null, metadata: { bytes: 9 } });
    expect((await member.post(path, { name: 'Captain', ...sent })).status).toBe(201);
  });

  test('refuses the external ID of another profile', async () => {
    const member = await newOrganization();
    await member.post(path, { name: 'Amelia', ...sent });
    const { body } = await member.post(path, { name: 'Captain' });

    const answer = await member.patch(`${path}/${body.id}`, { external_id: 'crm-4711' });

    expect([answer.status, answer.body]).toEqual([409, expect.objectContaining(conflict)]);
  });
});
