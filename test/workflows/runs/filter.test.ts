import { expect, test } from 'vitest';
import { givenCampaign, givenRun as givenCampaignRun } from '../../campaigns/given.ts';
import { cursorAt } from '../../support/cursors.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenRun, givenRuns, givenWorkflow } from '../given.ts';

const day = (number: number) => `2026-01-0${number}T10:00:00.000Z`;
const over = { state: 'completed', ended_at: day(9) } as const;

/** The names of the runs in a list. */
async function names(member: Member, path: string): Promise<string[]> {
  const { body, status } = await member.get(path);
  expect(status).toBe(200);
  return body.items.map((item: { name: string }) => item.name);
}

async function given() {
  const member = await newOrganization();
  const workflow = await givenWorkflow(member);
  await givenRuns(member, workflow, [
    { name: 'a', mode: 'test', created_at: day(1) },
    { name: 'b', mode: 'ad_hoc', created_at: day(2), ...over, outcome: 'busy' },
    { name: 'c', mode: 'ad_hoc', created_at: day(3), ...over, outcome: 'completed' },
    { name: 'd', mode: 'ad_hoc', created_at: day(4), state: 'running' },
  ]);
  const campaign = await givenCampaign(member);
  await givenCampaignRun(member, campaign, { name: 'e', created_at: day(5) });
  return { member, workflow, campaign };
}

test('listRuns shows the runs that match every filter', async () => {
  const { member, workflow, campaign } = await given();
  const other = await given();
  const expected: [string, string][] = [
    ['', 'edcba'],
    [`workflow_id=${workflow.id}`, 'dcba'],
    [`workflow_id=${other.workflow.id}`, ''],
    [`campaign_id=${campaign.id}`, 'e'],
    [`campaign_id=${other.campaign.id}`, ''],
    ['mode=test', 'a'],
    ['mode=campaign', 'e'],
    ['state=completed', 'cb'],
    ['state=running', 'd'],
    ['state=initialized', 'ea'],
    ['has_ended=false', 'eda'],
    ['has_ended=true', 'cb'],
    ['is_call=true', 'edcb'],
    ['is_call=false', 'a'],
    ['has_ended=false&is_call=true', 'ed'],
    ['has_ended=false&is_call=true&limit=1', 'e'],
    ['has_ended=false&is_call=false', 'a'],
    ['has_ended=true&is_call=false', ''],
    ['has_ended=false&state=completed', ''],
    ['has_ended=true&state=running', ''],
    ['has_ended=false&state=running', 'd'],
    ['is_call=true&mode=test', ''],
    ['has_ended=false&is_call=true&sort=created_at', 'de'],
    ['outcome=busy', 'b'],
    ['outcome=unknown', ''],
    [`created_after=${day(3)}`, 'edc'],
    [`created_before=${day(3)}`, 'ba'],
    [`created_after=${day(2)}&created_before=${day(4)}`, 'cb'],
    [`created_after=2026-01-03T12:00:00%2B02:00`, 'edc'],
    [`mode=ad_hoc&state=completed&outcome=completed`, 'c'],
    [`workflow_id=${workflow.id}&limit=2`, 'dc'],
  ];

  for (const [query, shown] of expected) {
    expect([query, (await names(member, `/api/v1/runs?${query}`)).join('')]).toEqual([
      query,
      shown,
    ]);
  }
});

const called = { mode: 'ad_hoc', ...over, outcome: 'completed' } as const;
const said = (...texts: string[]) =>
  JSON.stringify(texts.map((text) => ({ role: 'agent', text, at: day(1) })));

async function givenCalls() {
  const member = await newOrganization();
  const workflow = await givenWorkflow(member);
  const other = await givenWorkflow(member);
  const answered = (seconds: number) => ({
    started_at: '2026-01-09T09:00:00.000Z',
    ended_at: `2026-01-09T09:00:${String(seconds).padStart(2, '0')}.900Z`,
  });
  const consent = (given: boolean) => JSON.stringify({ consent_given: given });
  await givenRuns(member, workflow, [
    // In another order than that of their creation.
    {
      name: 'b',
      ...called,
      to_number: '+12025550123',
      from_number: '+12025550100',
      call_disposition: 'confirmed',
      answered_by: 'human',
      gathered_context: consent(true),
      transcript: said('Good morning, Zoë.', 'The code is 50%_\\ off.'),
      ...answered(9),
      created_at: day(2),
    },
    { name: 'a', mode: 'test', transcript: said('Good evening.'), created_at: day(1) },
    {
      name: 'c',
      ...called,
      to_number: '+12025550124',
      from_number: '+12025550100',
      call_disposition: '100%',
      answered_by: 'machine',
      gathered_context: consent(false),
      ...answered(20),
      created_at: day(3),
    },
  ]);
  await givenRuns(member, other, [
    {
      name: 'D%_d',
      ...called,
      to_number: '+12025550123',
      from_number: '+12025550101',
      answered_by: 'unknown',
      ...answered(9),
      created_at: day(4),
    },
  ]);
  return { member, workflow };
}

test('listRuns and listWorkflowRuns filter by numbers, disposition, answer, consent and text', async () => {
  const { member, workflow } = await givenCalls();
  const d = 'D%_d';
  const expected: [string, string][] = [
    ['', `${d}cba`],
    ['to_number=%2B12025550123', `${d}b`],
    ['to_number=%2B12025550125', ''],
    ['to_number=%2B1%20(202)%20555-0123', `${d}b`],
    ['from_number=%2B1%20202%20555%200100', 'cb'],
    ['from_number=%2B12025550100', 'cb'],
    ['call_disposition=confirmed', 'b'],
    ['call_disposition=100%25', 'c'],
    ['call_disposition=Confirmed', ''],
    ['answered_by=human', 'b'],
    ['answered_by=machine', 'c'],
    ['answered_by=unknown', d],
    ['consent=given', 'b'],
    ['consent=refused', 'c'],
    ['consent=none', `${d}a`],
    ['name=d', d],
    ['name=%25', d],
    ['name=d%25_', d],
    ['transcript=good', 'ba'],
    ['transcript=MORNING', 'b'],
    ['transcript=zoë', 'b'],
    ['transcript=ZOË', 'b'],
    ['transcript=50%25_%5C', 'b'],
    ['transcript=agent', ''],
    ['transcript=good&mode=test', 'a'],
    ['to_number=%2B12025550123&answered_by=unknown', d],
    ['to_number=%2B12025550123&from_number=%2B12025550100&consent=given&name=B', 'b'],
    [`from_number=%2B12025550100&created_before=${day(3)}`, 'b'],
    [`created_after=${day(2)}&created_before=${day(4)}&sort=created_at`, 'bc'],
    ['sort=created_at', `abc${d}`],
    ['sort=-created_at', `${d}cba`],
    ['sort=duration_seconds', `b${d}c`],
    ['sort=-duration_seconds', `c${d}b`],
    [`sort=duration_seconds&created_after=${day(3)}`, `${d}c`],
    ['sort=-duration_seconds&answered_by=human', 'b'],
  ];

  for (const [query, runs] of expected) {
    const shown = await names(member, `/api/v1/runs?${query}`);
    expect([query, shown.join('')]).toEqual([query, runs]);
    const own = await names(member, `${workflow.path}/runs?${query}`);
    expect([query, own.join('')]).toEqual([query, runs.replace(d, '')]);
  }
});

test.each(['created_at', '-created_at', 'duration_seconds', '-duration_seconds'])(
  'listRuns by %s shows every run once, page by page, while others are added',
  async (sort) => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    const run = (index: number) => ({
      name: String(index),
      ...called,
      started_at: day(9),
      ended_at: `2026-01-09T10:00:0${index % 3}.000Z`,
      created_at: day(1 + (index % 4)),
    });
    await givenRuns(
      member,
      workflow,
      Array.from({ length: 12 }, (_, index) => run(index)),
    );
    const whole = await names(member, `/api/v1/runs?sort=${sort}`);

    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await member.get(`/api/v1/runs?sort=${sort}&limit=5${cursor}`);
      seen.push(...body.items.map(({ name }: { name: string }) => name));
      cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : '';
      // Before the place that was reached, in either direction.
      await givenRun(member, workflow, {
        ...run(0),
        name: 'added',
        created_at: sort.startsWith('-') ? day(9) : '2026-01-01T09:00:00.000Z',
        ended_at: sort === 'duration_seconds' ? day(9) : '2026-01-09T10:00:59.000Z',
      });
    } while (cursor !== '');

    expect(whole).toHaveLength(12);
    expect(seen).toEqual(whole);
  },
);

test('listRuns refuses the cursor of another order, and positions that it never gives', async () => {
  const { member } = await givenCalls();
  const cursorOf = async (query: string): Promise<string> =>
    (await member.get(`/api/v1/runs?limit=1&${query}`)).body.next_cursor;
  const position = (sort: string, ...values: unknown[]) =>
    cursorAt('listRuns', values, { query: { sort } });

  const cursors = [
    [await cursorOf('sort=created_at'), '-created_at'],
    [await cursorOf('sort=duration_seconds'), 'created_at'],
    [await cursorOf(''), '-duration_seconds'],
    [position('-created_at', 1, 'yesterday'), '-created_at'],
    [position('-created_at', 1, null), '-created_at'],
    [position('-duration_seconds', 1, 1e12), '-duration_seconds'],
    [position('-duration_seconds', '1', 1), '-duration_seconds'],
  ];

  for (const [cursor, sort] of cursors) {
    const { status } = await member.get(`/api/v1/runs?sort=${sort}&cursor=${cursor}`);
    expect([cursor, status]).toEqual([cursor, 422]);
  }
  const known = position('-created_at', 1, '2026');
  expect((await member.get(`/api/v1/runs?cursor=${known}`)).status).toBe(200);
});

test('listWorkflowRuns shows those of the workflow, page by page', async () => {
  const { member, workflow } = await given();

  expect(await names(member, `${workflow.path}/runs?mode=ad_hoc`)).toEqual(['d', 'c', 'b']);
  expect(await names(member, `${workflow.path}/runs?campaign_id=1`)).toEqual([]);
  const first = await member.get(`${workflow.path}/runs?mode=ad_hoc&limit=2`);
  const next = `${workflow.path}/runs?mode=ad_hoc&limit=2&cursor=${first.body.next_cursor}`;
  expect(await names(member, next)).toEqual(['b']);
});

test.each([
  'mode=x',
  'state=done',
  'outcome=',
  'has_ended=yes',
  'has_ended=',
  'is_call=true&is_call=false',
  'campaign_id=0',
  'created_after=yesterday',
  'created_before=2016-12-31T23:59:60Z',
  'workflow_id=x',
  'to_number=12025550123',
  'from_number=+12025550123',
  'answered_by=nobody',
  'consent=yes',
  'has_consent=true',
  'name=',
  'transcript=',
  'sort=name',
])('listRuns refuses ?%s', async (query) => {
  const member = await newOrganization();

  const answer = await member.get(`/api/v1/runs?${query}`);

  expect(answer.status).toBe(422);
  expect(answer.body.detail[0].loc).toEqual(['query', query.split('=')[0]]);
});
