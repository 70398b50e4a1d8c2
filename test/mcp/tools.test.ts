import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { tools } from '../../src/mcp/tools.ts';
import { givenPolicy, requestedAt } from '../approvals/given.ts';
import { givenCallableCampaign } from '../campaigns/lifecycle/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { givenCallable, keptOf } from '../telephony/calls/given.ts';
import { connected, type Shown } from './given.ts';

const to_number = '+12025550123';
const connector = () => newOrganization({ connector: 'crm' });
const accept = (member: Member, id: string) =>
  member.post(`/api/v1/approval-requests/${id}/accept`);

describe('Every tool', () => {
  test.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s has a schema that a validator compiles without the contract',
    (_, { inputSchema, description = '' }) => {
      const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));

      expect(ajv.compile(inputSchema)({ unknown: 1 })).toBe(false);
      expect(JSON.stringify(inputSchema)).not.toContain('#/components');
      expect(description.length).toBeLessThan(500);
    },
  );

  test('with an effect requires an idempotency key, and no other has one', () => {
    const withKey = tools.filter(({ inputSchema }) =>
      inputSchema.required?.includes('idempotency_key'),
    );
    const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint === true);

    expect(withKey.map(({ name }) => name)).toEqual([
      'place_call',
      'start_campaign',
      'pause_campaign',
      'resume_campaign',
      'cancel_campaign',
      'request_approval',
    ]);
    for (const { inputSchema } of reading)
      expect(Object.keys(inputSchema.properties ?? {})).not.toContain('idempotency_key');
  });

  test('have no argument with a former name', () => {
    const listing = tools.find(({ name }) => name === 'list_campaigns');

    const names = Object.keys(listing?.inputSchema.properties ?? {});

    expect(names).toContain('has_scheduled_start');
    expect(names).not.toContain('start_scheduled');
  });

  test('comes after the preview of its effect, and all of them fit into 32 KiB', async () => {
    const { client } = await connected(await connector());

    const listed = (await client.listTools()).tools;

    const at = (name: string) => listed.findIndex((tool) => tool.name === name);
    expect(listed).toEqual(tools);
    expect(at('preview_call')).toBeLessThan(at('place_call'));
    expect(at('preview_campaign')).toBeLessThan(at('start_campaign'));
    expect(JSON.stringify(listed).length).toBeLessThan(32_768);
    expect(client.getInstructions()).toContain('preview_call');
  });
});

describe('A refused call', () => {
  test('is requested, accepted by a user, and then placed once however often it is sent', async () => {
    const member = await connector();
    const { workflow_id } = await givenCallable(member);
    const agent = await connected(member);
    const call = { workflow_id, to_number, idempotency_key: randomUUID() };

    const refused = await agent.use('place_call', call);
    const requested = await agent.use('request_approval', {
      policy: refused['approval'].policy,
      reason: 'The appointment is tomorrow.',
      idempotency_key: randomUUID(),
    });
    const waiting = await agent.use('place_call', call);
    await accept(member, requested['result'].id);
    const placed = await agent.use('place_call', call);
    const again = await agent.use('place_call', call);

    expect(refused).toMatchObject({
      isError: true,
      status: 403,
      code: 'approval_required',
      reason: 'no_matching_policy',
      approval: {
        needed: `A person has to allow the connector crm to call ${to_number} with the workflow "Appointment reminder" (ID ${workflow_id}).`,
        policy: { connector_name: 'crm', target_id: workflow_id, max_uses: 1 },
      },
    });
    expect(refused['what_to_do']).toContain('request_approval');
    expect(requested['result']).toMatchObject({
      status: 'pending',
      policy: { target_id: workflow_id },
    });
    expect([waiting['code'], waiting['reason']]).toEqual(['approval_required', 'request_pending']);
    expect(waiting['what_to_do']).toContain('do not request it again');
    expect(placed).toMatchObject({ isError: false, status: 202 });
    expect(again).toMatchObject({ repeated: true, result: placed['result'] });
    expect((await keptOf(member)).runs).toEqual([placed['result'].id]);
  });

  test('cannot be accepted by the agent', async () => {
    const member = await connector();
    const approval_request_id = await givenPolicy(member, requestedAt(member.server.app.now()));
    const agent = await connected(member);

    for (const operation_id of [
      'acceptApprovalRequest',
      'declineApprovalRequest',
      'createApprovalPolicy',
    ]) {
      const parameters = { approval_request_id };
      const answer = await agent.use('invoke_operation', {
        operation_id,
        ...(operation_id !== 'createApprovalPolicy' && { parameters }),
        idempotency_key: randomUUID(),
      });
      expect(answer).toMatchObject({ isError: true, code: 'invalid_arguments' });
      expect(answer['detail']).toContain('Only a user can do this');
    }
  });

  test('says in a preview what the rules say, and uses no approval', async () => {
    const member = await connector();
    const { workflow_id } = await givenCallable(member);
    const agent = await connected(member);

    const before = await agent.use('preview_call', { workflow_id, to_number });
    const policy = await givenPolicy(member, { target_id: workflow_id });
    const after = await agent.use('preview_call', { workflow_id, to_number });

    expect([before['result'].is_accepted, after['result'].is_accepted]).toEqual([false, true]);
    expect(JSON.stringify(before['result'])).toContain('approval_required');
    const { body } = await member.get(`/api/v1/approval-policies/${policy}`);
    expect([body.used_count, (await keptOf(member)).runs]).toEqual([0, []]);
  });
});

describe('A campaign', () => {
  test('is started with an approval, watched, paused, resumed with another and canceled', async () => {
    const member = await connector();
    const { id: campaign_id } = await givenCallableCampaign(member, { digits: ['01', '02'] });
    const agent = await connected(member);
    const act = (tool: string) => agent.use(tool, { campaign_id, idempotency_key: randomUUID() });
    const approved = async (tool: string) => {
      const refused = await act(tool);
      const requested = await agent.use('request_approval', {
        policy: refused['approval'].policy,
        reason: 'The renewals are due.',
        idempotency_key: randomUUID(),
      });
      await accept(member, requested['result'].id);
      return act(tool);
    };

    const preview = await agent.use('preview_campaign', { campaign_id });
    const started = await approved('start_campaign');
    const progress = await agent.use('get_campaign_progress', { campaign_id });
    const paused = await act('pause_campaign');
    const resumed = await approved('resume_campaign');
    const canceled = await act('cancel_campaign');

    expect(preview['isError']).toBe(false);
    expect([started, paused, resumed, canceled].map((each) => each['result']?.state)).toEqual([
      'running',
      'paused',
      'running',
      'canceled',
    ]);
    expect(progress['isError']).toBe(false);
  });
});

describe('A tool', () => {
  test('shows the caller, workflows, runs, campaigns and approvals', async () => {
    const member = await connector();
    const { workflow_id } = await givenCallable(member);
    const policy = await givenPolicy(member, { target_id: workflow_id });
    const agent = await connected(member);
    const { result } = await agent.use('place_call', {
      workflow_id,
      to_number,
      idempotency_key: 'a',
    });

    const shown = {
      me: (await agent.use('who_am_i'))['result'].api_key.connector_name,
      workflows: (await agent.use('list_workflows', { limit: 1 }))['result'].items[0].id,
      run: (await agent.use('get_run', { run_id: result.id }))['result'].to_number,
      runs: (await agent.use('list_runs', { workflow_id }))['result'].items.length,
      approvals: (await agent.use('list_approvals', { status: 'active' }))['result'].items[0].id,
      campaigns: (await agent.use('list_campaigns'))['isError'],
    };

    expect(shown).toMatchObject({
      me: 'crm',
      run: to_number,
      runs: 1,
      approvals: policy,
      campaigns: false,
    });
  });

  test('says what is wrong with arguments, before or after it sends them', async () => {
    const agent = await connected(await connector());

    const answers = [
      await agent.use('place_call', { workflow_id: 1, to_number }),
      await agent.use('place_call', {
        workflow_id: 1,
        to_number,
        dry_run: true,
        idempotency_key: 'a',
      }),
      await agent.use('get_run', { run_id: '../auth/me' }),
      await agent.use('get_run', { run_id: '..' }),
      await agent.use('get_run', {}),
      await agent.use('get_run', { run_id: { id: 1 } }),
      await agent.use('place_call', {
        workflow_id: 'x',
        to_number,
        idempotency_key: 'a\r\nX-API-Key: x',
      }),
      await agent.use('list_runs', { limit: 10_000 }),
      await agent.use('get_run', { run_id: 9_007_199_254_740_991 }),
    ];

    expect(answers.map(({ isError, code }) => [isError, code])).toEqual([
      [true, 'invalid_arguments'],
      [true, 'invalid_arguments'],
      [true, 'invalid_request'],
      [true, 'invalid_arguments'],
      [true, 'invalid_arguments'],
      [true, 'invalid_arguments'],
      [true, 'invalid_arguments'],
      [true, 'invalid_request'],
      [true, 'not_found'],
    ]);
    expect(answers[7]?.['faults'][0].loc).toEqual(['query', 'limit']);
    for (const answer of answers) expect(answer['what_to_do']).toEqual(expect.any(String));
  });

  test('is refused by the scope of the key', async () => {
    const member = await newOrganization({ connector: 'crm', scopes: ['read'] });
    const agent = await connected(member);

    const answer = await agent.use('place_call', {
      workflow_id: 1,
      to_number,
      idempotency_key: 'a',
    });

    expect(answer).toMatchObject({
      isError: true,
      code: 'insufficient_scope',
      required_scope: 'calls:place',
    });
  });

  test("sees nothing of another organization's", async () => {
    const [owner, other] = await Promise.all([connector(), connector()]);
    const { id: campaign_id } = await givenCallableCampaign(owner);
    const agent = await connected(other);

    const answer = await agent.use('pause_campaign', { campaign_id, idempotency_key: 'a' });

    expect([
      answer['code'],
      (await owner.get(`/api/v1/campaign/${campaign_id}`)).body.state,
    ]).toEqual(['not_found', 'created']);
  });
});

describe('The general tools', () => {
  test('find, describe and call an operation that no other tool is for', async () => {
    const member = await connector();
    const { workflow_id } = await givenCallable(member);
    const agent = await connected(member);

    const found = await agent.use('list_operations', { search: 'scheduled create' });
    const described = await agent.use('describe_operation', {
      operation_id: 'createScheduledCall',
    });
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
    const created = await agent.use('invoke_operation', {
      operation_id: 'createScheduledCall',
      body: { workflow_id, to_number, scheduled_at },
      idempotency_key: randomUUID(),
    });

    expect(found['operations']).toEqual([
      expect.objectContaining({ operation_id: 'createScheduledCall', who: 'agent' }),
    ]);
    expect(described).toMatchObject({ idempotency_key: 'required', scope: 'calls:place' });
    expect(described['problems']['403']).toContain('insufficient_scope');
    expect(created).toMatchObject({ status: 201, result: { to_number, status: 'scheduled' } });
  });

  test('list every operation once, in pages', async () => {
    const agent = await connected(await connector());
    const ids: string[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      const page: Shown = await agent.use('list_operations', { offset });
      ids.push(...page['operations'].map((each: { operation_id: string }) => each.operation_id));
      expect(page['operations'].length).toBeLessThanOrEqual(40);
      offset = page['next_offset'];
    }

    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['initiateCall', 'acceptApprovalRequest']));
  });

  test('describe every operation in at most 25 KiB', async () => {
    const agent = await connected(await connector());
    const { operations } = await agent.use('list_operations', { tag: 'voice-profiles' });

    for (const { operation_id } of operations) {
      const described = await agent.use('describe_operation', { operation_id });
      expect([operation_id, described['isError']]).toEqual([operation_id, false]);
      expect(JSON.stringify(described).length).toBeLessThan(25_600);
    }
  });

  test('refuse what is unknown, what needs a key and what is no tool for agents', async () => {
    const agent = await connected(await connector());
    const invoke = (args: object) => agent.use('invoke_operation', { ...args });

    const answers = [
      await invoke({ operation_id: 'nothing' }),
      await invoke({ operation_id: 'initiateCall', body: { workflow_id: 1, to_number } }),
      await invoke({ operation_id: 'createVoiceSample', idempotency_key: 'a' }),
      await invoke({ operation_id: 'getCampaignReport', parameters: { campaign_id: 1 } }),
      await invoke({ operation_id: 'getRun', parameters: { nothing: 1 } }),
      await invoke({
        operation_id: 'initiateCall',
        parameters: { 'Idempotency-Key': 'b' },
        idempotency_key: 'a',
      }),
      await agent.use('list_operations', { tag: 'nothing' }),
      // What is misspelled would otherwise be left out, and the operation be called without it.
      await invoke({ operation_id: 'listRuns', arguments: { workflow_id: 1 } }),
      await agent.use('list_operations', { query: 'redial' }),
      await agent.use('describe_operation', { operation_id: 'listRuns', verbose: true }),
      await agent.use('describe_operation', {}),
    ];

    for (const answer of answers)
      expect(answer).toMatchObject({ isError: true, code: 'invalid_arguments' });
    expect(answers.slice(-4, -1).map(({ detail }) => detail)).toEqual(
      ['arguments', 'query', 'verbose'].map((name) =>
        expect.stringContaining(`Unknown arguments: ${name}. Allowed are `),
      ),
    );
    await expect(agent.use('nothing')).rejects.toThrow(/There is no tool nothing/);
  });
});
