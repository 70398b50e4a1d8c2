import { describe, expect, test } from 'vitest';
import { batchBytes } from '../../../src/db/batches.ts';
import { cursorAt } from '../../support/cursors.ts';
import { newOrganization } from '../../support/organizations.ts';
import { givenCampaign, givenContacts, givenRun } from '../given.ts';

const rowsIn = (answer: { body: { items: { row_number: number }[] } }): number[] =>
  answer.body.items.map((item) => item.row_number);

async function given() {
  const member = await newOrganization();
  const campaign = await givenCampaign(member);
  const ids = await givenContacts(member, campaign, [
    // Inserted in a different order than in the file.
    { row_number: 4, state: 'done', outcome: 'busy', attempts: 3, retries_queued: 2 },
    { row_number: 1 },
    {
      row_number: 3,
      state: 'waiting',
      due_at: '2026-01-05T10:00:00.000Z',
      attempts: 1,
      retries_queued: 1,
    },
    { row_number: 7, state: 'skipped', skip_reason: 'do_not_call' },
    { row_number: 5, state: 'done', outcome: 'completed', attempts: 1 },
  ]);
  return { member, campaign, ids, path: `/api/v1/campaign/${campaign.id}` };
}

describe('listCampaignContacts', () => {
  test('ends a page early if contexts are large, and continues with the next', async () => {
    const member = await newOrganization();
    const campaign = await givenCampaign(member);
    const initial_context = JSON.stringify({ note: 'x'.repeat(65_000) });
    await givenContacts(
      member,
      campaign,
      Array.from({ length: 80 }, (_, index) => ({ row_number: index + 1, initial_context })),
    );
    const pages: number[][] = [];

    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await member.get(
        `/api/v1/campaign/${campaign.id}/contacts?limit=200${cursor && `&cursor=${cursor}`}`,
      );
      expect(page.text.length).toBeLessThan(1.2 * batchBytes);
      pages.push(rowsIn(page));
      cursor = page.body.next_cursor;
    }

    expect(pages.length).toBe(2);
    expect(pages.flat()).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
  });

  test('shows contacts in the order of the file, page by page', async () => {
    const { member, path, ids } = await given();

    const first = await member.get(`${path}/contacts?limit=3`);
    const second = await member.get(`${path}/contacts?limit=3&cursor=${first.body.next_cursor}`);

    expect([first, second].map(rowsIn)).toEqual([
      [1, 3, 4],
      [5, 7],
    ]);
    expect(second.body.next_cursor).toBeNull();
    expect(first.body.items[1]).toEqual({
      id: ids[2],
      row_number: 3,
      phone_number: '+12025550123',
      timezone: null,
      initial_context: {},
      status: 'waiting',
      outcome: null,
      skip_reason: null,
      attempts: 1,
      due_at: '2026-01-05T10:00:00.000Z',
      callback_at: null,
      updated_at: expect.any(String),
      external_id: null,
      metadata: {},
    });
  });

  test.each([
    ['status=pending', [1]],
    ['status=done', [4, 5]],
    ['status=skipped', [7]],
    ['outcome=busy', [4]],
    ['state=skipped', [7]],
    ['status=done&state=skipped', [4, 5]],
    ['status=done&outcome=completed', [5]],
    ['status=pending&outcome=completed', []],
    ['status=done&limit=1', [4]],
  ])('shows for ?%s rows %j', async (query, rows) => {
    const { member, path } = await given();

    expect(rowsIn(await member.get(`${path}/contacts?${query}`))).toEqual(rows);
  });

  test('shows none of another campaign, and none before the start', async () => {
    const { member } = await given();
    const other = await givenCampaign(member);

    const { body } = await member.get(`/api/v1/campaign/${other.id}/contacts`);

    expect(body).toEqual({ items: [], next_cursor: null });
  });

  test.each(['status=x', 'outcome=x', 'limit=201', 'cursor=x'])('refuses ?%s', async (query) => {
    const { member, path } = await given();

    expect((await member.get(`${path}/contacts?${query}`)).status).toBe(422);
  });

  test('refuses a cursor beyond all rows', async () => {
    const { member, campaign, path } = await given();
    const cursor = cursorAt('listCampaignContacts', [2 ** 31], {
      path: { campaign_id: campaign.id },
    });

    expect((await member.get(`${path}/contacts?cursor=${cursor}`)).status).toBe(422);
  });
});

describe('listCampaignRuns', () => {
  const names = (answer: { body: { items: { name: string }[] } }) =>
    answer.body.items.map((item) => item.name).join('');

  test("shows the campaign's runs that match every filter, newest first", async () => {
    const { member, campaign, path } = await given();
    const over = { state: 'completed', ended_at: '2026-01-09T10:00:00.000Z' } as const;
    await givenRun(member, campaign, { name: 'a', created_at: '2026-01-05T10:00:00.000Z' });
    await givenRun(member, campaign, { name: 'b', ...over, outcome: 'busy' });
    await givenRun(member, campaign, { name: 'c', ...over, outcome: 'completed' });
    await givenRun(member, await givenCampaign(member), { name: 'other' });

    const shown = async (query: string) => names(await member.get(`${path}/runs?${query}`));

    expect(await shown('')).toBe('cba');
    expect(await shown('limit=2')).toBe('cb');
    expect(await shown('state=completed')).toBe('cb');
    expect(await shown('outcome=busy')).toBe('b');
    expect(await shown('created_before=2026-01-05T10:00:00.001Z')).toBe('a');
    expect(await shown('created_after=2026-01-05T10:00:00.001Z')).toBe('cb');
    expect((await member.get(`${path}/runs?campaign_id=1`)).status).toBe(422);
  });
});
