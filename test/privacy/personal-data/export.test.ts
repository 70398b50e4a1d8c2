import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { givenCallableCampaign } from '../../campaigns/lifecycle/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenCallable } from '../../telephony/calls/given.ts';
import { givenRun, givenWorkflow } from '../../workflows/given.ts';

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

async function givenCall(member: Member, to_number: string, columns = {}) {
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
    ...columns,
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

  test('has the analysis of a call, also if it follows from the outcome', async () => {
    const member = await newOrganization();
    await givenCall(member, ada, { has_derived_analysis: true, call_disposition: 'confirmed' });

    const { lines } = await exported(member);

    const run = lines.find(({ kind }) => kind === 'run');
    expect(run?.value['analysis']).toMatchObject({ source: 'outcome', disposition: 'confirmed' });
  });

  test('has contacts that were never called and whose source is gone, once each', async () => {
    const member = await newOrganization();
    const campaign = await givenCallableCampaign(member, { numbers: [ben, ada] });
    await member.post(`${campaign.path}/start`);
    await member.post(`${campaign.path}/cancel`);
    const { db } = member.server.app;
    // More than are read together.
    await sql`
      insert into campaign_contacts (organization_id, campaign_id, row_number, phone_number, state, skip_reason, updated_at)
      select organization_id, campaign_id, turn, case when turn = 6000 then ${ada} else ${ben} end, 'skipped', 'canceled',
        updated_at
      from campaign_contacts, generate_series(10, 6000) as turn
      where campaign_id = ${campaign.id} and row_number = 1`.execute(db);
    await sql`
      insert into campaign_source_rows (organization_id, source_id, row_number, phone_number)
      select organization_id, source_id, 6000, ${ada} from campaigns where id = ${campaign.id}`.execute(
      db,
    );
    const before = (await exported(member)).lines.filter(({ kind }) => kind === 'contact');
    const { source_id } = await db
      .selectFrom('campaigns')
      .select('source_id')
      .where('id', '=', campaign.id)
      .executeTakeFirstOrThrow();
    const gone = { deleted_at: member.server.app.now() };
    await db.updateTable('campaign_sources').set(gone).where('id', '=', source_id).execute();

    const during = (await exported(member)).lines.filter(({ kind }) => kind === 'contact');
    await db.deleteFrom('campaign_source_rows').where('source_id', '=', source_id).execute();
    const after = await exported(member);

    expect(before.map(({ value }) => value['phone_number'])).toEqual([ada, ada]);
    expect(during).toEqual(before);
    expect(after.lines.filter(({ kind }) => kind === 'contact')).toEqual(before);
    expect(after.answer.text).not.toContain(ben);
  });

  test('has simulated calls, and audit events of consents and of scheduled calls', async () => {
    const member = await newOrganization();
    const { workflow_id } = await givenCallable(member);
    const at = later(member.server.app.now(), 9e6);
    for (const to_number of [ada, ben]) {
      const call = { workflow_id, to_number, scheduled_at: at };
      expect((await member.post('/api/v1/telephony/scheduled-calls', call)).status).toBe(201);
      const consent = { phone_number: to_number, purpose: 'reminders', source: 'Form' };
      const obtained_at = '2026-01-02T11:00:00.000Z';
      await member.post('/api/v1/consents', { ...consent, obtained_at });
      const { body } = await member.post('/api/v1/telephony/initiate-call', {
        workflow_id,
        to_number,
      });
      await member.server.app.calls.place({ ...body, organization_id: member.organization_id });
    }

    const { lines, kinds, answer } = await exported(member);

    const events = lines.filter(({ kind }) => kind === 'audit_event');
    expect(events.map(({ value }) => value['action'])).toEqual(
      expect.arrayContaining(['consent.created', 'scheduled_call.created']),
    );
    const of = (wanted: string) => kinds.filter((kind: string) => kind === wanted).length;
    expect([of('simulated_call'), of('scheduled_call'), of('consent')]).toEqual([1, 1, 1]);
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
