import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import {
  type GivenItem,
  givenItem,
  givenItemWithVersions,
  givenSpeech,
  givenStory,
} from '../given.ts';

type Key = Pick<GivenItem, 'story_id' | 'item_id'>;

const path = (story_id: string): string => `/api/v1/voice/stories/${story_id}`;
const act = (member: Member, { story_id, item_id }: Key, verb: string, body: object) =>
  member.post(`${path(story_id)}/items/${item_id}/${verb}`, body);
const story = (member: Member, { story_id }: Pick<Key, 'story_id'>) => member.get(path(story_id));
const etag = (answer: { headers: Headers }) => answer.headers.get('etag');

describe('moveStoryItem, trimStoryItem and setStoryItemVolume', () => {
  test.each([
    ['move', { start_time_ms: 1234 }],
    ['move', { track: 3 }],
    ['move', { start_time_ms: 1, track: 2 }],
    ['trim', { trim_start_ms: 1000 }],
    ['trim', { trim_end_ms: 2499 }],
    ['trim', { trim_start_ms: 1, trim_end_ms: 2 }],
    ['volume', { volume: 0 }],
    ['volume', { volume: 1.75 }],
  ])('set only what is sent: %s %j', async (verb, body) => {
    const member = await newOrganization();
    const key = await givenItemWithVersions(member);
    const { story_id, generation_id } = key;
    const beside = await givenItem(member, { story_id, generation_id, start_time_ms: 9000 });
    const before = await story(member, key);

    const answer = await act(member, key, verb, body);

    const after = await story(member, key);
    const [item, other] = after.body.items;
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before.body.items[0], ...body });
    expect([item, other.id]).toEqual([answer.body, beside]);
    expect(other).toEqual(before.body.items[1]);
    expect(after.body.updated_at > before.body.updated_at).toBe(true);
  });

  test.each([
    ['move', {}],
    ['move', { start_time_ms: 0 }],
    ['trim', { trim_start_ms: 0, trim_end_ms: 0 }],
    ['volume', { volume: 1 }],
  ])('change nothing by what is so already: %s %j', async (verb, body) => {
    const member = await newOrganization();
    const key = await givenItemWithVersions(member);
    const before = await story(member, key);

    const answer = await act(member, key, verb, body);

    const after = await story(member, key);
    expect(answer.body).toEqual(before.body.items[0]);
    expect([after.text, etag(after)]).toEqual([before.text, etag(before)]);
  });

  test.each([
    [{ trim_start_ms: 2500 }, 'trim_start_ms'],
    [{ trim_start_ms: 2400, trim_end_ms: 100 }, 'trim_end_ms'],
  ])('leave something to play: not %j', async (body, member) => {
    const owner = await newOrganization();

    const answer = await act(owner, await givenItemWithVersions(owner), 'trim', body);

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([
      {
        loc: ['body', member],
        msg: "The trims are 2500 ms together; they must be less than the audio's 2500 ms.",
      },
    ]);
  });

  test('count the trim that is stored with the one that is sent', async () => {
    const member = await newOrganization();
    const key = await givenItemWithVersions(member);
    await act(member, key, 'trim', { trim_end_ms: 2000 });

    expect((await act(member, key, 'trim', { trim_start_ms: 500 })).status).toBe(422);
    expect((await act(member, key, 'trim', { trim_start_ms: 499 })).status).toBe(200);
  });
});

describe('splitStoryItem', () => {
  test('makes two items that play what the item did', async () => {
    const member = await newOrganization();
    const { story_id, generation_id, warmer } = await givenItemWithVersions(member);
    const places = { start_time_ms: 5000, track: 2, trim_start_ms: 100, trim_end_ms: 200 };
    const item = { generation_id, version_id: warmer, volume: 0.5, ...places };
    const { body: original } = await member.post(`${path(story_id)}/items`, item);
    const key = { story_id, item_id: original.id };

    const answer = await act(member, key, 'split', { at_ms: 5700 });

    const { items } = (await story(member, key)).body;
    const [, first, second] = items;
    expect(answer.status).toBe(201);
    expect(second).toEqual(answer.body);
    expect(first).toEqual({ ...original, trim_end_ms: 1700 });
    expect(second).toEqual({
      ...original,
      id: second.id,
      created_at: second.created_at,
      start_time_ms: 5700,
      trim_start_ms: 800,
    });
  });

  test.each([1, 5000, 7500, 14_000])('refuses %d, which is not within the item', async (at_ms) => {
    const member = await newOrganization();
    const { story_id, generation_id } = await givenItemWithVersions(member);
    const item_id = await givenItem(member, { story_id, generation_id, start_time_ms: 5000 });

    const answer = await act(member, { story_id, item_id }, 'split', { at_ms });

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([{ loc: ['body', 'at_ms'], input: at_ms }]);
    expect(answer.body.detail[0].msg).toContain('between 5001 and 7499');
    expect((await story(member, { story_id })).body.item_count).toBe(2);
  });

  test('refuses an item of 1 ms', async () => {
    const member = await newOrganization();
    const key = await givenItemWithVersions(member);
    await act(member, key, 'trim', { trim_end_ms: 2499 });

    const answer = await act(member, key, 'split', { at_ms: 1 });

    expect(answer.body.detail[0].msg).toBe('The item is too short to be split.');
  });
});

describe('removeStoryItem', () => {
  test('leaves the others where they are', async () => {
    const member = await newOrganization();
    const key = await givenItemWithVersions(member);
    const { story_id, generation_id } = key;
    await givenItem(member, { story_id, generation_id, start_time_ms: 9000 });
    const before = await story(member, key);

    const answer = await member.delete(`${path(story_id)}/items/${key.item_id}`);

    const after = await story(member, key);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(after.body.items).toEqual(before.body.items.slice(1));
    expect(etag(after)).not.toBe(etag(before));
    expect((await act(member, key, 'move', { track: 1 })).status).toBe(404);
  });
});

describe('reorderStoryItems', () => {
  async function givenTrack(member: Member) {
    const story_id = await givenStory(member);
    const [long, short] = [await givenSpeech(member, 4), await givenSpeech(member, 1.0005)];
    const item = { story_id, start_time_ms: 700 };
    const a = await givenItem(member, { ...item, generation_id: long, trim_start_ms: 1000 });
    const b = await givenItem(member, { ...item, generation_id: short, start_time_ms: 300 });
    const c = await givenItem(member, { ...item, generation_id: short, start_time_ms: 90_000 });
    const other = await givenItem(member, { ...item, generation_id: long, track: 1 });
    const reorder = (body: object) => member.post(`${path(story_id)}/items/reorder`, body);
    const starts = async () =>
      Object.fromEntries(
        (await story(member, { story_id })).body.items.map(
          (each: { id: string; start_time_ms: number }) => [each.id, each.start_time_ms],
        ),
      );
    return { story_id, a, b, c, other, reorder, starts };
  }

  test('lays the items of the track out without overlaps, and only them', async () => {
    const member = await newOrganization();
    const { story_id, a, b, c, other, reorder, starts } = await givenTrack(member);

    const answer = await reorder({ track: 0, item_ids: [c, a, b] });

    const read = await story(member, { story_id });
    expect(answer.status).toBe(200);
    expect([answer.text, etag(answer)]).toEqual([read.text, etag(read)]);
    expect(await starts()).toEqual({ [c]: 300, [a]: 1501, [b]: 4701, [other]: 700 });
  });

  test('changes nothing when it is repeated', async () => {
    const member = await newOrganization();
    const { a, b, c, reorder } = await givenTrack(member);
    const first = await reorder({ track: 0, item_ids: [c, a, b] });

    const again = await reorder({ track: 0, item_ids: [c, a, b].map((id) => id.toUpperCase()) });

    expect([again.text, etag(again)]).toEqual([first.text, etag(first)]);
  });

  test('refuses ids that are not those of the track', async () => {
    const member = await newOrganization();
    const { a, b, c, other, reorder, starts } = await givenTrack(member);
    const before = await starts();

    const answers = [
      await reorder({ track: 0, item_ids: [a, b] }),
      await reorder({ track: 0, item_ids: [a, b, c, other] }),
      await reorder({ track: 0, item_ids: [a, b, uuid()] }),
      await reorder({ track: 5, item_ids: [a] }),
    ];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [409, 'story_items_differ']),
    );
    expect(answers.map(({ body }) => body.detail)).toEqual([
      'Track 0 has 3 items. item_ids lacks 1 of them and names 0 others. Read the story again.',
      'Track 0 has 3 items. item_ids lacks 0 of them and names 1 others. Read the story again.',
      'Track 0 has 3 items. item_ids lacks 1 of them and names 1 others. Read the story again.',
      'Track 5 has 0 items. item_ids lacks 0 of them and names 1 others. Read the story again.',
    ]);
    expect((await reorder({ track: 0, item_ids: [a, a, b, c] })).status).toBe(422);
    expect(await starts()).toEqual(before);
  });
});

describe('If-Match', () => {
  test('stands for the story with all its items, whichever of them was read', async () => {
    const member = await newOrganization();
    const key = await givenItemWithVersions(member);
    const { story_id, generation_id } = key;
    const item_id = await givenItem(member, { story_id, generation_id, start_time_ms: 9000 });
    const ofItem = etag(await member.get(`${path(story_id)}/items/${key.item_id}`)) ?? '';
    const change = (ifMatch: string, body: object) =>
      member.post(`${path(story_id)}/items/${item_id}/move`, body, { 'if-match': ifMatch });

    const first = await change(ofItem, { track: 1 });
    const stale = await change(ofItem, { track: 2 });
    const next = await change(etag(first) ?? '', { track: 3 });

    expect([first.status, stale.status, next.status]).toEqual([200, 412, 200]);
  });

  test('lets one of two concurrent changes of different items through', async () => {
    const member = await newOrganization();
    const key = await givenItemWithVersions(member);
    const { story_id, generation_id } = key;
    const other = await givenItem(member, { story_id, generation_id, start_time_ms: 9000 });
    const headers = { 'if-match': etag(await story(member, key)) ?? '' };

    const answers = await together(
      member.server,
      [key.item_id, other].map(
        (id) => () => member.post(`${path(story_id)}/items/${id}/move`, { track: 1 }, headers),
      ),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
  });
});
