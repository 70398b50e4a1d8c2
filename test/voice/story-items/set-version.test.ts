import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { audioPath } from '../../../src/voice/versions/rules.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import { untilWaiting } from '../../support/waiting.ts';
import {
  type GivenItem,
  givenGeneration,
  givenItem,
  givenItemWithVersions,
  givenStory,
  givenVersion,
} from '../given.ts';

type Key = Pick<GivenItem, 'story_id' | 'item_id'>;

const path = ({ story_id, item_id }: Key): string =>
  `/api/v1/voice/stories/${story_id}/items/${item_id}/version`;
const set = (member: Member, key: Key, version_id: unknown) =>
  member.put(path(key), { version_id });
const story = async (member: Member, { story_id }: Key) =>
  (await member.get(`/api/v1/voice/stories/${story_id}`)).body;

describe('setStoryItemVersion', () => {
  test('pins the item, unpins it with null, and updates the story', async () => {
    const member = await newOrganization();
    const given = await givenItemWithVersions(member);
    const { item_id, original, warmer } = given;

    const pinned = await set(member, given, warmer);
    const storyPinned = await story(member, given);
    const unpinned = await set(member, given, null);

    expect(pinned.status).toBe(200);
    expect(pinned.body).toMatchObject({
      id: item_id,
      version_id: warmer,
      active_version_id: warmer,
      audio_path: audioPath(given.generation_id, warmer),
    });
    expect(pinned.body.versions.map((version: { id: string }) => version.id)).toEqual([
      original,
      warmer,
    ]);
    expect(storyPinned.items).toEqual([pinned.body]);
    expect(unpinned.body).toEqual({
      ...pinned.body,
      version_id: null,
      active_version_id: original,
      audio_path: audioPath(given.generation_id, original),
    });
    expect((await story(member, given)).items).toEqual([unpinned.body]);
  });

  test('keeps the item at its version when the default version changes', async () => {
    const member = await newOrganization();
    const given = await givenItemWithVersions(member);
    await set(member, given, given.original);

    const { db } = member.server.app;
    const versions = db
      .updateTable('generation_versions')
      .where('generation_id', '=', given.generation_id);
    await versions.set({ is_default: false }).execute();
    await versions.set({ is_default: true }).where('id', '=', given.warmer).execute();

    expect((await story(member, given)).items[0]).toMatchObject({
      version_id: given.original,
      active_version_id: given.original,
    });
  });

  test('changes only that item, and the time of its story', async () => {
    const member = await newOrganization();
    const given = await givenItemWithVersions(member);
    const { story_id, generation_id } = given;
    const beside = await givenItem(member, { story_id, generation_id, start_time_ms: 9000 });

    await set(member, given, given.warmer);

    const after = await story(member, given);
    expect(after.items[1]).toMatchObject({ id: beside, version_id: null });
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse('2026-01-02T00:00:00.000Z'));
  });

  test('changes nothing when the version is already set', async () => {
    const member = await newOrganization();
    const given = await givenItemWithVersions(member);
    await set(member, given, given.warmer);
    const before = await story(member, given);

    const again = await set(member, given, given.warmer);

    expect(again.status).toBe(200);
    expect(again.body).toEqual(before.items[0]);
    expect(await story(member, given)).toEqual(before);
  });

  test('accepts a version id in upper case', async () => {
    const member = await newOrganization();
    const given = await givenItemWithVersions(member);

    expect((await set(member, given, given.warmer.toUpperCase())).body.version_id).toBe(
      given.warmer,
    );
  });

  describe('does not find', () => {
    test.each<
      [string, string, (member: Member, given: GivenItem) => Promise<Key & { version_id: string }>]
    >([
      [
        'an unknown story',
        'Story',
        async (_, given) => ({ ...given, story_id: uuid(), version_id: given.warmer }),
      ],
      [
        'an unknown item',
        'Story item',
        async (_, given) => ({ ...given, item_id: uuid(), version_id: given.warmer }),
      ],
      [
        'an item of another story',
        'Story item',
        async (member, given) => ({
          ...given,
          story_id: await givenStory(member),
          version_id: given.warmer,
        }),
      ],
      [
        'an unknown version',
        'Generation version',
        async (_, given) => ({ ...given, version_id: uuid() }),
      ],
      [
        'a version of another generation',
        'Generation version',
        async (member, given) => {
          const version_id = await givenVersion(member, await givenGeneration(member));
          return { ...given, version_id };
        },
      ],
    ])('%s, and changes nothing', async (_, noun, keyOf) => {
      const member = await newOrganization();
      const given = await givenItemWithVersions(member);
      const before = await story(member, given);

      const { version_id, ...key } = await keyOf(member, given);
      const answer = await set(member, key, version_id);

      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ code: 'not_found', detail: `${noun} not found.` });
      expect(await story(member, given)).toEqual(before);
    });

    test("another organization's version", async () => {
      const [owner, other] = await Promise.all([newOrganization(), newOrganization()]);
      const given = await givenItemWithVersions(owner);
      const foreign = await givenItemWithVersions(other);

      expect((await set(owner, given, foreign.warmer)).status).toBe(404);
      expect((await story(owner, given)).items[0].version_id).toBeNull();
    });
  });

  test.each([
    [{}, 'version_id', 'missing'],
    [{ version_id: 7 }, 'version_id', 'string_type'],
    [{ version_id: '' }, 'version_id', 'format'],
    [{ version_id: 'warmer' }, 'version_id', 'format'],
    [{ version_id: `urn:uuid:${uuid()}` }, 'version_id', 'string_too_long'],
    [{ version_id: null, label: 'x' }, 'label', 'extra_forbidden'],
  ])('refuses the body %j and changes nothing', async (body, field, type) => {
    const member = await newOrganization();
    const given = await givenItemWithVersions(member);
    await set(member, given, given.warmer);

    const answer = await member.put(path(given), body);

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([{ loc: ['body', field], type }]);
    expect((await story(member, given)).items[0].version_id).toBe(given.warmer);
  });

  test('refuses a request without a body', async () => {
    const member = await newOrganization();
    const given = await givenItemWithVersions(member);

    const answer = await member.put(path(given));

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([{ loc: ['body'], type: 'missing' }]);
  });

  test('names every id in the path that is not a UUID', async () => {
    const member = await newOrganization();

    const answer = await set(member, { story_id: '1', item_id: '2' }, null);

    expect(answer.status).toBe(422);
    expect(answer.body.detail.map((fault: { loc: string[] }) => fault.loc)).toEqual([
      ['path', 'story_id'],
      ['path', 'item_id'],
    ]);
  });

  test('returns to each of many concurrent requests its version, and stores one of them', async () => {
    const member = await newOrganization();
    const given = await givenItemWithVersions(member);
    const options = Array.from(
      { length: 12 },
      (_, n) => [given.original, given.warmer, null][n % 3],
    );

    const answers = await together(
      member.server,
      options.map((version_id) => () => set(member, given, version_id)),
    );

    expect(answers.map(({ status, body }) => [status, body.version_id])).toEqual(
      options.map((option) => [200, option]),
    );
    expect(options).toContain((await story(member, given)).items[0].version_id);
  });

  describe('while the version is being deleted', () => {
    test.each([
      ['does not find it once it is gone', true, 404],
      ['pins to it if it stays', false, 200],
    ])('%s', async (_, goes, status) => {
      const member = await newOrganization();
      const given = await givenItemWithVersions(member);
      const { db } = member.server.app;
      const deleting = await db.startTransaction().execute();
      await deleting.deleteFrom('generation_versions').where('id', '=', given.warmer).execute();

      const answering = set(member, given, given.warmer);
      await untilWaiting(deleting, member);
      await (goes ? deleting.commit() : deleting.rollback()).execute();

      expect(await answering).toMatchObject({ status });
      expect((await story(member, given)).items[0].version_id).toBe(goes ? null : given.warmer);
    });

    test('never fails, whichever is first', async () => {
      const member = await newOrganization();
      const { db } = member.server.app;

      for (let round = 0; round < 20; round++) {
        const given = await givenItemWithVersions(member);
        await set(member, given, given.original);

        const [answer, deleted] = await Promise.all([
          set(member, given, given.warmer),
          db
            .deleteFrom('generation_versions')
            .where('generation_id', '=', given.generation_id)
            .execute()
            .then(
              () => 'deleted',
              (error: { code?: string }) => error.code,
            ),
        ]);

        // An item is pinned to one of the versions at all times, so they cannot all be deleted.
        expect(deleted).toBe('23503');
        expect(answer).toMatchObject({ status: 200, body: { version_id: given.warmer } });
      }
    });
  });

  test('waits for a deletion of its story without blocking it', async () => {
    const member = await newOrganization();
    const given = await givenItemWithVersions(member);
    const { db } = member.server.app;
    const deleting = await db.startTransaction().execute();
    await deleting
      .selectFrom('stories')
      .select('id')
      .where('id', '=', given.story_id)
      .forUpdate()
      .execute();

    const answering = set(member, given, given.warmer);
    await untilWaiting(deleting, member);
    await deleting.deleteFrom('stories').where('id', '=', given.story_id).execute();
    await deleting.commit().execute();

    expect(await answering).toMatchObject({ status: 404 });
  });
});
