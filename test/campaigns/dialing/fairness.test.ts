import { describe, expect, test } from 'vitest';
import { wakeDue } from '../../../src/campaigns/jobs.ts';
import { later } from '../../../src/timestamp.ts';
import { onPostgres } from '../../support/database.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { dialRound } from '../../../src/campaigns/dialing/dialer.ts';
import {
  accepted,
  type CallableCampaign,
  dialAll,
  dialNow,
  eventsIn,
  givenCallableCampaign,
  runsOf,
} from '../lifecycle/given.ts';

const server = ownServer();

const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => `+1${202 + index}5550197`);

describe('Campaigns', () => {
  test('leave the reserved share of the slots to single calls', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { numbers: numbers(30) });
    await member.post(`${campaign.path}/start`);

    await dialNow(member);
    const ofCampaign = await accepted(member, campaign);
    const single = await member.post('/api/v1/telephony/initiate-call', {
      workflow_id: campaign.workflow_id,
      to_number: '+12025550197',
    });

    // Of 20 slots, a tenth is reserved.
    expect(ofCampaign).toHaveLength(18);
    expect(single.status).toBe(202);
  });

  test('of an organization share its free slots', async () => {
    const member = await newOrganization({ server });
    const one = await givenCallableCampaign(member, { numbers: numbers(30), limit: 9 });
    const others = [
      await givenCallableCampaign(member, { numbers: numbers(30), beside: one }),
      await givenCallableCampaign(member, { numbers: numbers(30), beside: one }),
    ];
    for (const { path } of [one, ...others]) await member.post(`${path}/start`);

    await dialNow(member);

    for (const campaign of [one, ...others]) expect(await runsOf(member, campaign)).toHaveLength(3);
  });
});

describe('A campaign whose claim fails', () => {
  /** A stored value that the contract no longer allows: no claim can be computed with it. */
  const poison = (campaign: CallableCampaign) =>
    setSchedule(campaign, '{"enabled": true, "timezone": "UTC", "slots": 7}');
  const setSchedule = ({ id }: CallableCampaign, schedule_config: string | null) =>
    server.app.db.updateTable('campaigns').set({ schedule_config }).where('id', '=', id).execute();

  async function givenPoisoned() {
    const member = await newOrganization({ server });
    const bad = await givenCallableCampaign(member, { digits: ['00'] });
    const good = await givenCallableCampaign(member, { digits: ['01', '02'], beside: bad });
    await member.post(`${bad.path}/start`);
    await member.post(`${good.path}/start`);
    await poison(bad);
    return { member, bad, good };
  }

  test('is delayed, with the reason in its log; other campaigns go on', async () => {
    const { member, bad, good } = await givenPoisoned();

    const ended = await dialAll(member, good);
    await dialNow(member);
    await setSchedule(bad, null);

    expect(ended).toMatchObject({ state: 'completed', executed_count: 2 });
    const { body } = await member.get(bad.path);
    expect(body.state).toBe('running');
    expect(eventsIn(body).filter((event) => event === 'dialing_failed')).toHaveLength(1);
    expect(server.logged).toContainEqual(
      expect.objectContaining({ campaign_id: bad.id, msg: 'a campaign could not be dialed' }),
    );
  });

  test('is tried again after a minute', async () => {
    const { member, bad } = await givenPoisoned();
    await dialNow(member);
    await setSchedule(bad, null);

    await dialNow(member);
    const early = await runsOf(member, bad);
    server.setNow(later(server.app.now(), 61_000));

    expect(early).toEqual([]);
    expect(await dialAll(member, bad)).toMatchObject({ state: 'completed' });
  });
});

describe('A campaign that is full', () => {
  const wakeAt = ({ id }: CallableCampaign) =>
    server.app.db
      .selectFrom('campaigns')
      .select('wake_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
      .then(({ wake_at }) => wake_at!);

  test.each([
    ['itself', { max_concurrency: 1 }],
    ['because its organization is', { limit: 1 }],
    ['and has no further contact', { numbers: ['+12025550197'] }],
  ])('%s is not looked at again before a call ends', async (_, options) => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { numbers: numbers(3), ...options });
    const now = server.app.now();
    server.setNow(now);
    await member.post(`${campaign.path}/start`);

    await dialNow(member);
    server.setNow(later(now, 59_000));
    await wakeDue(server.app);

    expect(await wakeAt(campaign)).toBe(later(now, 60_000));
  });
});

describe.runIf(onPostgres)('A campaign that another session has locked', () => {
  test('is passed over, and its organization is looked at again', async () => {
    const member = await newOrganization({ server });
    const locked = await givenCallableCampaign(member, { digits: ['00'] });
    const free = await givenCallableCampaign(member, { digits: ['01'], beside: locked });
    await member.post(`${locked.path}/start`);
    await member.post(`${free.path}/start`);

    const session = await server.connection.pool.connect();
    await session.query('begin');
    await session.query('select from campaigns where id = $1 for update', [locked.id]);
    const again = await dialRound(server.app, member.organization_id);
    await session.query('rollback');
    session.release();

    expect(again).toBe(true);
    expect(await runsOf(member, locked)).toEqual([]);
    expect(await runsOf(member, free)).toHaveLength(1);
    expect(await dialAll(member, locked)).toMatchObject({ state: 'completed' });
  });
});
