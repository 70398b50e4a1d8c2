import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { batchBytes } from '../../../src/db/batches.ts';
import { report } from '../../../src/campaigns/records/report.ts';
import { defused } from '../../../src/http/csv-rules.ts';
import { measured } from '../../support/largest-result.ts';
import { newOrganization } from '../../support/organizations.ts';
import { givenCampaign, givenContacts, givenRun } from '../given.ts';

async function given(columns: readonly string[] = ['phone_number']) {
  const member = await newOrganization();
  const campaign = await givenCampaign(member);
  await member.server.app.db
    .updateTable('campaign_sources')
    .set({ columns: JSON.stringify(columns) })
    .where('id', '=', campaign.source_id)
    .execute();
  return { member, campaign, path: `/api/v1/campaign/${campaign.id}/report` };
}

const over = { state: 'completed', ended_at: '2026-01-05T10:01:10.500Z' } as const;
const read = (text: string): Record<string, string>[] => parse(text, { columns: true });

describe('getCampaignReport', () => {
  test('shows each attempt with all its data', async () => {
    const columns = ['first_name', 'Phone', 'phone_number', 'timezone', '__proto__', 'constructor'];
    const { member, campaign, path } = await given(columns);
    const [contact_id = 0] = await givenContacts(member, campaign, [
      {
        row_number: 17,
        initial_context: '{"first_name":"Zoë, \\"Z\\"","Phone":"a\\nb","__proto__":"p"}',
      },
    ]);
    const call = { contact_id, to_number: '+12025550123', from_number: '+12025550100' };
    const created_at = '2026-01-05T09:00:00.000Z';
    await givenRun(member, campaign, { ...call, ...over, created_at, outcome: 'busy' });
    await givenRun(member, campaign, {
      ...call,
      ...over,
      outcome: 'completed',
      call_disposition: 'confirmed',
      created_at: '2026-01-05T10:00:00.000Z',
      started_at: '2026-01-05T10:00:04.000Z',
      gathered_context: '{"consent_given":true,"consent_ts":"2026-01-05T10:00:09.250Z"}',
      recording_url: 'https://recordings.example.com/1.mp3',
    });
    await givenRun(member, campaign, { ...call });

    const answer = await member.get(path);

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.text.split('\r\n')[0]).toBe(
      'run_id,row_number,phone_number,attempt,state,outcome,call_disposition,from_number,' +
        'workflow_version,created_at,started_at,ended_at,duration_seconds,consent_given,consent_ts,' +
        'call_summary,recording_url,external_id,initial_context.first_name,initial_context.Phone,' +
        'initial_context.__proto__,initial_context.constructor',
    );
    const rows = read(answer.text);
    expect(rows.map((row) => [row['attempt'], row['outcome'], row['state']])).toEqual([
      ['1', 'busy', 'completed'],
      ['2', 'completed', 'completed'],
      ['3', '', 'initialized'],
    ]);
    expect(rows[1]).toMatchObject({
      row_number: '17',
      phone_number: '+12025550123',
      from_number: '+12025550100',
      call_disposition: 'confirmed',
      workflow_version: '1',
      created_at: '2026-01-05T10:00:00.000Z',
      duration_seconds: '66.5',
      consent_given: 'true',
      consent_ts: '2026-01-05T10:00:09.250Z',
      call_summary: '',
      'initial_context.first_name': 'Zoë, "Z"',
      'initial_context.Phone': 'a\nb',
      'initial_context.constructor': '',
    });
  });

  test('has only a header before the first call', async () => {
    const { member, path } = await given();

    expect(read((await member.get(path)).text)).toEqual([]);
  });

  test('shows every attempt once if there are more than are read at once', async () => {
    const { member, campaign, path } = await given();
    const { organization_id, server } = member;
    const { id: campaign_id, workflow_id, definition_id } = campaign;
    const run = { organization_id, workflow_id, definition_id, campaign_id, name: 'Call' };
    await server.app.db
      .insertInto('workflow_runs')
      .values(
        Array.from({ length: 2001 }, () => ({
          ...run,
          mode: 'campaign' as const,
          created_at: '2026-01-05T10:00:00.000Z',
        })),
      )
      .execute();
    await givenRun(member, await givenCampaign(member));

    const ids = read((await member.get(path)).text).map((row) => row['run_id']);

    expect(ids).toHaveLength(2001);
    expect(new Set(ids).size).toBe(2001);
  });

  test('holds at most one batch in memory, however large contexts and analyses are', async () => {
    const { member, campaign } = await given();
    const { organization_id } = member;
    const { db } = member.server.app;
    const [contact_id = 0] = await givenContacts(member, campaign, [
      { initial_context: JSON.stringify({ note: 'x'.repeat(60_000) }) },
    ]);
    const { id: campaign_id, workflow_id, definition_id } = campaign;
    await sql`insert into workflow_runs
      (organization_id, workflow_id, definition_id, campaign_id, contact_id, name, mode, created_at,
        initial_context, gathered_context, analysis)
      select ${member.organization_id}, ${workflow_id}, ${definition_id}, ${campaign_id}, ${contact_id}, 'Call',
        'campaign', '2026-01-05T10:00:00Z', '{}', jsonb_build_object('note', repeat('x', 100000)),
        jsonb_build_object('call_summary', 'A call.', 'custom', repeat('x', 100000))
      from generate_series(1, 90)`.execute(db);
    const { db: watched, largest } = measured(db);

    let rows = 0;
    let maxLength = 0;
    for await (const part of report((work) => work(watched), { organization_id, campaign_id }, [
      'phone_number',
      'note',
    ])) {
      maxLength = Math.max(maxLength, part.length);
      rows += part.split('\r\n').length - 1;
    }

    expect(rows).toBe(91);
    expect(largest()).toBeLessThan(1.2 * batchBytes);
    expect(maxLength).toBeLessThan(1.2 * batchBytes);
  });

  test('defuses uploaded columns and cells', async () => {
    const { member, campaign, path } = await given(['phone_number', '=cmd()']);
    const [contact_id = 0] = await givenContacts(member, campaign, [
      { initial_context: '{"=cmd()":"=1+1"}' },
    ]);
    await givenRun(member, campaign, {
      ...over,
      contact_id,
      outcome: 'completed',
      call_disposition: '@SUM(A1)',
    });

    const [row] = read((await member.get(path)).text);

    expect(row).toMatchObject({
      call_disposition: "'@SUM(A1)",
      'initial_context.=cmd()': "'=1+1",
    });
  });
});

test.each([
  ['Ada', 'Ada'],
  ['', ''],
  ['a=1', 'a=1'],
  ['=1+1', "'=1+1"],
  ['+12025550123', '+12025550123'],
  ['+1+1', "'+1+1"],
  ['-5.25', '-5.25'],
  ['-5.', "'-5."],
  ['-cmd|x', "'-cmd|x"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r'=1"],
  ['\n=1', "'\n'=1"],
  ['\na', "'\na"],
  ['ok\n=1+1', "ok\n'=1+1"],
  ['ok\r@SUM(A1)', "ok\r'@SUM(A1)"],
  ['ok\u2028 +1', "ok\u2028' +1"],
  ['a\n-5', 'a\n-5'],
  ['-1e-7', '-1e-7'],
  [' =1', "' =1"],
  ["'=1", "''=1"],
  ["it's", "it's"],
  ['＝1+1', "'＝1+1"],
  ['+12025550123\n=1', "'+12025550123\n'=1"],
])('The cell %j is shown as %j', (cell, shown) => {
  expect(defused(cell)).toBe(shown);
});
