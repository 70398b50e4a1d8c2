import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addContentChanges,
  contentBytes,
  countContents,
} from '../../src/billing/quotas/queries.ts';
import type { Db } from '../../src/db/connect.ts';
import { purgeOrganizations } from '../../src/privacy/organization-deletions/jobs.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { later } from '../../src/timestamp.ts';
import { givenCallableCampaign } from '../campaigns/lifecycle/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { sharedServer, startServer, type TestServer } from '../support/server.ts';
import { givenProfile } from '../voice/given.ts';

const limits = '/api/v1/organizations/limits';

async function setLimit({ organization_id }: Member, content_bytes_limit: number): Promise<void> {
  const admin = await newOrganization({ superAdmin: true });
  const path = `/api/v1/admin/organizations/${organization_id}/limits`;
  expect((await admin.put(path, { content_bytes_limit })).status).toBe(200);
}

/** The real sizes of all organizations' content, of those that have some. */
async function storedBytes(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; bytes: number }>`
    select organization_id as id, sum(bytes)::bigint as bytes from stored_contents group by 1
    having sum(bytes) > 0`.execute(db);
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}

/** What is counted of them. */
async function countedBytes(db: Db): Promise<Map<number, number>> {
  const ids = await db.selectFrom('organizations').select('id').execute();
  const counted = new Map<number, number>();
  for (const { id } of ids) {
    const bytes = await contentBytes(db, id);
    if (bytes > 0) counted.set(id, bytes);
  }
  return counted;
}

const nodes = (text: string) => ({ nodes: [{ id: 'a', type: 'note', data: { text } }], edges: [] });

interface Step {
  readonly table: readonly [string, readonly string[]];
  readonly place: number;
  readonly text: string;
  readonly act: string;
}

describe('An organization with as much content as it can have', () => {
  async function givenFull() {
    const member = await newOrganization();
    const campaign = await givenCallableCampaign(member);
    const workflow = `/api/v1/workflow/${campaign.workflow_id}`;
    const mine = async () => (await member.get(limits)).body;
    const run = await member.post(`${workflow}/runs`, { initial_context: { note: 'x' } });
    expect(run.status).toBe(201);
    const testCase = await member.post(`${workflow}/test-cases`, {
      name: 'One',
      turns: [{ text: 'Yes' }],
    });
    expect(testCase.status).toBe(201);
    const scheduled_at = later(member.server.app.now(), 3_600_000);
    const call = { workflow_id: campaign.workflow_id, to_number: '+12025550123' };
    const scheduled = await member.post('/api/v1/telephony/scheduled-calls', {
      ...call,
      scheduled_at,
      telephony_configuration_id: campaign.configuration_id,
    });
    expect(scheduled.status).toBe(201);
    const { content_bytes } = await mine();
    await setLimit(member, content_bytes - 1);
    return { member, campaign, workflow, mine, run, testCase, call, scheduled, scheduled_at };
  }

  test('is refused everything that would add to it, with the limit, and nothing of it is stored', async () => {
    const given = await givenFull();
    const { member, campaign, workflow, testCase, call, scheduled, scheduled_at } = given;
    const before = await given.mine();
    const initial_context = { note: 'more' };
    const metadata = { note: 'more' };
    const profile_id = await givenProfile(member);

    const answers = {
      createWorkflow: await member.post('/api/v1/workflow', {
        name: 'Next',
        workflow_definition: nodes('x'),
      }),
      updateWorkflow: await member.put(workflow, { workflow_definition: nodes('x') }),
      revertWorkflow: await member.post(`${workflow}/revert`, { version_number: 1 }),
      duplicateWorkflow: await member.post(`${workflow}/duplicate`),
      createTestRun: await member.post(`${workflow}/runs`, {}),
      createWorkflowTestCase: await member.post(`${workflow}/test-cases`, {
        name: 'Two',
        turns: [{ text: 'Yes' }],
      }),
      updateWorkflowTestCase: await member.patch(`${workflow}/test-cases/${testCase.body.id}`, {
        initial_context,
      }),
      initiateCall: await member.post('/api/v1/telephony/initiate-call', {
        ...call,
        telephony_configuration_id: campaign.configuration_id,
        initial_context,
      }),
      createScheduledCall: await member.post('/api/v1/telephony/scheduled-calls', {
        ...call,
        scheduled_at,
        initial_context,
      }),
      updateScheduledCall: await member.patch(
        `/api/v1/telephony/scheduled-calls/${scheduled.body.id}`,
        { initial_context },
      ),
      addCampaignContacts: await member.post(`${campaign.path}/contacts`, {
        contacts: [{ phone_number: '+12025550144' }],
      }),
      createGeneration: await member.post('/api/v1/voice/generations', {
        profile_id,
        text: 'Hello',
      }),
      updateVoiceProfile: await member.patch(`/api/v1/voice/profiles/${profile_id}`, { metadata }),
      updateCampaign: await member.patch(campaign.path, { metadata }),
      createApprovalPolicy: await member.post('/api/v1/approval-policies', {
        connector_name: 'crm',
        action_type: 'call_initiate',
        target_name: (await member.get(workflow)).body.name,
        destination: { kind: 'exact_e164', value: call.to_number },
        expires_at: '2099-01-01T00:00:00.000Z',
        max_uses: 1,
        metadata,
      }),
    };

    const refused = { status: 409, code: 'limit_reached', limit_name: 'content_bytes_limit' };
    for (const [operation, { status, body }] of Object.entries(answers))
      expect([operation, { status, code: body.code, limit_name: body.limit_name }]).toEqual([
        operation,
        refused,
      ]);
    expect(answers.createWorkflow.body.limit).toBe(before.content_bytes_limit);
    expect(await given.mine()).toEqual(before);
  });

  test('keeps what is reported of calls, protects people, and has room when something is deleted', async () => {
    const { member, campaign, workflow, mine, run, call } = await givenFull();
    const result = `/api/v1/runs/${run.body.id}/result`;

    const answers = [
      await member.post(result, {
        gathered_context: { note: 'x'.repeat(1000) },
        transcript: [{ role: 'caller', text: 'Yes', at: '2026-01-05T10:00:10.000Z' }],
      }),
      await member.put(workflow, { workflow_configurations: { require_prior_consent: 'sales' } }),
      await member.put(workflow, { workflow_configurations: {} }),
      await member.post('/api/v1/telephony/initiate-call', {
        ...call,
        telephony_configuration_id: campaign.configuration_id,
      }),
      await member.post(`${workflow}/runs/${run.body.id}/mark-consent`, { consent_given: true }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 202, 200]);
    const { content_bytes } = await mine();
    await setLimit(member, content_bytes - 500);
    expect((await member.post(`${workflow}/runs`, {})).status).toBe(409);
    await member.server.app.db
      .updateTable('workflow_runs')
      .set({ state: 'completed', outcome: 'completed', ended_at: member.server.app.now() })
      .where('id', '=', run.body.id)
      .execute();
    expect((await member.delete(`/api/v1/runs/${run.body.id}`)).status).toBe(204);

    expect((await member.post(`${workflow}/runs`, {})).status).toBe(201);
  });

  test('counts the answers that are kept, until they are removed', async () => {
    const member = await newOrganization();
    const { server, organization_id } = member;
    const headers = { 'idempotency-key': 'once' };
    const body = { name: 'Key' };
    await member.send('POST', '/api/v1/auth/api-keys', { token: member.token, headers, body });

    const kept = await contentBytes(server.app.db, organization_id);
    await server.app.db
      .deleteFrom('idempotent_answers')
      .where('organization_id', '=', organization_id)
      .execute();

    expect(kept).toBeGreaterThan(100);
    expect(await contentBytes(server.app.db, organization_id)).toBe(0);
  });
});

describe('The bytes of content', () => {
  let server: TestServer;
  let db: Db;
  beforeAll(async () => {
    server = await startServer({ demo: true });
    ({ db } = server.app);
    await seedDemo(server.app);
  });
  afterAll(() => server.close());

  const counted = Object.entries({
    workflow_definitions: ['workflow_definition'],
    workflows: ['template_context_variables', 'workflow_configurations'],
    workflow_runs: ['initial_context', 'gathered_context', 'transcript', 'analysis'],
    workflow_test_cases: ['initial_context', 'tool_answers', 'expected_tool_calls'],
    run_conversations: ['tool_answers', 'learned'],
    scheduled_calls: ['initial_context'],
    campaign_contacts: ['initial_context'],
    generations: ['text', 'instruct'],
    tool_executions: ['arguments', 'result'],
    idempotent_answers: ['answer_encrypted'],
  });
  const step: fc.Arbitrary<Step> = fc.record({
    table: fc.constantFrom(...counted),
    place: fc.nat(1_000_000),
    text: fc.string({ unit: 'grapheme', maxLength: 200 }).filter((text) => !text.includes('\0')),
    act: fc.constantFrom('write', 'write', 'write', 'delete', 'copy', 'add', 'recount'),
  });

  test('are what is stored, whatever is written, copied, deleted, added and counted anew', async () => {
    expect(await countedBytes(db)).toEqual(await storedBytes(db));
    let changed = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        for (const each of steps) changed += (await act(each)) ? 1 : 0;
        expect(await countedBytes(db)).toEqual(await storedBytes(db));
      }),
      { numRuns: 10 },
    );
    expect(changed).toBeGreaterThan(20);
  }, 60_000);

  /** One random act on a random row; false if a constraint does not allow it. */
  async function act({ table: [table, columns], place, text, act: kind }: Step): Promise<boolean> {
    if (kind === 'add') return addContentChanges(db).then(() => true);
    if (kind === 'recount') {
      await sql`delete from organization_usage where quota = 'content_bytes_limit'`.execute(db);
      return countContents(db).then(() => true);
    }
    const column = columns[place % columns.length] ?? '';
    const row = sql`(select ctid from ${sql.table(table)} order by ctid
      offset ${place} % greatest((select count(*) from ${sql.table(table)}), 1) limit 1)`;
    const value =
      table === 'generations' || table === 'idempotent_answers'
        ? sql`${`.${text}`}`
        : sql`${JSON.stringify(column === 'transcript' ? [{ text }] : { text })}`;
    const statement = {
      write: sql`update ${sql.table(table)} set ${sql.ref(column)} = ${
        table === 'idempotent_answers' ? sql`convert_to(${value}, 'UTF8')` : value
      } where ctid = ${row}`,
      delete: sql`delete from ${sql.table(table)} where ctid = ${row}`,
      copy: sql`
        insert into idempotent_answers (organization_id, key, fingerprint, answer_encrypted, created_at, expires_at)
        select id, ${text.slice(0, 2)}, '', convert_to(${text}, 'UTF8'), ${server.app.now()}, ${server.app.now()}
        from organizations on conflict (organization_id, key) do update set answer_encrypted = excluded.answer_encrypted`,
    }[kind as 'write'];
    return statement.execute(db).then(
      () => true,
      (error: Error & { code?: string }) => {
        expect(error.code).toMatch(/^23/);
        return false;
      },
    );
  }

  test('go with their organization', async () => {
    const now = server.app.now();
    const id = [...(await storedBytes(db)).keys()][0] ?? 0;
    await db
      .updateTable('organizations')
      .set({ deleted_at: later(now, -31 * 24 * 60 * 60 * 1000) })
      .where('id', '=', id)
      .execute();

    for (let turns = 0; turns < 50; turns += 1) await purgeOrganizations(server.app, 7);
    await addContentChanges(db);

    expect((await storedBytes(db)).has(id)).toBe(false);
    expect(await countedBytes(db)).toEqual(await storedBytes(db));
    const left = await db.selectFrom('organizations').select('id').where('id', '=', id).execute();
    expect(left).toEqual([]);
  });
});

/** Tables whose free-form content is not counted, and why. */
const bounded: Readonly<Record<string, string>> = {
  api_keys: 'names and scopes, within api_key_limit',
  approval_policy_uses: 'ids',
  audit_events:
    'written by the service: members that changed, large ones as their size; kept for the operator',
  calling_hours: 'one row of slots and holidays, whose number is bounded',
  campaign_contact_counts: 'words of the service',
  campaign_logs: 'written by the service',
  campaign_source_rows: 'counted by source_bytes_limit',
  campaign_sources: 'names of at most 1,000 columns, within source_limit',
  campaign_zones: 'time zones',
  consent_marks: 'words of the contract',
  consents: 'purposes, sources and addresses of bounded length',
  do_not_call_numbers: 'numbers and reasons of bounded length',
  email_changes: 'one row of each user',
  erasures: 'numbers, and counts of the service',
  event_choices: 'words of the contract',
  generation_versions: 'labels and effects without free members',
  inbound_calls: 'ids of carriers',
  invitations: 'addresses, within member_limit',
  live_calls: 'settings of the calls in progress, within concurrent_call_limit',
  model_downloads: 'names of models, and progress written by the service',
  organization_usage: 'names of quotas',
  password_resets: 'hashes',
  pending_deliveries: 'words of the contract',
  pending_events: 'written by the service, removed within minutes',
  pending_mails: 'written by the service, removed once sent',
  phone_numbers: 'numbers and labels of bounded length',
  retention_work: 'words of the service',
  run_instructions: 'at most 100 texts of bounded length for each run that somebody instructed',
  run_transfers:
    'names, numbers and words of the service, for each transfer that somebody asked for',
  sessions: 'addresses and cut user agents, within user_session_limit',
  stories: 'names and descriptions of bounded length, within story_limit',
  tools: 'texts and schemas of bounded length, at most 100 of an organization',
  telephony_configurations: 'encrypted credentials, whose members are bounded',
  usage_changes: 'words of the service',
  usage_counts: 'numbers of the service',
  users: 'addresses and hashes, within member_limit',
  voice_files: 'words of the service; the files are counted by voice_bytes_limit',
  voice_samples: 'a text of bounded length for each file, which voice_bytes_limit counts',
  webhook_attempts: 'the beginnings of answers, which go with the deliveries',
  webhook_deliveries: 'words of the service',
  webhook_endpoints: 'addresses and descriptions of bounded length, within webhook_endpoint_limit',
  webhook_events:
    'written by the service, one of each kind for a run whose content is counted; whole months go',
  workflow_runtimes: 'encrypted secrets of the service',
};

/** What else the counted tables have: names, IDs, numbers, addresses, words and settings of bounded length. */
const boundedColumns: Readonly<Record<string, string>> = {
  approval_policies:
    'action_type connector_name declined_reason destination_kind destination_value external_id proposal_reason revoked_reason target_name',
  campaign_contacts: 'external_id outcome phone_number skip_reason state timezone',
  campaigns:
    'added_columns circuit_breaker external_id machine_detection name require_prior_consent retry_config schedule_config source_type start_refusal state',
  generations: 'created_from engine error_code error_message language model status voice',
  idempotent_answers: 'fingerprint key',
  scheduled_calls: 'external_id from_number refusal state timezone to_number traceparent',
  voice_profiles:
    'default_engine description design_prompt effects_chain external_id language name personality preset_engine preset_voice_id voice_type',
  workflow_definitions: 'version_status',
  workflow_runs:
    'answered_by call_disposition callback_refusal carrier_call_id carrier_code external_id failure from_number mode name outcome recording_url state timezone to_number traceparent',
  tool_executions: 'call_id decision decision_reason error_code error_detail status tool_name',
  run_conversations: 'node_id runtime_url',
  workflow_test_cases: 'name',
  // What is generated from the configurations is not counted twice.
  // At most ten former destinations and scopes, which are bounded as the present ones.
  workflows: 'calling_hours external_id former_settings name require_prior_consent status',
};

test('Every column with free-form content is counted, or known to be bounded', async () => {
  const { app } = await sharedServer();
  const { rows: all } = await sql<{ table: string; name: string }>`
    select relname as table, attname as name from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attnum > 0
      and not attisdropped and atttypid in ('text'::regtype, 'bytea'::regtype, 'json'::regtype, 'jsonb'::regtype,
        'text[]'::regtype, 'jsonb[]'::regtype, 'varchar'::regtype)
      and exists (select from pg_attribute as own where own.attrelid = pg_class.oid and own.attname = 'organization_id')
    order by 1, 2`.execute(app.db);
  // A generated column counts those that it is made of.
  const { rows: counted } = await sql<{ table: string; name: string }>`
    with used as (
      select table_name, column_name from information_schema.view_column_usage where view_name = 'stored_contents'
    )
    select table_name as table, column_name as name from used
    union select own.table_name, own.column_name from information_schema.column_column_usage as own
    join used on used.table_name = own.table_name and used.column_name = own.dependent_column`.execute(
    app.db,
  );
  const isCounted = ({ table, name }: { table: string; name: string }): boolean =>
    counted.some((each) => each.table === table && each.name === name);
  const tables = new Set(counted.map(({ table }) => table));

  const unknown = all.filter(({ table }) => !tables.has(table) && !(table in bounded));
  const others: Record<string, string> = {};
  for (const each of all)
    if (tables.has(each.table) && !isCounted(each))
      others[each.table] = [others[each.table] ?? [], each.name].flat().join(' ');

  expect(unknown).toEqual([]);
  expect(others).toEqual(boundedColumns);
  const withText = new Set(all.map(({ table }) => table));
  expect(Object.keys(bounded).filter((table) => !withText.has(table) || tables.has(table))).toEqual(
    [],
  );
});
