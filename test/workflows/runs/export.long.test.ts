import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { Reads } from '../../../src/db/replica.ts';
import { exported } from '../../../src/workflows/runs/handlers.ts';
import { maxLookedThrough } from '../../../src/workflows/runs/list-queries.ts';
import { exampleAnswer } from '../../support/examples.ts';
import { measured } from '../../support/largest-result.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenManyRuns, givenRuns, givenWorkflow } from '../given.ts';

const ended = {
  mode: 'ad_hoc',
  state: 'completed',
  ended_at: '2026-01-05T10:01:10.480Z',
} as const;

async function given() {
  const member = await newOrganization();
  const workflow = await givenWorkflow(member);
  await givenRuns(member, workflow, [
    {
      ...ended,
      name: '=HYPERLINK("http://x")',
      outcome: 'failed',
      failure: 'refused',
      carrier_code: '603',
      call_disposition: '@SUM(A1)',
      to_number: '+12025550123',
      created_at: '2026-01-05T10:00:00.000Z',
    },
    {
      ...ended,
      name: 'Zoë, "Z"\nand so on',
      outcome: 'completed',
      answered_by: 'human',
      started_at: '2026-01-05T10:00:04.120Z',
      created_at: '2026-01-06T10:00:00.000Z',
    },
  ]);
  const other = await newOrganization();
  await givenRuns(other, await givenWorkflow(other), [{ name: 'not theirs' }]);
  return { member, workflow };
}

const read = (text: string): Record<string, string>[] => parse(text, { columns: true });
const download = async (member: Member, query: string) => {
  const { status, headers, text } = await member.get(`/api/v1/runs/export?${query}`);
  return { status, type: headers.get('content-type'), text };
};

test('exportRuns writes a table with a safe cell for each member', async () => {
  const { member, workflow } = await given();

  const { status, type, text } = await download(member, '');

  expect([status, type]).toEqual([200, 'text/csv; charset=utf-8']);
  const [answered, refused] = read(text);
  expect(answered).toMatchObject({
    workflow_id: String(workflow.id),
    workflow_name: (await member.get(workflow.path)).body.name,
    name: 'Zoë, "Z"\nand so on',
    outcome: 'completed',
    answered_at: '2026-01-05T10:00:04.120Z',
    duration_seconds: '66',
    attempt_number: '1',
    failure_code: '',
  });
  expect(refused).toMatchObject({
    name: `'=HYPERLINK("http://x")`,
    call_disposition: "'@SUM(A1)",
    to_number: '+12025550123',
    failure_code: 'refused',
    failure_message: 'The carrier refused to place the call.',
    carrier_code: '603',
  });
  expect(read(text)).toHaveLength(2);
  const [header] = text.split('\r\n');
  expect(exampleAnswer('exportRuns').bodies[0]).toContain(header);
});

test('exportRuns writes a line for each run, as the list shows it', async () => {
  const { member } = await given();

  const { status, type, text } = await download(member, 'format=jsonl&sort=created_at');

  expect([status, type]).toEqual([200, 'application/jsonl']);
  const { items } = (await member.get('/api/v1/runs?sort=created_at')).body;
  expect(text.split('\n')).toHaveLength(3);
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(items);
});

test.each([
  ['outcome=failed', ['=HYPERLINK("http://x")']],
  ['answered_by=human&consent=none', ['Zoë, "Z"\nand so on']],
  ['name=nothing', []],
])('exportRuns filters as the list does: %s', async (query, names) => {
  const { member } = await given();

  const { text } = await download(member, `format=jsonl&${query}`);

  const lines = text.split('\n').filter((line) => line !== '');
  expect(lines.map((line) => JSON.parse(line).name)).toEqual(names);
});

test.each(['format=xml', 'limit=5', 'sort=name', 'outcome=x'])(
  'exportRuns refuses ?%s',
  async (query) => {
    const { member } = await given();

    expect((await download(member, query)).status).toBe(422);
  },
);

test('exportRuns holds a few hundred runs at a time, and stops when the client leaves', async () => {
  const member = await newOrganization();
  const workflow = await givenWorkflow(member);
  await givenManyRuns(member, workflow, { count: 1201 });
  const { organization_id } = member;
  const { db: watched, largest } = measured(member.server.app.db);
  const leaving = new AbortController();
  // Each page comes from the server that is fit then: a replica, or the primary.
  let pages = 0;
  const reads: Reads = (work) => {
    pages += 1;
    return work(watched);
  };

  const sizes: number[] = [];
  for await (const part of exported(
    reads,
    { organization_id },
    { format: 'jsonl', signal: leaving.signal },
  )) {
    sizes.push(part.split('\n').length - 1);
    if (sizes.length === 2) leaving.abort();
  }

  expect([sizes, pages]).toEqual([[500, 500], 2]);
  expect(largest()).toBeLessThan(2_000_000);
});

test('exportRuns stops between pages that find nothing', async () => {
  const member = await newOrganization();
  const workflow = await givenWorkflow(member);
  await givenManyRuns(member, workflow, { count: 2 * maxLookedThrough });
  const { organization_id } = member;
  const leaving = new AbortController();
  let statements = 0;
  const counted = member.server.app.db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const filters = { organization_id, name: 'not there' };
  const parts = exported((work) => work(counted), filters, {
    format: 'jsonl',
    signal: leaving.signal,
  });

  const next = parts.next();
  leaving.abort();

  expect(await next).toEqual({ done: true, value: undefined });
  // The end of the page and the page.
  expect(statements).toBe(2);
});

test('two files of an organization are read at once, and a third is refused', async () => {
  const [member, other] = await Promise.all([newOrganization(), newOrganization()]);
  const { inProgress } = member.server.app;
  const name = `files of organization ${member.organization_id}`;
  const places = [1, 2].map(() =>
    inProgress.take([{ name, limit: 2, refusal: () => new Error('It is full.') }]),
  );

  const refused = await member.get('/api/v1/runs/export');
  const allowed = await other.send('HEAD', '/api/v1/runs/export');
  for (const release of places) release();
  const files = await Promise.all([1, 2].map(() => member.send('GET', '/api/v1/runs/export')));

  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  expect(refused.body.detail).toContain('Your organization is reading 2 exports');
  expect([allowed, ...files].map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(inProgress.taken(name)).toBe(0);
  expect(inProgress.taken(`files of organization ${other.organization_id}`)).toBe(0);
});
