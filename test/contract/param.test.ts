import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { givenCallableCampaign } from '../campaigns/lifecycle/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { givenConfiguration } from '../telephony/given.ts';
import { givenItemWithVersions } from '../voice/given.ts';
import { givenRun, givenWorkflow } from '../workflows/given.ts';

/** An id that no object has. */
const none = 9_007_199_254_740_991;

async function campaignRequest(member: Member) {
  const { path, workflow_id, configuration_id } = await givenCallableCampaign(member);
  const { source_id, source_type } = (await member.get(path)).body;
  return {
    name: 'x',
    workflow_id,
    source_id,
    source_type,
    telephony_configuration_id: configuration_id,
  };
}

// The test client checks that every 404 names a parameter or member of its operation.
describe('A 404 for one of several ids names its parameter', () => {
  test.each([
    ['workflow_id', { workflow_id: none }],
    ['source_id', { source_id: randomUUID() }],
    ['telephony_configuration_id', { telephony_configuration_id: none }],
  ])('in the body of createCampaign: %s', async (param, wrong) => {
    const member = await newOrganization();

    const { status, body } = await member.post('/api/v1/campaign', {
      ...(await campaignRequest(member)),
      ...wrong,
    });

    expect([status, body.param]).toEqual([404, param]);
  });

  test.each([
    ['workflow_id', { workflow_id: none }],
    ['telephony_configuration_id', { telephony_configuration_id: none }],
  ])('in the body of initiateCall: %s', async (param, wrong) => {
    const member = await newOrganization();
    const { workflow_id } = await givenCallableCampaign(member);

    const { status, body } = await member.post('/api/v1/telephony/initiate-call', {
      workflow_id,
      to_number: '+12025550100',
      ...wrong,
    });

    expect([status, body.param]).toEqual([404, param]);
  });

  test('in the path of a run', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    const run = await givenRun(member, workflow);
    const paths = (suffix: string) => [
      `/api/v1/workflow/${workflow.id}/runs/${none}${suffix}`,
      `/api/v1/workflow/${none}/runs/${run}${suffix}`,
    ];

    const answers = [
      ...(await Promise.all(paths('').map((path) => member.get(path)))),
      ...(await Promise.all(
        paths('/mark-consent').map((path) => member.post(path, { consent_given: true })),
      )),
      await member.get(`/api/v1/runs/${none}`),
      await member.post(`/api/v1/runs/${none}/result`, {}),
    ];

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect(answers.map(({ body }) => body.param)).toEqual([
      'run_id',
      'workflow_id',
      'run_id',
      'workflow_id',
      'run_id',
      'run_id',
    ]);
  });

  test('in the path of a version and in the body that names one', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);

    const answers = [
      await member.get(`${path}/versions/99`),
      await member.get(`/api/v1/workflow/${none}/versions/1`),
      await member.post(`${path}/revert`, { version_number: 99 }),
      await member.post(`/api/v1/workflow/${none}/revert`, { version_number: 1 }),
    ];

    expect(answers.map(({ status, body }) => [status, body.param])).toEqual([
      [404, 'version_number'],
      [404, 'workflow_id'],
      [404, 'version_number'],
      [404, 'workflow_id'],
    ]);
  });

  test('in the path of a story item and in the body that pins it', async () => {
    const member = await newOrganization();
    const { story_id, item_id } = await givenItemWithVersions(member);
    const pin = (story: string, item: string, version_id: string) =>
      member.put(`/api/v1/voice/stories/${story}/items/${item}/version`, { version_id });

    const answers = [
      await pin(randomUUID(), item_id, randomUUID()),
      await pin(story_id, randomUUID(), randomUUID()),
      await pin(story_id, item_id, randomUUID()),
    ];

    expect(answers.map(({ status, body }) => [status, body.param])).toEqual([
      [404, 'story_id'],
      [404, 'item_id'],
      [404, 'version_id'],
    ]);
  });

  test('in the path of a phone number', async () => {
    const member = await newOrganization();
    const config_id = await givenConfiguration(member);
    const remove = (config: number) =>
      member.delete(`/api/v1/organizations/telephony-configs/${config}/phone-numbers/${none}`);

    const answers = [await remove(none), await remove(config_id)];

    expect(answers.map(({ status, body }) => [status, body.param])).toEqual([
      [404, 'config_id'],
      [404, 'phone_number_id'],
    ]);
  });
});

describe('A 409 about one of several members names the member', () => {
  test('in the body of createCampaign: a workflow without a published version', async () => {
    const member = await newOrganization();
    const { id: workflow_id } = await givenWorkflow(member);

    const { body } = await member.post('/api/v1/campaign', {
      ...(await campaignRequest(member)),
      workflow_id,
    });

    expect([body.code, body.param]).toEqual(['workflow_not_published', 'workflow_id']);
  });

  test('in the body of initiateCall: a number on the do-not-call list, a missing default', async () => {
    const member = await newOrganization();
    const { workflow_id } = await givenCallableCampaign(member);
    const to_number = '+12025550100';
    await member.post('/api/v1/do-not-call', { phone_numbers: [{ phone_number: to_number }] });
    const other = await newOrganization();
    const published = await givenWorkflow(other, { versions: ['published'] });
    const path = '/api/v1/telephony/initiate-call';

    const listed = await member.post(path, { workflow_id, to_number });
    const undefaulted = await other.post(path, { workflow_id: published.id, to_number });

    expect([listed.body.code, listed.body.param]).toEqual([
      'number_on_do_not_call_list',
      'to_number',
    ]);
    expect([undefaulted.body.code, undefaulted.body.param]).toEqual([
      'no_default_telephony_configuration',
      'telephony_configuration_id',
    ]);
  });
});
