import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { dialAll, givenCallableCampaign } from '../../campaigns/lifecycle/given.ts';
import { erase } from '../../privacy/given.ts';
import { newOrganization } from '../../support/organizations.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { givenCallable } from '../../telephony/calls/given.ts';
import { givenScheduled } from '../../telephony/scheduled-calls/given.ts';
import { initiateScheduled } from '../../../src/telephony/scheduled-calls/jobs.ts';
import { later } from '../../../src/timestamp.ts';
import { givenEndedRuns } from '../../webhooks/given.ts';
import { bodiesOf } from '../../webhooks/events/given.ts';

const calls = '/api/v1/telephony/initiate-call';
const sent = { external_id: 'crm-4711', metadata: { case: '77' } };
const conflict = { code: 'external_id_exists', param: 'external_id' };
const to_number = '+12025550123';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterEach(() => server.setNow(undefined));
afterAll(() => server.close());

const given = async () => {
  const member = await newOrganization({ server });
  const { workflow_id } = await givenCallable(member);
  const call = (members: object = sent) =>
    member.post(calls, { workflow_id, to_number, ...members });
  return { member, workflow_id, call };
};

describe('initiateCall', () => {
  test('keeps an external ID and metadata, which listRuns and exportRuns show', async () => {
    const { member, call } = await given();
    await call({});

    const { body: run } = await call();

    expect(run).toMatchObject(sent);
    const { items } = (await member.get('/api/v1/runs?external_id=crm-4711')).body;
    expect(items).toEqual([expect.objectContaining({ id: run.id, external_id: 'crm-4711' })]);
    const exported = await member.get('/api/v1/runs/export?external_id=crm-4711');
    expect(exported.text.split('\r\n')[1]).toMatch(/,crm-4711,queued,[^,]+$/);
  });
});

describe('createTestRun', () => {
  test('keeps them too, and refuses an external ID that a run has', async () => {
    const { member, workflow_id } = await given();
    const path = `/api/v1/workflow/${workflow_id}/runs`;

    const [first, second] = [await member.post(path, sent), await member.post(path, sent)];

    expect(first.body).toMatchObject({ mode: 'test', ...sent });
    expect([second.status, second.body]).toEqual([409, expect.objectContaining(conflict)]);
  });
});

describe('createScheduledCall', () => {
  test('passes both to its run, and then has the metadata no longer', async () => {
    const { member, own, show } = await givenScheduled(server);
    const changed = await member.patch(own, sent);
    server.setNow(later(changed.body.scheduled_at, 1000));

    await initiateScheduled(server.app);

    expect(changed.body).toMatchObject(sent);
    const after = await show();
    expect(after).toMatchObject({ status: 'initiated', external_id: 'crm-4711', metadata: {} });
    const run = await member.get(`/api/v1/runs/${after.run_id}`);
    expect(run.body).toMatchObject(sent);
  });

  test('refuses an external ID of a run, and is refused if one has it by then', async () => {
    const { member, own, show, workflow_id, answer } = await givenScheduled(server);
    await member.patch(own, sent);
    const test_run = `/api/v1/workflow/${workflow_id}/runs`;

    await member.post(test_run, { external_id: 'crm-4711' });
    const taken = await member.patch(own, { external_id: 'crm-4711' });
    server.setNow(later(answer.body.scheduled_at, 1000));
    await initiateScheduled(server.app);

    expect([taken.status, taken.body]).toEqual([409, expect.objectContaining(conflict)]);
    expect(await show()).toMatchObject({
      status: 'refused',
      refusal: { code: 'external_id_exists' },
      metadata: {},
    });
  });
});

describe('A call of a campaign', () => {
  test('has the external ID and metadata of its contact, also if another call has them', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: ['00'] });
    await member.post(calls, { workflow_id: campaign.workflow_id, to_number, ...sent });
    await member.post(`${campaign.path}/start`);
    const metadata = JSON.stringify(sent.metadata);
    await server.app.db
      .updateTable('campaign_contacts')
      .set({ ...sent, metadata })
      .where('campaign_id', '=', campaign.id)
      .execute();

    await dialAll(member, campaign);

    const { items } = (await member.get('/api/v1/runs?external_id=crm-4711')).body;
    expect(items.map(({ mode }: { mode: string }) => mode)).toEqual(['campaign', 'ad_hoc']);
    const run = await member.get(`/api/v1/runs/${items[0].id}`);
    expect(run.body).toMatchObject(sent);
  });
});

describe('The events of a call', () => {
  test('carry its external ID and metadata', async () => {
    const { member } = await given();
    const metadata = JSON.stringify(sent.metadata);
    await givenEndedRuns(member, [{ ...sent, metadata }]);

    const [ended] = await bodiesOf(member);

    expect(ended).toMatchObject({ type: 'call_ended', call: sent });
  });
});

describe('createErasure', () => {
  test('removes the external ID and the metadata of calls to the number', async () => {
    const { member } = await given();
    const metadata = JSON.stringify(sent.metadata);
    const [id] = await givenEndedRuns(member, [{ ...sent, to_number, metadata }]);

    await erase(member, to_number);

    const { body } = await member.get(`/api/v1/runs/${id}`);
    expect(body).toMatchObject({ name: 'Erased', external_id: null, metadata: {} });
  });
});
