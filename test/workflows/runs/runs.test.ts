import { describe, expect, test } from 'vitest';
import {
  givenCampaign,
  givenContacts,
  givenRun as givenCampaignRun,
} from '../../campaigns/given.ts';
import { newOrganization } from '../../support/organizations.ts';
import { givenRun, givenRuns, givenWorkflow } from '../given.ts';

const everything = {
  name: 'Reminder for Ada',
  mode: 'ad_hoc',
  state: 'completed',
  outcome: 'completed',
  call_disposition: 'confirmed',
  to_number: '+12025550123',
  from_number: '+12025550100',
  recording_url: 'https://recordings.example.com/1.mp3',
  created_at: '2026-01-05T10:00:00.000Z',
  started_at: '2026-01-05T10:00:04.120Z',
  ended_at: '2026-01-05T10:01:10.480Z',
} as const;

const details = {
  initial_context: { customer_name: 'Ada' },
  gathered_context: { confirmed: true, notes: ['a', { b: null }] },
  transcript: [{ role: 'agent', text: 'Good morning.', at: '2026-01-05T10:00:05.000Z' }],
  analysis: {
    call_summary: 'Ada confirmed.',
    call_successful: true,
    in_voicemail: false,
    disposition: 'confirmed',
    custom: { mood: 'good' },
    source: 'agent',
  },
  usage: { seconds: 42, tokens: 1840, characters: null, cost: null, details: {} },
};

const asText = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));

const idsIn = (answer: { body: { items: { id: number }[] } }): number[] =>
  answer.body.items.map((item) => item.id);

describe('getWorkflowRun', () => {
  test('returns all data of a run', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member, { versions: ['published', 'draft'] });
    const [definition_id = 0] = workflow.versions;
    const id = await givenRun(member, workflow, {
      ...everything,
      ...asText(details),
      definition_id,
    });

    const answer = await member.get(`${workflow.path}/runs/${id}`);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id,
      workflow_id: workflow.id,
      definition_id,
      version_number: 1,
      workflow_version: 1,
      workflow_name: (await member.get(workflow.path)).body.name,
      telephony_configuration_id: null,
      campaign_id: null,
      contact_id: null,
      ...everything,
      ...details,
      // A process of contract 0.2.0 has stored them.
      transcript: details.transcript.map((turn) => ({
        ...turn,
        kind: 'speech',
        interrupted: null,
        spoken_ms: null,
      })),
      phase: 'ended',
      handoff_id: null,
      queued_at: everything.created_at,
      placed_at: null,
      answered_at: everything.started_at,
      duration_seconds: 66,
      attempt_number: 1,
      answered_by: null,
      external_id: null,
      metadata: {},
      message_left_at: null,
      carrier_call_id: null,
      failure: null,
      callback_refusal: null,
      hang_up_requested_at: null,
      token_revoked_at: null,
    });
    expect(await member.get(`/api/v1/runs/${id}`)).toMatchObject({ body: answer.body });
  });

  test('returns null for what is not known yet', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    const id = await givenRun(member, workflow);

    const { body } = await member.get(`${workflow.path}/runs/${id}`);

    expect(body).toMatchObject({
      state: 'initialized',
      mode: 'test',
      initial_context: {},
      gathered_context: {},
    });
    const nulls = Object.entries(body).filter(([, value]) => value === null);
    expect(nulls.map(([name]) => name).toSorted()).toEqual(
      [
        'outcome call_disposition to_number from_number telephony_configuration_id campaign_id contact_id',
        'recording_url started_at ended_at transcript analysis usage queued_at placed_at answered_at',
        'duration_seconds attempt_number answered_by message_left_at carrier_call_id failure callback_refusal',
        'hang_up_requested_at token_revoked_at external_id handoff_id',
      ]
        .join(' ')
        .split(' ')
        .toSorted(),
    );
  });

  test('refuses an invalid id', async () => {
    const member = await newOrganization();

    const { body, status } = await member.get('/api/v1/workflow/x/runs/0');

    expect(status).toBe(422);
    expect(body.detail.map((fault: { loc: string[] }) => fault.loc)).toEqual([
      ['path', 'workflow_id'],
      ['path', 'run_id'],
    ]);
  });
});

describe('getRun', () => {
  test('has the name of the workflow as it is now, and so has listRuns', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member, { versions: ['published'] });
    await givenRun(member, await givenWorkflow(member), { name: 'of another workflow' });
    const path = `/api/v1/runs/${await givenRun(member, workflow, everything)}`;
    const before = (await member.get(path)).headers.get('etag') ?? '';
    await member.put(workflow.path, { name: 'Another name' });

    const { status, body } = await member.send('GET', path, {
      headers: { 'if-none-match': before },
    });
    const { items } = (await member.get(`/api/v1/runs?workflow_id=${workflow.id}`)).body;
    // The run itself has not changed.
    const recorded = await member.post(`${path}/result`, {}, { 'if-match': before });

    expect([status, body.workflow_name]).toEqual([200, 'Another name']);
    expect(items).toMatchObject([{ workflow_name: 'Another name' }]);
    expect(recorded.status).toBe(200);
  });

  test('says why a call failed, with a sentence for each code', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    const codes = [
      ['refused', 'failed'],
      ['carrier_failure', 'failed'],
      ['connection_error', 'failed'],
      ['timed_out', 'unknown'],
      ['no_callback', 'unknown'],
      ['do_not_call', 'canceled'],
      ['approval_not_in_force', 'canceled'],
      ['configuration_missing', 'canceled'],
      ['too_late', 'canceled'],
      ['restored_from_backup', 'canceled'],
    ] as const;
    const ended = { mode: 'ad_hoc', state: 'completed', ended_at: everything.ended_at } as const;
    const ids = await givenRuns(
      member,
      workflow,
      codes.map(([failure, outcome]) => ({ ...ended, outcome, failure, carrier_code: '503' })),
    );

    const failures = [];
    for (const id of ids) failures.push((await member.get(`/api/v1/runs/${id}`)).body.failure);

    expect(failures).toEqual(
      codes.map(([code]) => ({
        code,
        message: expect.stringMatching(/^[A-Z][^.]+[.]$/),
        carrier_code: '503',
      })),
    );
  });

  test('numbers the attempts of a contact, and shows seconds that are over', async () => {
    const member = await newOrganization();
    const campaign = await givenCampaign(member);
    const [contact_id = 0] = await givenContacts(member, campaign, [{}]);
    const busy = await givenCampaignRun(member, campaign, { contact_id });
    const answered = await givenCampaignRun(member, campaign, {
      contact_id,
      started_at: '2026-01-05T10:00:00.900Z',
      ended_at: '2026-01-05T10:00:03.800Z',
      state: 'completed',
      outcome: 'completed',
    });

    const shown = [];
    for (const id of [busy, answered]) shown.push((await member.get(`/api/v1/runs/${id}`)).body);

    expect(shown).toMatchObject([
      { attempt_number: 1, duration_seconds: null },
      { attempt_number: 2, duration_seconds: 2 },
    ]);
    const { body } = await member.get(`/api/v1/runs?campaign_id=${campaign.id}`);
    expect(body.items).toMatchObject([{ attempt_number: 2 }, { attempt_number: 1 }]);
  });
});

describe('listWorkflowRuns', () => {
  test("shows the workflow's runs, newest first, page by page", async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    const sibling = await givenWorkflow(member);
    const [a, b, c] = await givenRuns(member, workflow, [
      { created_at: '2026-01-05T09:00:00.000Z' },
      { ...everything, ...asText(details) },
      { created_at: everything.created_at },
    ]);
    await givenRun(member, sibling);

    const first = await member.get(`${workflow.path}/runs?limit=2`);
    await givenRun(member, workflow);
    const second = await member.get(
      `${workflow.path}/runs?limit=2&cursor=${first.body.next_cursor}`,
    );

    expect([first, second].map(idsIn)).toEqual([[c, b], [a]]);
    expect(second.body.next_cursor).toBeNull();
    expect(first.body.items[1]).toMatchObject(everything);
  });

  test('shows an empty page for a workflow without runs', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);

    expect((await member.get(`${path}/runs`)).body).toEqual({ items: [], next_cursor: null });
  });
});
