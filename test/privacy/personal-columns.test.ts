import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isKnown } from '../../src/privacy/other-columns.ts';
import { personalTables } from '../../src/privacy/personal-columns.ts';
import { expireOfRuns } from '../../src/privacy/personal-queries.ts';
import { later } from '../../src/timestamp.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { givenPolicy } from '../approvals/given.ts';
import { givenCallableCampaign } from '../campaigns/lifecycle/given.ts';
import { givenRun, givenWorkflow } from '../workflows/given.ts';
import { columnsOf, erase } from './given.ts';

const ada = '+12025550185';
const said = 'Lovelace';
const object = JSON.stringify({ name: said });

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
}, 120_000);
afterAll(() => server.close());

/** A call to Ada that has ended, with her name in every column that holds what was said or is known of her. */
async function givenCall(member: Member): Promise<number> {
  const { db } = server.app;
  const { organization_id, user_id } = member;
  const now = server.app.now();
  const workflow = await givenWorkflow(member, { versions: ['published'] });
  const run_id = await givenRun(member, workflow, {
    mode: 'ad_hoc',
    name: said,
    to_number: ada,
    state: 'completed',
    outcome: 'completed',
    started_at: now,
    ended_at: now,
    external_id: said,
    carrier_call_id: said,
    metadata: object,
    initial_context: object,
    gathered_context: JSON.stringify({ name: said, consent_given: true, consent_ts: now }),
    transcript: JSON.stringify([{ role: 'caller', text: said, at: now }]),
    recording_url: `https://recordings.example.com/${said}.mp3`,
    analysis: JSON.stringify({ call_summary: said, custom: {}, source: 'agent' }),
    call_disposition: said,
    usage: object,
    timezone: said,
  });
  const of = { organization_id, run_id };
  await db
    .insertInto('run_instructions')
    .values({
      ...of,
      instruction_number: 1,
      text: said,
      answer: 'refused',
      reason: said,
      user_id,
      created_at: now,
      delivered_at: now,
      acknowledged_at: now,
    })
    .execute();
  await db
    .insertInto('run_conversations')
    .values({
      ...of,
      learned: object,
      tool_answers: JSON.stringify([{ tool_name: 'lookup', result: said }]),
      runtime_url: `https://${said}.example.com`,
    })
    .execute();
  await db
    .insertInto('consent_marks')
    .values({ ...of, consent_given: true, consent_ts: now })
    .execute();
  await db
    .insertInto('tool_executions')
    .values({
      ...of,
      tool_id: 1,
      tool_name: 'lookup',
      tool_revision: 1,
      call_id: 'a',
      is_write: true,
      arguments: object,
      result: object,
      error_detail: said,
      status: 'succeeded',
      decision: 'accepted',
      decision_number: 1,
      decision_reason: said,
      decided_by: user_id,
      decided_at: now,
      deadline_at: now,
      created_at: now,
      settled_at: now,
    })
    .execute();
  await db
    .insertInto('run_transfers')
    .values({
      ...of,
      kind: 'handoff',
      destination: 'billing',
      to_workflow_id: workflow.id,
      to_definition_id: workflow.versions[0]!,
      to_workflow_version: 1,
      handoff_briefing: said,
      leg_id: said,
      status: 'bridged',
      created_at: now,
      deadline_at: now,
      bridged_at: now,
      ended_at: now,
    })
    .execute();
  return run_id;
}

/** The columns of a run and of its rows in other tables in which the name is. */
async function columnsWithName(run_id: number): Promise<string[]> {
  const found = [];
  for (const { name } of personalTables.filter(({ ofRuns: of }) => of !== undefined)) {
    const key = sql.ref(name === 'workflow_runs' ? 'id' : 'run_id');
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(found) as row from ${sql.table(name)} as found where ${key} = ${run_id}`.execute(
      server.app.db,
    );
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row))
        if (JSON.stringify(value).includes(said)) found.push(`${name}.${column}`);
  }
  return found.toSorted();
}

const conversations = [
  'run_conversations.learned',
  'run_conversations.tool_answers',
  'run_instructions.reason',
  'run_instructions.text',
  'run_transfers.handoff_briefing',
  'tool_executions.arguments',
  'tool_executions.decision_reason',
  'tool_executions.error_detail',
  'tool_executions.result',
  'workflow_runs.analysis',
  'workflow_runs.recording_url',
  'workflow_runs.transcript',
];
const contexts = [
  'workflow_runs.gathered_context',
  'workflow_runs.initial_context',
  'workflow_runs.metadata',
];
const others = [
  'run_conversations.runtime_url',
  'run_transfers.leg_id',
  'workflow_runs.call_disposition',
  'workflow_runs.carrier_call_id',
  'workflow_runs.external_id',
  'workflow_runs.name',
  'workflow_runs.timezone',
];
const usage = ['workflow_runs.usage'];
const all = [...conversations, ...contexts, ...others, ...usage].toSorted();

describe('The table of personal columns', () => {
  test('knows of every column with texts, JSON or bytes what it holds', async () => {
    const { rows: listed } = await sql<{ place: string }>`
      select conrelid::regclass::text || '.' || attname as place from pg_constraint
      join pg_attribute on attrelid = conrelid and conkey = array[attnum]
      where contype = 'c' and pg_get_constraintdef(pg_constraint.oid) ~ '(= ANY \\(ARRAY|<@)'`.execute(
      server.app.db,
    );
    const ofFewValues = new Set(listed.map(({ place }) => place));
    const unknown = (await columnsOf(server))
      .filter(({ table }) => !/^(kysely_|later_)migration/.test(table))
      .filter(({ table, name }) => !ofFewValues.has(`${table}.${name}`) && !isKnown(table, name));

    expect(ofFewValues.size).toBeGreaterThan(40);
    expect(unknown).toEqual([]);
  });

  test('has an erasure leave nothing of a call that leads to the person', async () => {
    const member = await newOrganization({ server });
    const run_id = await givenCall(member);
    expect(await columnsWithName(run_id)).toEqual(all);

    await erase(member, ada);

    expect(await columnsWithName(run_id)).toEqual([]);
  });

  test.each([
    ['transcripts', conversations],
    ['contexts', contexts],
    ['usage', usage],
  ] as const)('has the period of %s remove these alone', async (period, removed) => {
    const member = await newOrganization({ server });
    const { organization_id } = member;
    const [run_id, other] = [
      await givenCall(member),
      await givenCall(await newOrganization({ server })),
    ];
    const expire = () =>
      server.app.db
        .transaction()
        .execute((trx) => expireOfRuns(trx, { organization_id, ids: [run_id, other] }, period));

    expect(await expire()).toBe(1);

    expect(await columnsWithName(run_id)).toEqual(
      all.filter((column) => !(removed as readonly string[]).includes(column)),
    );
    expect(await columnsWithName(other)).toEqual(all);
    expect(await expire()).toBe(0);
  });

  test('leaves out of an export only what is not about the person', () => {
    const left = personalTables.flatMap(({ name, exported, columns, leftOut = [] }) =>
      exported === undefined
        ? []
        : leftOut.filter((column) => column in columns).map((column) => `${name}.${column}`),
    );

    expect(left).toEqual([
      'workflow_runs.traceparent',
      // The export has the analysis itself.
      'workflow_runs.has_derived_analysis',
      // Of the person to whom the call was transferred.
      'run_transfers.phone_number',
      'run_transfers.sip_uri',
      'run_transfers.leg_id',
      'simulated_calls.callback_url',
    ]);
  });

  test('has an export show every other column of the rows', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { numbers: [ada] });
    const { workflow_id } = campaign;
    const { organization_id } = member;
    const run_id = await givenCall(member);
    await givenPolicy(member, { destination_value: ada });
    const call = { workflow_id, to_number: ada };
    const { body } = await member.post('/api/v1/telephony/initiate-call', call);
    await server.app.calls.place({ ...body, organization_id });
    const scheduled_at = later(server.app.now(), 9e6);
    await member.post('/api/v1/telephony/scheduled-calls', { ...call, scheduled_at });
    await member.post(`${campaign.path}/start`);
    await sql`
      insert into webhook_events (organization_id, position, id, event, run_id, body, composed_at, created_at)
      values (${organization_id}, 1000, gen_random_uuid(), 'call_ended', ${run_id}, '{}', now(), now())`.execute(
      server.app.db,
    );
    const consent = { purpose: 'reminders', obtained_at: '2026-01-02T11:00:00Z', source: 'Form' };
    await member.post('/api/v1/consents', { phone_number: ada, ...consent });
    await member.post('/api/v1/do-not-call', { phone_numbers: [{ phone_number: ada }] });

    const { text } = await member.post('/api/v1/privacy/exports', { phone_number: ada });

    const shown = new Map<string, Set<string>>();
    for (const line of text.trim().split('\n')) {
      const { kind, value } = JSON.parse(line) as { kind: string; value: object };
      shown.set(kind, new Set([...(shown.get(kind) ?? []), ...Object.keys(value)]));
    }
    const missing = personalTables.flatMap(({ name, exported, columns, leftOut = [] }) =>
      exported === undefined
        ? []
        : Object.keys(columns)
            .filter((column) => !leftOut.includes(column))
            .filter((column) => shown.get(exported)?.has(column) !== true)
            .map((column) => `${name}.${column}`),
    );
    expect(missing).toEqual([]);
    expect([...shown.keys()]).toEqual([
      'person',
      'do_not_call_number',
      'consent',
      'audit_event',
      'scheduled_call',
      'approval_policy',
      'simulated_call',
      'run',
      'run_instruction',
      'consent_mark',
      'tool_execution',
      'transfer',
      'event',
      'source_row',
      'contact',
      'end',
    ]);
    expect([...shown.values()].some((columns) => columns.has('organization_id'))).toBe(false);
  });
});
