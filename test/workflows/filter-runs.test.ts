import { expect, test } from 'vitest';
import { givenCampaign, givenRun as givenCampaignRun } from '../campaigns/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { givenRuns, givenWorkflow } from './given.ts';

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
  'campaign_id=0',
  'created_after=yesterday',
  'created_before=2016-12-31T23:59:60Z',
  'workflow_id=x',
])('listRuns refuses ?%s', async (query) => {
  const member = await newOrganization();

  const answer = await member.get(`/api/v1/runs?${query}`);

  expect(answer.status).toBe(422);
  expect(answer.body.detail[0].loc).toEqual(['query', query.split('=')[0]]);
});
