import { describe, expect, test } from 'vitest';
import { startDue } from '../../src/campaigns/lifecycle/start-times.ts';
import { later } from '../../src/timestamp.ts';
import { givenPolicy } from '../approvals/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { ownServer } from '../support/own-server.ts';
import { givenCall } from '../telephony/calls/given.ts';
import { givenContacts } from './given.ts';
import { type CallableCampaign, givenCallableCampaign } from './lifecycle/given.ts';

const server = ownServer();

const hour = 3_600_000;
const inMs = (ms: number): string => later(server.app.now(), ms);
const contacts = [{ phone_number: '+12025550190' }];

/** An organization with a connector's key, and what changes campaigns sent with it. */
async function givenConnector() {
  const scopes = ['campaigns:write', 'campaigns:control', 'runs:write', 'read'] as const;
  const member = await newOrganization({ server, connector: 'crm', scopes });
  server.setNow(server.app.now());
  const send = (method: string, path: string, body?: object) =>
    member.send(method, path, { key: member.key, ...(body && { body }) });
  return { member, send };
}

/** A contact of a paused campaign that waits to be called back after a call that was busy. */
async function givenWaiting(member: Member, campaign: CallableCampaign) {
  const callback_at = inMs(hour);
  const waiting = { state: 'waiting', attempts: 1, retries_queued: 1 } as const;
  const [contact_id = 0] = await givenContacts(member, campaign, [
    { ...waiting, due_at: callback_at, callback_at },
  ]);
  const run_id = await givenCall(member, campaign.configuration_id, {
    mode: 'campaign',
    state: 'completed',
    outcome: 'busy',
    ended_at: inMs(0),
    campaign_id: campaign.id,
    contact_id,
  });
  return { contact: `${campaign.path}/contacts/${contact_id}`, result: `/api/v1/runs/${run_id}` };
}

const policyFor = (member: Member, { id }: CallableCampaign, more: object = {}) =>
  givenPolicy(member, {
    action_type: 'campaign_start',
    destination_kind: 'campaign',
    destination_value: String(id),
    target_id: id,
    ...more,
  });

const rowsOf = async ({ id }: CallableCampaign) => {
  const { db } = server.app;
  return [
    await db.selectFrom('campaigns').selectAll().where('id', '=', id).execute(),
    await db.selectFrom('campaign_contacts').selectAll().where('campaign_id', '=', id).execute(),
  ];
};

describe('A connector', () => {
  const changes = [
    ['updateCampaign', 'PATCH', '', { max_concurrency: 20 }],
    ['addCampaignContacts', 'POST', '/contacts', { contacts }],
  ] as const;

  test.each(changes)('is refused %s of a campaign that a person started', async (...change) => {
    const [, method, path, body] = change;
    const { member, send } = await givenConnector();
    const campaign = await givenCallableCampaign(member, { state: 'paused' });
    await policyFor(member, campaign);
    const before = await rowsOf(campaign);

    const answer = await send(method, `${campaign.path}${path}`, body);

    expect([answer.status, answer.body]).toMatchObject([
      403,
      { code: 'approval_required', reason: 'no_matching_policy' },
    ]);
    expect(await rowsOf(campaign)).toEqual(before);
  });

  test.each([
    ...changes,
    ['scheduleCampaignStart', 'POST', '/schedule-start', { start_at: inAnHour() }],
  ] as const)('is refused %s of a campaign whose start a person scheduled', async (...change) => {
    const [, method, path, body] = change;
    const { member, send } = await givenConnector();
    const campaign = await givenCallableCampaign(member);
    await member.post(`${campaign.path}/schedule-start`, { start_at: inMs(2 * hour) });
    const before = await rowsOf(campaign);

    const answer = await send(method, `${campaign.path}${path}`, body);

    expect([answer.status, answer.body.code]).toEqual([403, 'approval_required']);
    expect(await rowsOf(campaign)).toEqual(before);
  });

  test.each(changes)('with an approval answers for the start after %s', async (...change) => {
    const [, method, path, body] = change;
    const { member, send } = await givenConnector();
    const campaign = await givenCallableCampaign(member);
    const policy = await policyFor(member, campaign, { campaign_contact_count_ceiling: 4 });
    await member.post(`${campaign.path}/schedule-start`, { start_at: inMs(hour) });

    const answer = await send(method, `${campaign.path}${path}`, body);
    server.setNow(inMs(hour));
    await startDue(server.app);

    expect(answer.status).toBeLessThan(300);
    expect((await member.get(campaign.path)).body.state).toBe('running');
    const { body: used } = await member.get(`/api/v1/approval-policies/${policy}`);
    expect(used.used_count).toBe(1);
  });

  test.each([
    ['scheduleContactCallback', '/schedule-callback'],
    ['cancelContactCallback, where a retry is left', '/cancel-callback'],
  ])('is refused %s of a campaign that a person started', async (_, act) => {
    const { member, send } = await givenConnector();
    const campaign = await givenCallableCampaign(member, { state: 'paused' });
    const { contact } = await givenWaiting(member, campaign);
    const before = await rowsOf(campaign);

    const body = act === '/schedule-callback' ? { callback_at: inMs(2 * hour) } : undefined;
    const answer = await send('POST', `${contact}${act}`, body);

    expect([answer.status, answer.body.code]).toEqual([403, 'approval_required']);
    expect(await rowsOf(campaign)).toEqual(before);
  });

  test('changes the callbacks of a campaign that calls with its approval', async () => {
    const { member, send } = await givenConnector();
    const campaign = await givenCallableCampaign(member);
    const approval_policy_id = await policyFor(member, campaign);
    await server.app.db
      .updateTable('campaigns')
      .set({ state: 'paused', approval_policy_id })
      .where('id', '=', campaign.id)
      .execute();
    const { contact } = await givenWaiting(member, campaign);

    const set = await send('POST', `${contact}/schedule-callback`, { callback_at: inMs(2 * hour) });
    const canceled = await send('POST', `${contact}/cancel-callback`);

    expect([set.status, canceled.status]).toEqual([200, 200]);
  });

  test('cancels a callback after which nobody is called', async () => {
    const { member, send } = await givenConnector();
    const retry_config = { enabled: false };
    const campaign = await givenCallableCampaign(member, { state: 'paused', retry_config });
    const { contact } = await givenWaiting(member, campaign);

    const { status, body } = await send('POST', `${contact}/cancel-callback`);

    expect([status, body.status]).toEqual([200, 'done']);
  });

  test('is refused a callback in the result of a call that a person had placed', async () => {
    const { member, send } = await givenConnector();
    const campaign = await givenCallableCampaign(member, { state: 'paused' });
    const { result } = await givenWaiting(member, campaign);
    const before = await rowsOf(campaign);

    const answer = await send('POST', `${result}/result`, { callback_at: inMs(2 * hour) });

    expect([answer.status, answer.body.code]).toEqual([403, 'approval_required']);
    expect(await rowsOf(campaign)).toEqual(before);
  });

  test('prepares a campaign for whose calls whoever starts it answers', async () => {
    const { member, send } = await givenConnector();
    const campaign = await givenCallableCampaign(member);

    const answers = [
      await send('PATCH', campaign.path, { max_concurrency: 2 }),
      await send('POST', `${campaign.path}/contacts`, { contacts }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

function inAnHour(): string {
  return later(new Date().toISOString(), hour);
}
