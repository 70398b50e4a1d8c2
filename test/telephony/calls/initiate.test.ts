import { describe, expect, test } from 'vitest';
import type { Answer } from '../../support/client.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import { givenWorkflow } from '../../workflows/given.ts';
import { givenConfiguration, givenNumber } from '../given.ts';
import { givenCallable, keptOf, statuses, times } from './given.ts';

const path = '/api/v1/telephony/initiate-call';
const to_number = '+12025550123';

describe('initiateCall', () => {
  test('returns the run of the call and enqueues its placement', async () => {
    const member = await newOrganization();
    const { workflow_id, configuration_id } = await givenCallable(member);

    const answer = await member.post(path, {
      workflow_id,
      to_number: '+1 (202) 555-0123',
      initial_context: { customer_name: 'Ada', tags: [1, null] },
    });

    const { body } = answer;
    expect(answer.status).toBe(202);
    expect(answer.headers.get('location')).toBe(`/api/v1/runs/${body.id}`);
    expect(body).toMatchObject({
      workflow_id,
      version_number: 1,
      name: `Call to ${to_number}`,
      mode: 'ad_hoc',
      state: 'initialized',
      outcome: null,
      to_number,
      from_number: null,
      telephony_configuration_id: configuration_id,
      campaign_id: null,
      started_at: null,
      ended_at: null,
      initial_context: { customer_name: 'Ada', tags: [1, null] },
    });
    expect((await member.get(answer.headers.get('location') ?? '')).body).toEqual(body);
    expect(await keptOf(member)).toMatchObject({ runs: [body.id], jobs: [body.id] });
  });

  test('pins the call to the published version, not to a newer draft', async () => {
    const member = await newOrganization();
    await givenCallable(member);
    const workflow = await givenWorkflow(member, {
      versions: ['archived', 'published', 'draft'],
    });

    const { body } = await member.post(path, { workflow_id: workflow.id, to_number });

    expect([body.version_number, body.definition_id]).toEqual([2, workflow.versions[1]]);
  });

  test('uses the requested configuration, or the current default', async () => {
    const member = await newOrganization();
    const { workflow_id, configuration_id } = await givenCallable(member);
    const other = await givenConfiguration(member);
    const call = { workflow_id, to_number };

    const byDefault = await member.post(path, call);
    const named = await member.post(path, { ...call, telephony_configuration_id: other });
    await member.post(`/api/v1/organizations/telephony-configs/${other}/set-default-outbound`);
    const byNewDefault = await member.post(path, call);

    const used = [byDefault, named, byNewDefault].map(
      ({ body }) => body.telephony_configuration_id,
    );
    expect(used).toEqual([configuration_id, other, other]);
  });

  test("shows the requested caller number, or the configuration's default", async () => {
    const member = await newOrganization();
    const { workflow_id, configuration_id } = await givenCallable(member);
    await givenNumber(member, configuration_id, { phone_number: '+12025550190' });
    await givenNumber(member, configuration_id, {
      phone_number: '+12025550191',
      is_default_caller: true,
    });
    const call = { workflow_id, to_number };

    const byDefault = await member.post(path, call);
    const named = await member.post(path, { ...call, from_number: '+1 202 555 0190' });

    expect([byDefault.body.from_number, named.body.from_number]).toEqual([
      '+12025550191',
      '+12025550190',
    ]);
  });

  test('accepts an API key without a connector, without an approval', async () => {
    const member = await newOrganization();
    const { workflow_id } = await givenCallable(member);

    const answer = await member.send('POST', path, {
      key: member.key,
      body: { workflow_id, to_number },
    });

    expect(answer.status).toBe(202);
  });
});

describe('initiateCall refuses and stores nothing', () => {
  const nothing = { runs: [], jobs: [] };
  const foreign = async (): Promise<Member> => {
    const other = await newOrganization();
    await givenCallable(other);
    return other;
  };

  async function refused(member: Member, body: unknown): Promise<Answer> {
    const before = await keptOf(member);
    const answer = await member.post(path, body);
    const after = await keptOf(member);
    expect(after).toMatchObject(nothing);
    expect(after.allJobs).toBe(before.allJobs);
    return answer;
  }

  test("for another organization's workflow or an unknown one", async () => {
    const [member, other] = [await newOrganization(), await foreign()];
    await givenCallable(member);
    const theirs = await givenWorkflow(other, { versions: ['published'] });

    for (const workflow_id of [theirs.id, 2_000_000_000]) {
      const answer = await refused(member, { workflow_id, to_number });
      expect([answer.status, answer.body.detail]).toEqual([404, 'Workflow not found.']);
    }
  });

  test("for another organization's configuration, even if there is a default", async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    const { workflow_id } = await givenCallable(member);
    const { configuration_id } = await givenCallable(other);

    for (const telephony_configuration_id of [configuration_id, 2_000_000_000]) {
      const answer = await refused(member, { workflow_id, to_number, telephony_configuration_id });
      expect([answer.status, answer.body.detail]).toEqual([
        404,
        'Telephony configuration not found.',
      ]);
    }
  });

  test('without a default configuration, even if others have one', async () => {
    const member = await newOrganization();
    await foreign();
    const { id } = await givenWorkflow(member, { versions: ['published'] });
    await givenConfiguration(member);

    const answer = await refused(member, { workflow_id: id, to_number });

    expect([answer.status, answer.body.code]).toEqual([409, 'no_default_telephony_configuration']);
  });

  test.each([
    ['workflow_not_published', { versions: ['draft'] }],
    ['workflow_not_published', { versions: ['archived', 'draft'] }],
    ['workflow_archived', { versions: ['published'], status: 'archived' }],
  ] as const)('with %s: %j', async (code, options) => {
    const member = await newOrganization();
    await givenCallable(member);
    const { id } = await givenWorkflow(member, options);

    const answer = await refused(member, { workflow_id: id, to_number });

    expect([answer.status, answer.body.code]).toEqual([409, code]);
  });

  test('for a number on the do-not-call list, in any notation', async () => {
    const member = await newOrganization();
    const { workflow_id } = await givenCallable(member);
    await member.post('/api/v1/do-not-call', { phone_numbers: [{ phone_number: to_number }] });

    const answer = await refused(member, { workflow_id, to_number: '+1 (202) 555-0123' });

    expect([answer.status, answer.body.code]).toEqual([409, 'number_on_do_not_call_list']);
  });

  test.each([
    ['2025550123'],
    ['+1202555'],
    ['+1 202 555 0123 ext. 4'],
    ['+1-800-FLOWERS'],
    ['tel:2025550123;phone-context=+1'],
    ['+999 123456789'],
    ['        '],
  ])('for %j, which is not a number', async (number) => {
    const member = await newOrganization();
    const { workflow_id, configuration_id } = await givenCallable(member);
    await givenNumber(member, configuration_id, { is_default_caller: true });

    const to = await refused(member, { workflow_id, to_number: number });
    const from = await refused(member, { workflow_id, to_number, from_number: number });

    expect([to.status, to.body.detail[0].loc]).toEqual([422, ['body', 'to_number']]);
    expect([from.status, from.body.detail[0].loc]).toEqual([422, ['body', 'from_number']]);
  });

  test('for a caller number of another configuration', async () => {
    const member = await newOrganization();
    const { workflow_id } = await givenCallable(member);
    const other = await givenConfiguration(member);
    await givenNumber(member, other, { phone_number: '+12025550198' });
    const call = { workflow_id, to_number, from_number: '+12025550198' };

    const answer = await refused(member, call);
    const placed = await member.post(path, { ...call, telephony_configuration_id: other });

    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'from_number']]);
    expect(placed.status).toBe(202);
  });
});

describe("initiateCall at the organization's call limit", () => {
  test('is 429 until a call has ended', async () => {
    const member = await newOrganization();
    const { workflow_id } = await givenCallable(member, { limit: 2 });
    const place = () => member.post(path, { workflow_id, to_number });
    const first = await place();
    await place();

    const over = await place();
    await member.server.app.calls.report({
      run_id: first.body.id,
      organization_id: member.organization_id,
      at: member.server.app.now(),
      event: 'busy',
    });
    const again = await place();

    expect([over.status, over.body.code, over.body.limit]).toEqual([
      429,
      'concurrent_call_limit_reached',
      2,
    ]);
    expect(over.headers.get('retry-after')).toBe('5');
    expect(again.status).toBe(202);
    expect((await keptOf(member)).runs).toHaveLength(3);
  });

  test.each([
    [12, 4],
    [8, 1],
  ])('accepts of %i concurrent requests exactly %i', async (asked, limit) => {
    const member = await newOrganization();
    const { workflow_id } = await givenCallable(member, { limit });

    const answers = await together(
      member.server,
      times(asked, () => member.post(path, { workflow_id, to_number })),
    );

    expect(statuses(answers)).toEqual([...times(limit, 202), ...times(asked - limit, 429)]);
    const { runs, jobs } = await keptOf(member);
    expect([runs.length, jobs]).toEqual([limit, runs]);
  });

  test('counts neither test runs nor calls of other organizations', async () => {
    const [member, other] = await Promise.all([newOrganization(), newOrganization()]);
    const { workflow_id } = await givenCallable(member, { limit: 1 });
    const theirs = await givenCallable(other, { limit: 1 });
    await member.post(`/api/v1/workflow/${workflow_id}/runs`, {});

    const answers = [
      await member.post(path, { workflow_id, to_number }),
      await other.post(path, { workflow_id: theirs.workflow_id, to_number }),
    ];

    expect(statuses(answers)).toEqual([202, 202]);
  });
});
