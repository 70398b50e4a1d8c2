import { describe, expect, test } from 'vitest';
import { givenCallableCampaign } from '../campaigns/lifecycle/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { givenRun, givenWorkflow } from '../workflows/given.ts';

const path = '/api/v1/privacy/exports';
const ada = '+12025550185';
const ben = '+12025550141';

async function exported(member: Member, phone_number = ada) {
  const answer = await member.post(path, { phone_number });
  const lines = answer.text
    .trim()
    .split('\n')
    .map((line: string) => JSON.parse(line) as { kind: string; value: Record<string, unknown> });
  return { answer, lines, kinds: lines.map(({ kind }: { kind: string }) => kind) };
}

async function givenCall(member: Member, to_number: string) {
  const workflow = await givenWorkflow(member, { versions: ['published'] });
  const now = member.server.app.now();
  return givenRun(member, workflow, {
    mode: 'ad_hoc',
    to_number,
    state: 'completed',
    outcome: 'completed',
    started_at: now,
    ended_at: now,
    transcript: JSON.stringify([{ role: 'caller', text: `I am ${to_number}, not ${ada}.` }]),
  });
}

describe('exportPersonalData', () => {
  test('streams everything that is stored under the number, and nothing of others', async () => {
    const member = await newOrganization();
    const ids = [];
    for (let made = 0; made < 7; made += 1) ids.push(await givenCall(member, ada));
    await givenCall(member, ben);
    await givenCall(await newOrganization(), ada);
    const campaign = await givenCallableCampaign(member, { numbers: [ada, ben] });
    await member.post(`${campaign.path}/start`);
    const consent = {
      purpose: 'reminders',
      obtained_at: '2026-01-02T11:00:00.000Z',
      source: 'Form',
    };
    await member.post('/api/v1/consents', { phone_number: ada, ...consent });
    await member.post('/api/v1/do-not-call', { phone_numbers: [{ phone_number: ada }] });

    const { answer, lines, kinds } = await exported(member, '+1 202 555-0185');

    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/jsonl']);
    expect([kinds[0], kinds.at(-1)]).toEqual(['person', 'end']);
    const runs = lines.filter(({ kind }) => kind === 'run');
    expect(runs.map(({ value }) => value['id'])).toEqual(ids);
    expect(runs[0]?.value['transcript']).toEqual([
      { role: 'caller', text: `I am ${ada}, not ${ada}.` },
    ]);
    for (const kind of ['do_not_call_number', 'consent', 'source_row', 'contact'])
      expect(
        kinds.filter((found: string) => found === kind),
        kind,
      ).toHaveLength(1);
    expect(answer.text).not.toContain(ben);
  });

  test('is the first and the last line where nothing is stored', async () => {
    const { kinds } = await exported(await newOrganization());

    expect(kinds).toEqual(['person', 'end']);
  });

  test('is recorded without the number', async () => {
    const member = await newOrganization();
    await exported(member);

    const { body } = await member.get('/api/v1/audit-events?action=personal_data.exported');
    expect(body.items).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain('5550185');
  });

  test('refuses what is no number', async () => {
    const member = await newOrganization();

    const { status, body } = await member.post(path, { phone_number: '202-555-0185' });

    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'phone_number']]);
  });
});
