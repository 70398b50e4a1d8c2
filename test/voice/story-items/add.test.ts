import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import {
  givenGeneration,
  givenItem,
  givenItems,
  givenItemWithVersions,
  givenSpeech,
  givenStory,
  givenVersion,
} from '../given.ts';

const path = (story_id: string): string => `/api/v1/voice/stories/${story_id}`;
const add = (member: Member, story_id: string, body: object) =>
  member.post(`${path(story_id)}/items`, body);
const act = (member: Member, key: { story_id: string; item_id: string }, verb: string, body = {}) =>
  member.post(`${path(key.story_id)}/items/${key.item_id}/${verb}`, body);
const itemsOf = async (member: Member, story_id: string) =>
  (await member.get(path(story_id))).body.items;

async function given(member: Member) {
  return { story_id: await givenStory(member), generation_id: await givenSpeech(member) };
}

describe('addStoryItem', () => {
  test('puts a generation after the end of its track by default', async () => {
    const member = await newOrganization();
    const { story_id, generation_id } = await given(member);

    const first = await add(member, story_id, { generation_id, trim_end_ms: 400 });
    const second = await add(member, story_id, { generation_id });
    const beside = await add(member, story_id, { generation_id, track: 1 });

    expect(first.status).toBe(201);
    expect(first.headers.get('location')).toBe(`${path(story_id)}/items/${first.body.id}`);
    expect(first.body).toMatchObject({
      story_id,
      generation_id,
      version_id: null,
      start_time_ms: 0,
      track: 0,
      trim_start_ms: 0,
      trim_end_ms: 400,
      volume: 1,
    });
    expect([second.body.start_time_ms, beside.body.start_time_ms]).toEqual([2300, 0]);
    expect(await itemsOf(member, story_id)).toEqual([first.body, beside.body, second.body]);
  });

  test('puts it where the request says, over others too, pinned to a version', async () => {
    const member = await newOrganization();
    const { story_id, generation_id, warmer } = await givenItemWithVersions(member);
    const place = { start_time_ms: 100, track: 0, trim_start_ms: 10, trim_end_ms: 20, volume: 0.5 };

    const answer = await add(member, story_id, { generation_id, version_id: warmer, ...place });

    expect(answer.body).toMatchObject({ ...place, version_id: warmer, active_version_id: warmer });
  });

  test.each([
    ['queued', true],
    ['running', true],
    ['failed', true],
    ['canceled', true],
    ['completed', false],
  ] as const)('refuses a generation that is %s with audio: %s', async (status, isDefault) => {
    const member = await newOrganization();
    const story_id = await givenStory(member);
    const generation_id = await givenGeneration(member, { status });
    await givenVersion(member, generation_id, { is_default: isDefault });

    const { body, ...answer } = await add(member, story_id, { generation_id });

    expect([answer.status, body.code, body.generation_status]).toEqual([
      409,
      'generation_not_ready',
      status,
    ]);
    expect(await itemsOf(member, story_id)).toEqual([]);
  });

  test('does not find generations and versions of others', async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    const { story_id, generation_id } = await given(member);
    const foreign = await givenItemWithVersions(other);
    const own = await givenItemWithVersions(member);

    const answers = [
      await add(member, story_id, { generation_id: foreign.generation_id }),
      await add(member, story_id, { generation_id: uuid() }),
      await add(member, story_id, { generation_id, version_id: foreign.warmer }),
      await add(member, story_id, { generation_id, version_id: own.warmer }),
      await add(member, foreign.story_id, { generation_id }),
    ];

    expect(answers.map(({ status, body }) => [status, body.param])).toEqual([
      [404, 'generation_id'],
      [404, 'generation_id'],
      [404, 'version_id'],
      [404, 'version_id'],
      [404, 'story_id'],
    ]);
  });

  test.each([
    [{ trim_start_ms: 2500 }, 'trim_start_ms'],
    [{ trim_end_ms: 2500 }, 'trim_end_ms'],
    [{ trim_start_ms: 1500, trim_end_ms: 1000 }, 'trim_end_ms'],
    [{ start_time_ms: -1 }, 'start_time_ms'],
    [{ start_time_ms: 21_600_000 }, 'start_time_ms'],
    [{ track: 100 }, 'track'],
    [{ volume: 2.01 }, 'volume'],
  ])('refuses %j', async (place, member) => {
    const owner = await newOrganization();
    const { story_id, generation_id } = await given(owner);

    const answer = await add(owner, story_id, { generation_id, ...place });

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([{ loc: ['body', member] }]);
  });

  test('lets concurrent requests find their places one after another', async () => {
    const member = await newOrganization();
    const { story_id, generation_id } = await given(member);

    const answers = await together(
      member.server,
      Array.from({ length: 6 }, () => () => add(member, story_id, { generation_id })),
    );

    const starts = answers.map(({ body }) => body.start_time_ms).toSorted((a, b) => a - b);
    expect(starts).toEqual([0, 2700, 5400, 8100, 10_800, 13_500]);
  });
});

describe('duplicateStoryItem', () => {
  test('copies everything but the place, which is the end of the track', async () => {
    const member = await newOrganization();
    const { story_id, generation_id, warmer } = await givenItemWithVersions(member);
    const place = { start_time_ms: 5000, track: 2, trim_start_ms: 10, trim_end_ms: 20 };
    const item = { generation_id, version_id: warmer, volume: 0.5, ...place };
    const { body: original } = await add(member, story_id, item);
    const key = { story_id, item_id: original.id };

    const answer = await act(member, key, 'duplicate');
    const elsewhere = await act(member, key, 'duplicate', { track: 1, start_time_ms: 7 });

    const { id, created_at, start_time_ms, ...same } = answer.body;
    expect([answer.status, start_time_ms]).toEqual([201, 7670]);
    expect(original).toMatchObject(same);
    expect(id).not.toBe(original.id);
    expect(created_at >= original.created_at).toBe(true);
    expect(elsewhere.body).toMatchObject({ ...same, track: 1, start_time_ms: 7 });
    expect(await itemsOf(member, story_id)).toHaveLength(4);
  });
});

describe('A story of 500 items', () => {
  const verbs = ['duplicate', 'split'] as const;

  test('has room for no other, however it is made', async () => {
    const member = await newOrganization();
    const key = await givenItemWithVersions(member);
    await givenItems(member, key, 498);
    const { generation_id, story_id } = key;

    const last = await add(member, story_id, { generation_id });
    const refused = [await add(member, story_id, { generation_id })];
    for (const verb of verbs) refused.push(await act(member, key, verb, bodyOf(verb)));

    expect(last.status).toBe(201);
    expect(refused.map(({ status, body }) => [status, body.code, body.limit])).toEqual(
      refused.map(() => [409, 'limit_reached', 500]),
    );
    expect((await member.get(path(story_id))).body.item_count).toBe(500);
  });

  test('is not exceeded by concurrent requests', async () => {
    const member = await newOrganization();
    const key = await givenItemWithVersions(member);
    await givenItems(member, key, 497);

    const answers = await together(
      member.server,
      Array.from({ length: 6 }, () => () => act(member, key, 'duplicate')),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 409, 409, 409, 409,
    ]);
  });

  const bodyOf = (verb: (typeof verbs)[number]) => (verb === 'split' ? { at_ms: 1000 } : {});
});

describe('An item that would end after 6 hours', () => {
  const hours = 3_600_000;

  test('is neither added, moved, duplicated nor lengthened there', async () => {
    const member = await newOrganization();
    const story_id = await givenStory(member);
    const generation_id = await givenSpeech(member, 7200);
    const place = { start_time_ms: 4 * hours + 1000, trim_end_ms: 1000 };
    const item_id = await givenItem(member, { story_id, generation_id, ...place });
    const key = { story_id, item_id };
    const before = await itemsOf(member, story_id);

    const refused = [
      await add(member, story_id, { generation_id }),
      await add(member, story_id, { generation_id, start_time_ms: 4 * hours + 1 }),
      await act(member, key, 'move', { start_time_ms: 4 * hours + 1001 }),
      await act(member, key, 'trim', { trim_end_ms: 999 }),
      await act(member, key, 'duplicate'),
    ];

    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [409, 'story_too_long']),
    );
    expect(refused.map(({ body }) => body.end_ms - 6 * hours)).toEqual([
      2 * hours + 200,
      1,
      1,
      1,
      2 * hours - 800,
    ]);
    expect(await itemsOf(member, story_id)).toEqual(before);
  });

  test('is not put there by a new order', async () => {
    const member = await newOrganization();
    const story_id = await givenStory(member);
    const generation_id = await givenSpeech(member, 7200);
    const item = { story_id, generation_id, start_time_ms: 2 * hours };
    const item_ids = [await givenItem(member, item), await givenItem(member, item)];

    const { status, body } = await member.post(`${path(story_id)}/items/reorder`, {
      track: 0,
      item_ids,
    });

    expect([status, body.code, body.end_ms]).toEqual([409, 'story_too_long', 6 * hours + 200]);
  });
});
