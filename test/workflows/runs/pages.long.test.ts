import { expect, test } from 'vitest';
import { maxLookedThrough, maxTranscripts } from '../../../src/workflows/runs/list-queries.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenManyRuns, givenRun, givenWorkflow } from '../given.ts';

const ended = { mode: 'ad_hoc', state: 'completed', ended_at: '2026-02-01T00:00:00.000Z' } as const;
const oldest = '2025-12-31T00:00:00.000Z';
const saying = (text: string) => JSON.stringify([{ role: 'agent', text, at: oldest }]);

/** The names of the runs on each page of a list. */
async function pages(member: Member, query: string): Promise<string[][]> {
  const found: string[][] = [];
  for (let cursor = ''; ;) {
    const { body } = await member.get(`/api/v1/runs?${query}${cursor}`);
    found.push(body.items.map(({ name }: { name: string }) => name));
    if (body.next_cursor === null) return found;
    cursor = `&cursor=${body.next_cursor}`;
  }
}

test('listRuns looks through a bounded number of runs for a page, and continues after them', async () => {
  const member = await newOrganization();
  const workflow = await givenWorkflow(member);
  await givenRun(member, workflow, {
    ...ended,
    name: 'first',
    outcome: 'busy',
    created_at: oldest,
  });
  await givenManyRuns(member, workflow, { count: maxLookedThrough });
  await givenRun(member, workflow, { ...ended, name: 'last', outcome: 'busy' });

  expect(await pages(member, 'outcome=busy')).toEqual([['last'], ['first']]);
  expect(await pages(member, 'outcome=busy&sort=created_at')).toEqual([['first'], ['last']]);
  expect(await pages(member, 'name=IRS')).toEqual([[], ['first']]);
  expect(await pages(member, 'outcome=busy&limit=1')).toEqual([['last'], ['first']]);
  // What an index leaves out is not looked through.
  expect(await pages(member, `outcome=busy&created_before=2026-01-01T00:00:00Z`)).toEqual([
    ['first'],
  ]);
});

test('listRuns looks through a bounded number of unfinished runs for a page', async () => {
  const member = await newOrganization();
  const workflow = await givenWorkflow(member);
  const at = { created_at: oldest } as const;
  await givenRun(member, workflow, { ...at, name: 'first', mode: 'text', state: 'running' });
  await givenRun(member, workflow, { ...at, name: 'call', mode: 'ad_hoc', state: 'running' });
  const unfinished = { mode: 'test', state: 'initialized', outcome: null, ended_at: null } as const;
  await givenManyRuns(member, workflow, { count: maxLookedThrough - 1, columns: unfinished });
  await givenManyRuns(member, workflow, { count: maxLookedThrough, columns: { mode: 'test' } });
  await givenRun(member, workflow, { name: 'last', state: 'running' });
  await givenRun(member, workflow, { name: 'new call', mode: 'ad_hoc', state: 'running' });

  expect(await pages(member, 'state=running')).toEqual([
    ['new call', 'last'],
    ['call', 'first'],
  ]);
  expect(await pages(member, 'state=running&mode=ad_hoc')).toEqual([['new call'], ['call']]);
  // No test run is looked through.
  expect(await pages(member, 'has_ended=false&is_call=true')).toEqual([['new call', 'call']]);
  expect(await pages(member, 'state=running&created_after=2026-01-01T00:00:00Z')).toEqual([
    ['new call', 'last'],
    [],
  ]);
  expect(await pages(member, 'state=running&created_before=2026-01-01T00:00:00Z')).toEqual([
    ['call', 'first'],
  ]);
});

test('listRuns reads a bounded number of transcripts for a page', async () => {
  const member = await newOrganization();
  const workflow = await givenWorkflow(member);
  const run = { ...ended, outcome: 'completed', created_at: oldest } as const;
  await givenRun(member, workflow, { ...run, name: 'first', transcript: saying('The needle.') });
  const columns = { transcript: saying('Hay.') };
  await givenManyRuns(member, workflow, { count: maxTranscripts, columns });

  expect(await pages(member, 'transcript=needle')).toEqual([[], ['first']]);
  expect(await pages(member, 'transcript=needle&name=first')).toEqual([['first']]);
  expect((await pages(member, 'transcript=hay&limit=200')).flat()).toHaveLength(maxTranscripts);
});

test('listRuns reads a bounded number of bytes for a page', async () => {
  const member = await newOrganization();
  const workflow = await givenWorkflow(member);
  const run = { ...ended, outcome: 'completed', created_at: oldest } as const;
  await givenRun(member, workflow, { ...run, name: 'first', transcript: saying('The needle.') });
  const columns = { transcript: saying('x'.repeat(1024 * 1024)) };
  await givenManyRuns(member, workflow, { count: 17, columns });

  expect(await pages(member, 'transcript=needle')).toEqual([[], ['first']]);
});
