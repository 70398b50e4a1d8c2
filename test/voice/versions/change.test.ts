import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import {
  givenGeneration,
  givenItem,
  givenItemWithVersions,
  givenStory,
  givenVersion,
} from '../given.ts';
import { path } from '../generations/given.ts';

describe('cancelGeneration', () => {
  test('ends a queued one, and canceling again changes nothing', async () => {
    const member = await newOrganization();
    const id = await givenGeneration(member, { status: 'queued' });

    const canceled = await member.post(`${path}/${id}/cancel`);
    const again = await member.post(`${path}/${id}/cancel`);

    expect(canceled.body).toMatchObject({ status: 'canceled', ended_at: expect.any(String) });
    expect([again.status, again.body]).toEqual([200, canceled.body]);
  });

  test.each(['completed', 'failed'] as const)('refuses one that is %s', async (status) => {
    const member = await newOrganization();
    const failed = { error_code: 'too_long', error_message: 'x' } as const;
    const id = await givenGeneration(member, { status, ...(status === 'failed' && failed) });

    const answer = await member.post(`${path}/${id}/cancel`);

    expect([answer.status, answer.body.code, answer.body.state]).toEqual([
      409,
      'generation_not_cancelable',
      status,
    ]);
  });
});

describe('deleteGeneration', () => {
  test('removes it with its versions', async () => {
    const member = await newOrganization();
    const id = await givenGeneration(member);
    await givenVersion(member, id);

    expect((await member.delete(`${path}/${id}`)).status).toBe(204);

    expect((await member.get(`${path}/${id}`)).status).toBe(404);
    expect((await member.get(`${path}/${id}/versions`)).status).toBe(404);
  });

  test('names the stories that show it, and then changes nothing', async () => {
    const member = await newOrganization();
    const { generation_id, story_id } = await givenItemWithVersions(member);
    const second = await givenStory(member);
    await givenItem(member, { story_id: second, generation_id });

    const answer = await member.delete(`${path}/${generation_id}`);

    expect([answer.status, answer.body.code, answer.body.story_ids]).toEqual([
      409,
      'generation_in_use',
      [story_id, second].toSorted(),
    ]);
    expect((await member.get(`${path}/${generation_id}`)).status).toBe(200);
  });
});

describe('setDefaultGenerationVersion', () => {
  test('makes a version the only default, which unpinned items follow', async () => {
    const member = await newOrganization();
    const { generation_id, story_id, original, warmer } = await givenItemWithVersions(member);
    const set = () => member.post(`${path}/${generation_id}/versions/${warmer}/set-default`);

    const answer = await set();
    const again = await set();

    expect(answer.body).toMatchObject({ id: warmer, is_default: true });
    expect(again.body).toEqual(answer.body);
    const { body: versions } = await member.get(`${path}/${generation_id}/versions`);
    expect(
      versions.items.map((version: Record<string, unknown>) => [
        version['id'],
        version['is_default'],
      ]),
    ).toEqual([
      [warmer, true],
      [original, false],
    ]);
    const { body: generation } = await member.get(`${path}/${generation_id}`);
    expect(generation.default_version_id).toBe(warmer);
    const { body: story } = await member.get(`/api/v1/voice/stories/${story_id}`);
    expect(story.items[0].active_version_id).toBe(warmer);
  });

  test('leaves one default when two are set at once', async () => {
    const member = await newOrganization();
    const id = await givenGeneration(member);
    const ids = [await givenVersion(member, id), await givenVersion(member, id)];

    const answers = await together(
      member.server,
      ids.map((version) => () => member.post(`${path}/${id}/versions/${version}/set-default`)),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await member.get(`${path}/${id}/versions`);
    expect(
      body.items.filter((version: { is_default: boolean }) => version.is_default),
    ).toHaveLength(1);
  });
});

describe('deleteGenerationVersion', () => {
  test('removes one that is not needed', async () => {
    const member = await newOrganization();
    const { generation_id, original, warmer } = await givenItemWithVersions(member);

    const answer = await member.delete(`${path}/${generation_id}/versions/${warmer}`);

    expect(answer.status).toBe(204);
    const { body } = await member.get(`${path}/${generation_id}/versions`);
    expect(body.items).toMatchObject([{ id: original }]);
  });

  test('refuses the default one, one that is pinned, and the last one', async () => {
    const member = await newOrganization();
    const { generation_id, original, warmer, story_id, item_id } =
      await givenItemWithVersions(member);
    const remove = async (version: string, of = generation_id) => {
      const { status, body } = await member.delete(`${path}/${of}/versions/${version}`);
      return [status, body.code, body.reason, body.story_ids];
    };
    const alone = await givenGeneration(member);
    const last = await givenVersion(member, alone);
    const pin = `/api/v1/voice/stories/${story_id}/items/${item_id}/version`;
    await member.put(pin, { version_id: warmer });

    const code = 'generation_version_in_use';
    expect(await remove(original)).toEqual([409, code, 'default', []]);
    expect(await remove(warmer)).toEqual([409, code, 'pinned', [story_id]]);
    expect(await remove(last, alone)).toEqual([409, code, 'last', []]);
  });

  test('waits for a pin that is being set, and then refuses', async () => {
    const member = await newOrganization();
    const { generation_id, warmer, story_id, item_id } = await givenItemWithVersions(member);
    const pin = `/api/v1/voice/stories/${story_id}/items/${item_id}/version`;

    const [pinned, deleted] = await together(member.server, [
      () => member.put(pin, { version_id: warmer }),
      () => member.delete(`${path}/${generation_id}/versions/${warmer}`),
    ]);

    // Whoever is first decides; neither leaves an item pinned to what does not exist.
    expect([
      [200, 409],
      [404, 204],
    ]).toContainEqual([pinned?.status, deleted?.status]);
  });
});
