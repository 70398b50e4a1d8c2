import { describe, expect, test } from 'vitest';
import { pauseRestored } from '../../../src/campaigns/dialing/restored.ts';
import { announcePause } from '../../../src/campaigns/events.ts';
import { givenPolicy } from '../../approvals/given.ts';
import {
  type CallableCampaign,
  dialAll,
  dialNow,
  givenCallableCampaign,
} from '../../campaigns/lifecycle/given.ts';
import { newOrganization, type Member } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import {
  deliver,
  deliveriesOf,
  givenEndpoint,
  hourMs,
  pass,
  removeEvents,
  startReceiver,
} from '../given.ts';
import { bodiesOf, namesOf } from './given.ts';

const server = ownServer();

const all = [
  'campaign_started',
  'campaign_paused',
  'campaign_resumed',
  'campaign_completed',
  'campaign_canceled',
];

const setCampaign = ({ id }: CallableCampaign, values: object): Promise<unknown> =>
  server.app.db.updateTable('campaigns').set(values).where('id', '=', id).execute();

describe('The events of a campaign', () => {
  test('report each transition, with who made it and the campaign after it', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: ['00', '01'] });

    for (const transition of ['start', 'pause', 'resume'])
      expect((await member.post(`${campaign.path}/${transition}`)).status).toBe(200);
    await dialAll(member, campaign);

    const bodies = (await bodiesOf(member)).filter(({ type }) => type.startsWith('campaign_'));
    expect(bodies.map(({ type, campaign: { state } }) => [type, state])).toEqual([
      ['campaign_started', 'running'],
      ['campaign_paused', 'paused'],
      ['campaign_resumed', 'running'],
      ['campaign_completed', 'completed'],
    ]);
    expect(bodies[1]).toMatchObject({
      actor: { kind: 'user', id: member.user_id },
      reason: { code: 'requested' },
      campaign: { campaign_id: campaign.id, total_rows: 2, processed_rows: 0, failed_rows: 0 },
    });
    const { body } = await member.get(campaign.path);
    expect(bodies[3]).toMatchObject({
      at: body.completed_at,
      actor: { kind: 'system', id: null },
      campaign: { processed_rows: 2, failed_rows: 0, completed_at: body.completed_at },
    });
  });

  test('report a cancellation once, with what happens to the calls', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member);
    const cancel = () =>
      member.send('POST', `${campaign.path}/cancel?calls=hang_up`, { key: member.key });

    const [first, second] = [await cancel(), await cancel()];

    expect([first.status, second.status]).toEqual([200, 409]);
    expect(await bodiesOf(member)).toMatchObject([
      { type: 'campaign_canceled', calls: 'hang_up', actor: { kind: 'api_key' } },
    ]);
  });

  const halts: [string, (member: Member, campaign: CallableCampaign) => Promise<unknown>][] = [
    [
      'approval',
      async (member, campaign) => {
        const revoked = { revoked_at: server.app.now(), revoked_reason: 'test' };
        const approval_policy_id = await givenPolicy(member, revoked);
        await setCampaign(campaign, { approval_policy_id });
      },
    ],
    [
      'telephony_configuration',
      (_, campaign) => setCampaign(campaign, { telephony_configuration_id: null }),
    ],
    [
      'schedule',
      (_, campaign) =>
        setCampaign(campaign, {
          schedule_config: JSON.stringify({
            enabled: true,
            timezone: 'Nowhere/At_All',
            slots: [{ day_of_week: 0, start_time: '00:00', end_time: '24:00' }],
          }),
        }),
    ],
    [
      'workflow',
      (_, { workflow_id }) =>
        server.app.db
          .updateTable('workflows')
          .set({ status: 'archived' })
          .where('id', '=', workflow_id)
          .execute(),
    ],
    [
      'account',
      async (_, { id }) =>
        server.app.calls.campaigns.pause(id, 'The account is closed.', server.app.now()),
    ],
    ['restored_from_backup', () => pauseRestored(server.app)],
  ];

  test.each(halts)('name the reason of a pause: %s', async (code, spoil) => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member);
    await member.post(`${campaign.path}/start`);
    await spoil(member, campaign);

    await dialNow(member);

    const { body } = await member.get(campaign.path);
    const [, paused, ...rest] = await bodiesOf(member);
    expect(rest).toEqual([]);
    expect(paused).toMatchObject({
      type: 'campaign_paused',
      actor: { kind: 'system' },
      campaign: { state: 'paused' },
      reason: { code, message: body.logs.at(-1).message },
    });
  });

  test('name the circuit breaker', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      digits: ['70', '71', '72', '73'],
      circuit_breaker: { min_calls_in_window: 2 },
      max_concurrency: 1,
    });
    await member.post(`${campaign.path}/start`);

    await dialAll(member, campaign);

    const paused = (await bodiesOf(member)).find(({ type }) => type === 'campaign_paused');
    expect(paused).toMatchObject({
      reason: { code: 'circuit_breaker' },
      campaign: { processed_rows: 2, failed_rows: 2 },
    });
  });

  test('are written in the transaction of their transition, and undone with it', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member);

    const undone = server.app.db.transaction().execute(async (trx) => {
      await announcePause(trx, campaign.id, { event: 'x', message: 'X', ts: server.app.now() });
      throw new Error('undone');
    });

    await expect(undone).rejects.toThrow('undone');
    const stale = await member.send('POST', `${campaign.path}/cancel`, {
      headers: { 'if-match': '"1-0.0"' },
    });
    expect(stale.status).toBe(412);
    expect(await namesOf(member)).toEqual([]);
  });
});

describe('Deliveries of a campaign', () => {
  test('wait for the earlier ones of the same campaign, not for those of others', async () => {
    await removeEvents(server);
    const member = await newOrganization({ server });
    let isDown = true;
    const receiver = await startReceiver(({ text }, response) => {
      const { campaign_id } = JSON.parse(text).campaign;
      response.writeHead(isDown && campaign_id === failing.id ? 500 : 204).end();
    });
    await givenEndpoint(member, receiver.url, { events: all });
    const failing = await givenCallableCampaign(member);
    const fine = await givenCallableCampaign(member, { beside: failing });

    for (const { path } of [failing, fine])
      for (const transition of ['start', 'pause', 'resume', 'cancel'])
        await member.post(`${path}/${transition}`);
    await deliver(server);

    const heard = () =>
      receiver.received.map(({ text }) => {
        const { type: event, campaign } = JSON.parse(text);
        return [campaign.campaign_id === fine.id ? 'fine' : 'failing', event];
      });
    const transitions = [
      'campaign_started',
      'campaign_paused',
      'campaign_resumed',
      'campaign_canceled',
    ];
    expect(heard().filter(([which]) => which === 'fine')).toEqual(
      transitions.map((event) => ['fine', event]),
    );
    expect(heard().filter(([which]) => which === 'failing')).toEqual([
      ['failing', 'campaign_started'],
    ]);
    const waiting = (await deliveriesOf(member)).filter(
      (delivery: { readonly status: string }) => delivery.status === 'pending',
    );
    expect(waiting).toMatchObject([
      { campaign_id: failing.id, run_id: null, next_attempt_at: expect.any(String) },
      { next_attempt_at: null },
      { next_attempt_at: null },
      { next_attempt_at: null },
    ]);

    isDown = false;
    pass(server, hourMs);
    await deliver(server);
    expect(
      heard()
        .filter(([which]) => which === 'failing')
        .slice(1),
    ).toEqual(transitions.map((event) => ['failing', event]));
  });

  test('are sent again in their order', async () => {
    const member = await newOrganization({ server });
    const receiver = await startReceiver();
    const endpoint = await givenEndpoint(member, receiver.url, { events: all });
    const campaign = await givenCallableCampaign(member);
    const created_after = server.app.now();
    for (const transition of ['start', 'pause', 'resume', 'pause'])
      await member.post(`${campaign.path}/${transition}`);
    await deliver(server);
    const before = receiver.received.map(({ id }) => id);
    receiver.received.length = 0;

    await member.post(`${endpoint.path}/replay`, { created_after });
    const due = (await deliveriesOf(member)).map(
      (delivery: { readonly next_attempt_at: string | null }) => delivery.next_attempt_at !== null,
    );
    await deliver(server);

    expect(due).toEqual([true, false, false, false]);
    expect(receiver.received.map(({ id }) => id)).toEqual(before);
  });
});
