import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import { givenItemWithVersions, givenStory } from '../given.ts';

const path = '/api/v1/voice/stories';
const create = async (member: Member, body: object = { name: 'Welcome tour' }) =>
  (await member.post(path, body)).body;

describe('createStory', () => {
  test('creates a story without items', async () => {
    const member = await newOrganization();

    const answer = await member.post(path, { name: 'Welcome tour', description: 'For new ones.' });

    const { id, created_at } = answer.body;
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`${path}/${id}`);
    expect(answer.body).toEqual({
      id,
      name: 'Welcome tour',
      description: 'For new ones.',
      item_count: 0,
      created_at,
      updated_at: created_at,
      items: [],
    });
    expect((await member.get(`${path}/${id}`)).body).toEqual(answer.body);
  });

  test('needs a name alone, which others may have', async () => {
    const member = await newOrganization();
    const first = await create(member, { name: 'x'.repeat(100) });

    const second = await member.post(path, { name: first.name, description: null });

    expect([first.description, second.status, second.body.description]).toEqual([null, 201, null]);
    const listed = (await member.get(path)).body.items;
    expect(listed.map((story: { id: string }) => story.id)).toEqual([second.body.id, first.id]);
  });

  test.each([
    [{}, 'name', 'missing'],
    [{ name: '' }, 'name', 'string_too_short'],
    [{ name: 'x'.repeat(101) }, 'name', 'string_too_long'],
    [{ name: 'x', description: 'x'.repeat(501) }, 'description', 'string_too_long'],
    [{ name: 'x', items: [] }, 'items', 'extra_forbidden'],
  ])('refuses %j', async (body, member, type) => {
    const answer = await (await newOrganization()).post(path, body);

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([{ loc: ['body', member], type }]);
  });
});

describe('updateStory', () => {
  test('changes what is sent, and its time', async () => {
    const member = await newOrganization();
    const { story_id } = await givenItemWithVersions(member);
    const before = (await member.get(`${path}/${story_id}`)).body;

    const named = await member.patch(`${path}/${story_id}`, { name: 'Short tour' });
    const described = await member.patch(`${path}/${story_id}`, { description: 'For callers.' });

    expect(named.body).toEqual({
      ...before,
      name: 'Short tour',
      updated_at: named.body.updated_at,
    });
    expect(named.body.updated_at > before.updated_at).toBe(true);
    expect(described.body).toMatchObject({ name: 'Short tour', description: 'For callers.' });
    expect(described.body.items).toEqual(before.items);
  });

  test('keeps the time and the ETag if the values are as they were', async () => {
    const member = await newOrganization();
    const story = await create(member, { name: 'Welcome tour', description: 'x' });
    const before = await member.get(`${path}/${story.id}`);

    const answer = await member.patch(`${path}/${story.id}`, { description: 'x' });

    expect([answer.text, answer.headers.get('etag')]).toEqual([
      before.text,
      before.headers.get('etag'),
    ]);
  });

  test('removes the description with null', async () => {
    const member = await newOrganization();
    const { id } = await create(member, { name: 'Welcome tour', description: 'x' });

    expect((await member.patch(`${path}/${id}`, { description: null })).body.description).toBe(
      null,
    );
  });
});

describe('deleteStory', () => {
  test('removes the story and its items, and keeps the generations', async () => {
    const member = await newOrganization();
    const { story_id, generation_id } = await givenItemWithVersions(member);
    const other = await givenStory(member);

    const answer = await member.delete(`${path}/${story_id}`);

    const { db } = member.server.app;
    const left = await db.selectFrom('story_items').where('story_id', '=', story_id).execute();
    const kept = db.selectFrom('generations').select('id').where('id', '=', generation_id);
    expect([answer.status, answer.text, left]).toEqual([204, '', []]);
    expect(await kept.execute()).toHaveLength(1);
    expect((await member.get(`${path}/${story_id}`)).status).toBe(404);
    expect((await member.get(`${path}/${other}`)).status).toBe(200);
  });

  test('and an item that is added at the same time leave no item without a story', async () => {
    const member = await newOrganization();

    for (let round = 0; round < 5; round++) {
      const { story_id, generation_id } = await givenItemWithVersions(member);
      const [deleted, added] = await together(member.server, [
        () => member.delete(`${path}/${story_id}`),
        () => member.post(`${path}/${story_id}/items`, { generation_id }),
      ]);

      expect(deleted?.status).toBe(204);
      expect([201, 404]).toContain(added?.status);
    }
  });
});
