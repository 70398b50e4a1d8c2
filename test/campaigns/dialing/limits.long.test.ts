import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { placementsOf } from '../../telephony/calls/given.ts';
import {
  accepted,
  claimed,
  contactsOf,
  dialAll,
  dialNow,
  endCall,
  endless,
  givenCallableCampaign,
  numberTo,
  runsOf,
  setLimit,
} from '../lifecycle/given.ts';

const server = ownServer();

const endlessOnes = (count: number): string[] => Array.from({ length: count }, () => endless);
const times = <T>(count: number, transition: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, transition));

describe('With any number of concurrent dialers, calls in progress', () => {
  test("never exceed the organization's limit", async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: endlessOnes(60), limit: 13 });
    await member.post(`${campaign.path}/start`);

    await times(10, () => dialNow(member));

    expect(await runsOf(member, campaign)).toHaveLength(13);
  });

  test("never exceed the campaign's max_concurrency", async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      digits: endlessOnes(60),
      limit: 50,
      max_concurrency: 7,
    });
    await member.post(`${campaign.path}/start`);

    await times(10, () => dialNow(member));
    const [first, second] = await accepted(member, campaign);
    await endCall(member, first, 'completed');
    await endCall(member, second, 'completed');
    await times(10, () => dialNow(member));

    expect(await accepted(member, campaign)).toHaveLength(7);
    expect(await runsOf(member, campaign)).toHaveLength(9);
  });

  test('of two campaigns share the limit of their organization', async () => {
    const member = await newOrganization({ server });
    const one = await givenCallableCampaign(member, { digits: endlessOnes(60), limit: 10 });
    const other = await givenCallableCampaign(member, { digits: endlessOnes(60), beside: one });
    await member.post(`${one.path}/start`);
    await member.post(`${other.path}/start`);

    await times(6, () => dialNow(member));
    for (const call of (await accepted(member, one)).slice(0, 4))
      await endCall(member, call, 'completed');
    // One dialer: of several, each would look at the calls in progress for itself.
    await dialNow(member);

    const [ofOne, ofOther] = [await accepted(member, one), await accepted(member, other)];
    expect(ofOne.length + ofOther.length).toBe(10);
    // The campaign with fewer calls in progress comes first.
    expect(ofOther.length).toBeGreaterThanOrEqual(2);
  });

  test('include single calls, in both directions', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: endlessOnes(9), limit: 3 });
    const single = {
      workflow_id: campaign.workflow_id,
      to_number: '+12025550197',
    };
    const placed = await member.post('/api/v1/telephony/initiate-call', single);
    await member.post(`${campaign.path}/start`);

    await times(5, () => dialNow(member));
    const refused = await member.post('/api/v1/telephony/initiate-call', single);

    expect(placed.status).toBe(202);
    expect(await accepted(member, campaign)).toHaveLength(2);
    expect(refused.status).toBe(429);
  });

  test('follow a limit that is lowered: none is placed until enough have ended', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: endlessOnes(9), limit: 4 });
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    await setLimit(member, 2);
    const live = await accepted(member, campaign);

    const seen: number[] = [];
    for (const run of live.slice(0, 3)) {
      await endCall(member, run, 'completed');
      await dialNow(member);
      seen.push((await accepted(member, campaign)).length);
    }

    expect(live).toHaveLength(4);
    expect(seen).toEqual([3, 2, 2]);
  });

  test('are each placed once, by any dialer', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      numbers: Array.from({ length: 60 }, (_, place) => `+1202555${String(2000 + place * 100)}`),
      limit: 10,
    });
    await member.post(`${campaign.path}/start`);

    for (;;) {
      await times(4, () => dialAll(member, campaign));
      if ((await member.get(campaign.path)).body.state === 'completed') break;
    }

    const placed = await placementsOf(member, campaign.configuration_id);
    expect(placed).toHaveLength(60);
    expect(new Set(placed.map(({ to_number }) => to_number)).size).toBe(60);
  });
});

describe('A number on the do-not-call list', () => {
  test('is not called, even if it was added after the start', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      numbers: ['+12025550101', '+12025550197', '+12025550102', '+12025550103'],
      limit: 1,
    });
    await block(member.organization_id, '+12025550101');
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    const before = await contactsOf(member, campaign);
    const added = await member.post('/api/v1/do-not-call', {
      phone_numbers: [{ phone_number: '+1 202 555 0102' }],
    });
    const [run] = await accepted(member, campaign);
    await endCall(member, run, 'completed');

    const body = await dialAll(member, campaign);

    expect(before).toMatchObject([
      { state: 'skipped', skip_reason: 'do_not_call', attempts: 0 },
      { state: 'dialing' },
      { state: 'pending' },
      { state: 'pending' },
    ]);
    expect(added.status).toBeLessThan(300);
    expect(await contactsOf(member, campaign)).toMatchObject([
      { state: 'skipped', skip_reason: 'do_not_call' },
      { state: 'done', outcome: 'completed' },
      { state: 'skipped', skip_reason: 'do_not_call', attempts: 0 },
      { state: 'done', outcome: 'completed' },
    ]);
    expect(body).toMatchObject({
      state: 'completed',
      processed_rows: 4,
      failed_rows: 0,
      executed_count: 2,
    });
    const placed = await placementsOf(member, campaign.configuration_id);
    expect(placed.map(({ to_number }) => to_number)).toEqual(['+12025550197', '+12025550103']);
  });

  test('that waits for a retry is not called again', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { numbers: ['+12025550197'] });
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    const [run] = await accepted(member, campaign);
    await endCall(member, run, 'busy');
    await block(member.organization_id, '+12025550197');
    await server.app.db
      .updateTable('campaign_contacts')
      .set({ due_at: '2026-01-01T00:00:00.000Z' })
      .where('campaign_id', '=', campaign.id)
      .execute();

    await dialNow(member);

    expect(await contactsOf(member, campaign)).toMatchObject([
      { state: 'skipped', skip_reason: 'do_not_call', attempts: 1, due_at: null },
    ]);
    expect((await member.get(campaign.path)).body.state).toBe('completed');
  });

  test('of another organization is called', async () => {
    const [member, other] = [await newOrganization({ server }), await newOrganization({ server })];
    const campaign = await givenCallableCampaign(member, { numbers: ['+12025550101'] });
    await block(other.organization_id, '+12025550101');
    await member.post(`${campaign.path}/start`);

    const body = await dialAll(member, campaign);

    expect(body).toMatchObject({ state: 'completed', executed_count: 1 });
  });

  test('is all that a claim takes, even with many in a row: other campaigns get the slots meanwhile', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: ['00', '01', '02', '03'] });
    for (const digits of ['00', '01', '02', '03'])
      await block(member.organization_id, numberTo(digits));
    await member.post(`${campaign.path}/start`);

    const taken = await claimed(member, campaign, 2);

    expect(taken).toMatchObject({ calls: [], leftOut: 2 });
    expect((await contactsOf(member, campaign)).map(({ state }) => state)).toEqual([
      'skipped',
      'skipped',
      'pending',
      'pending',
    ]);
    await dialNow(member);
    expect((await member.get(campaign.path)).body).toMatchObject({
      state: 'completed',
      processed_rows: 4,
    });
  });

  test('does not delay contacts behind it, even with many in a row', async () => {
    const member = await newOrganization({ server });
    const numbers = Array.from(
      { length: 30 },
      (_, place) => `+1202555${String(2000 + place * 100)}`,
    );
    const campaign = await givenCallableCampaign(member, { numbers, limit: 2 });
    for (const number of numbers.slice(0, 25)) await block(member.organization_id, number);
    await member.post(`${campaign.path}/start`);

    await dialNow(member);

    const states = (await contactsOf(member, campaign)).map(({ state }) => state);
    expect(states.slice(0, 25)).toEqual(Array.from({ length: 25 }, () => 'skipped'));
    expect(states.slice(25, 27)).not.toContain('pending');
  });
});

describe('A number that the telephony configuration does not serve', () => {
  test('is skipped, and the others are called', async () => {
    const member = await newOrganization({ server });
    const numbers = ['+12025550101', '+442079460123', '+12025550102', '+19005550123'];
    const campaign = await givenCallableCampaign(member, { numbers });
    await server.app.db
      .updateTable('telephony_configurations')
      .set({ calling_codes: ['+1'] })
      .where('id', '=', campaign.configuration_id)
      .execute();
    await block(member.organization_id, '+12025550102');
    await member.post(`${campaign.path}/start`);

    const taken = await claimed(member, campaign);

    expect(taken).toMatchObject({ calls: [expect.anything()], leftOut: 3 });
    expect(await contactsOf(member, campaign)).toMatchObject([
      { state: 'dialing' },
      { state: 'skipped', skip_reason: 'destination_not_served', attempts: 0 },
      { state: 'skipped', skip_reason: 'do_not_call', attempts: 0 },
      { state: 'skipped', skip_reason: 'number_type_not_allowed', attempts: 0 },
    ]);
  });
});

const block = (organization_id: number, phone_number: string) =>
  server.app.db
    .insertInto('do_not_call_numbers')
    .values({ organization_id, phone_number, created_at: server.app.now() })
    .execute();
