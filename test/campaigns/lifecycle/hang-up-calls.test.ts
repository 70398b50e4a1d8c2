import { afterEach, describe, expect, test } from 'vitest';
import { endCanceledCampaigns } from '../../../src/campaigns/lifecycle/ending.ts';
import { newOrganization, type Member } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { placementsOf } from '../../telephony/calls/given.ts';
import { carrierFor } from '../../telephony/hang-ups/given.ts';
import {
  accepted,
  type CallableCampaign,
  callsInProgress,
  claimed,
  contactsOf,
  dialNow,
  givenCallableCampaign,
  runsOf,
} from './given.ts';

const server = ownServer();
afterEach(async () => {
  // The carriers of other tests are not asked about the calls of this one.
  await server.app.db.updateTable('live_calls').set({ hang_up_at: null }).execute();
});

const outcomes = async (member: Member, campaign: CallableCampaign) =>
  (await contactsOf(member, campaign)).map(({ state, outcome, skip_reason }) => [
    state,
    outcome ?? skip_reason,
  ]);

/** A campaign with calls that ring for a minute, as many as the organization may place. */
async function givenRinging(limit: number, digits: readonly string[]) {
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, { digits, limit, ring_ms: 60_000 });
  await member.post(`${campaign.path}/start`);
  await dialNow(member);
  await accepted(member, campaign);
  return { member, campaign };
}

describe('cancelCampaign with calls=hang_up', () => {
  test('hangs up the calls in progress and then ends the campaign', async () => {
    const { member, campaign } = await givenRinging(2, ['00', '01', '02']);

    const { status, body: before } = await member.post(`${campaign.path}/cancel?calls=hang_up`);
    await endCanceledCampaigns(server.app);
    await server.app.calls.hangUp();
    await callsInProgress(member, campaign);
    await endCanceledCampaigns(server.app);
    const { body } = await member.get(campaign.path);

    expect([status, before.state, before.completed_at]).toEqual([200, 'canceled', null]);
    expect(await outcomes(member, campaign)).toEqual([
      ['done', 'canceled'],
      ['done', 'canceled'],
      ['skipped', 'canceled'],
    ]);
    expect(body.completed_at).not.toBeNull();
    expect(body.logs.at(-1)).toMatchObject({
      event: 'campaign_canceled',
      details: { skipped: 1, calls: 'hang_up' },
    });
  });

  test('ends claimed calls without a carrier, in batches, whoever continues', async () => {
    const member = await newOrganization({ server });
    const numbers = Array.from({ length: 130 }, (_, index) => `+1202${5_550_000 + index}`);
    const campaign = await givenCallableCampaign(member, { numbers, limit: 500 });
    await member.post(`${campaign.path}/start`);
    await claimed(member, campaign, 130);

    await member.post(`${campaign.path}/cancel?calls=hang_up`);
    await Promise.all([endCanceledCampaigns(server.app), endCanceledCampaigns(server.app)]);

    expect(new Set((await outcomes(member, campaign)).map(String))).toEqual(
      new Set(['done,canceled']),
    );
    expect((await member.get(campaign.path)).body.completed_at).not.toBeNull();
    expect(await placementsOf(member, campaign.configuration_id)).toEqual([]);
  });

  test('asks the carrier once for each call, however often the sweep comes round', async () => {
    const carrier = carrierFor(server);
    const { member, campaign } = await givenRinging(2, ['00', '01']);
    await member.post(`${campaign.path}/cancel?calls=hang_up`);

    for (let turn = 0; turn < 3; turn += 1) {
      await endCanceledCampaigns(carrier.app);
      await carrier.app.calls.hangUp();
      await carrier.app.calls.settled();
    }

    expect(carrier.asked).toHaveLength(2);
  });
});

describe('cancelCampaign', () => {
  test.each(['', '?calls=finish'])('lets the calls in progress finish with "%s"', async (query) => {
    const { member, campaign } = await givenRinging(2, ['00', '01']);
    const carrier = carrierFor(server);

    await member.post(`${campaign.path}/cancel${query}`);
    await endCanceledCampaigns(carrier.app);
    await carrier.app.calls.hangUp();

    expect(carrier.asked).toEqual([]);
    expect((await runsOf(member, campaign)).map(({ state }) => state)).toEqual([
      'running',
      'running',
    ]);
  });

  test('refuses to do something else with them', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member);

    const { status, body } = await member.post(`${campaign.path}/cancel?calls=drop`);

    expect([status, body.detail[0].loc]).toEqual([422, ['query', 'calls']]);
  });
});
