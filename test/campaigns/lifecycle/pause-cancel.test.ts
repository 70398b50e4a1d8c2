import { describe, expect, test } from 'vitest';
import { endCanceledCampaigns } from '../../../src/campaigns/lifecycle/ending.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { placedSoFar, placementsOf, until } from '../../telephony/calls/given.ts';
import {
  accepted,
  contactsOf,
  dialAll,
  dialNow,
  endCall,
  endless,
  eventsIn,
  givenCallableCampaign,
  callsInProgress,
} from './given.ts';

const server = ownServer();

const many = (count: number): string[] => Array.from({ length: count }, () => '00');

describe('Pausing', () => {
  test.each([undefined, 'pause-1'])(
    'lets no further call be placed once it is answered, key %s',
    async (key) => {
      const member = await newOrganization({ server });
      const campaign = await givenCallableCampaign(member, { digits: many(200), limit: 7 });
      await member.post(`${campaign.path}/start`);
      const dialing = (async () => {
        while ((await member.get(campaign.path)).body.state === 'running') await dialNow(member);
      })();
      await until(
        () => placedSoFar(member, campaign.configuration_id),
        (placed) => placed.length > 10,
      );

      const answer = await member.post(
        `${campaign.path}/pause`,
        undefined,
        key === undefined ? {} : { 'idempotency-key': key },
      );
      const placed = await placedSoFar(member, campaign.configuration_id);
      await dialing;
      await dialNow(member);
      await callsInProgress(member, campaign);

      expect(answer.status).toBe(200);
      expect(placed.length).toBeLessThan(200);
      expect(await placementsOf(member, campaign.configuration_id)).toHaveLength(placed.length);
      const { body } = await member.get(campaign.path);
      expect(body).toMatchObject({
        state: 'paused',
        executed_count: placed.length,
        processed_rows: placed.length,
      });
    },
  );

  test('lets calls in progress end and count, and keeps their retries for the resume', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      digits: [endless, endless, '01'],
      limit: 2,
    });
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    const [first, second] = await accepted(member, campaign);

    await member.post(`${campaign.path}/pause`);
    await endCall(member, first, 'completed');
    await endCall(member, second, 'busy');
    await dialNow(member);

    expect(await contactsOf(member, campaign)).toMatchObject([
      { state: 'done', outcome: 'completed' },
      { state: 'waiting', outcome: null, attempts: 1 },
      { state: 'pending', attempts: 0 },
    ]);
    expect((await member.get(campaign.path)).body).toMatchObject({
      state: 'paused',
      processed_rows: 1,
      executed_count: 2,
      total_queued_count: 4,
    });
  });

  test('is undone by resuming: the campaign calls the remaining contacts and completes', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: many(4), limit: 2 });
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    await member.post(`${campaign.path}/pause`);
    await callsInProgress(member, campaign);

    const resumed = await member.post(`${campaign.path}/resume`);
    const body = await dialAll(member, campaign);

    expect(resumed.body.state).toBe('running');
    expect(body).toMatchObject({ state: 'completed', executed_count: 4, processed_rows: 4 });
    expect(eventsIn(body)).toEqual([
      'campaign_started',
      'campaign_paused',
      'campaign_resumed',
      'campaign_completed',
    ]);
  });
});

describe('Canceling', () => {
  test('skips open contacts; calls in progress end and are not retried', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      digits: [endless, endless, endless, '42', '01'],
      limit: 3,
    });
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    const [first, second, third] = await accepted(member, campaign);
    await endCall(member, first, 'busy');

    const answer = await member.post(`${campaign.path}/cancel`);
    await endCall(member, second, 'busy');
    await endCall(member, third, 'completed');
    await dialNow(member);

    expect(answer.body.state).toBe('canceled');
    expect(answer.body.logs.at(-1)).toMatchObject({
      event: 'campaign_canceled',
      details: { skipped: 3 },
    });
    expect(await contactsOf(member, campaign)).toMatchObject([
      { state: 'skipped', skip_reason: 'canceled', attempts: 1, due_at: null },
      { state: 'done', outcome: 'busy', attempts: 1 },
      { state: 'done', outcome: 'completed', attempts: 1 },
      { state: 'skipped', skip_reason: 'canceled', attempts: 0 },
      { state: 'skipped', skip_reason: 'canceled', attempts: 0 },
    ]);
    expect((await member.get(campaign.path)).body).toMatchObject({
      state: 'canceled',
      processed_rows: 5,
      failed_rows: 1,
      executed_count: 3,
    });
  });

  test('before the start leaves no contact to call', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member);

    const { body } = await member.post(`${campaign.path}/cancel`);
    await dialNow(member);

    expect(body).toMatchObject({ state: 'canceled', started_at: null, total_rows: 3 });
    expect(await placementsOf(member, campaign.configuration_id)).toEqual([]);
  });

  test('while calls end leaves no contact waiting for a retry that will never come', async () => {
    for (let round = 0; round < 5; round++) {
      const member = await newOrganization({ server });
      const campaign = await givenCallableCampaign(member, {
        digits: Array.from({ length: 20 }, () => endless),
        limit: 20,
      });
      await member.post(`${campaign.path}/start`);
      await dialNow(member);
      const live = await accepted(member, campaign);

      await Promise.all([
        ...live.slice(0, 10).map((run) => endCall(member, run, 'busy')),
        member.post(`${campaign.path}/cancel`),
        ...live.slice(10).map((run) => endCall(member, run, 'busy')),
      ]);

      await endCanceledCampaigns(server.app);

      const contacts = await contactsOf(member, campaign);
      expect(live).toHaveLength(20);
      expect(contacts.filter(({ state }) => state !== 'done' && state !== 'skipped')).toEqual([]);
    }
  });
});
