import { describe, expect, test } from 'vitest';
import { isPlacing } from '../../../src/telephony/calls/live-queries.ts';
import { closeUnplaced, endLeases } from '../../../src/telephony/calls/jobs.ts';
import { later } from '../../../src/timestamp.ts';
import { newOrganization, type Member } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { givenPolicy } from '../../approvals/given.ts';
import { placementsOf } from '../../telephony/calls/given.ts';
import {
  type CallableCampaign,
  claimed,
  contactsOf,
  dialAll,
  endless,
  givenCallableCampaign,
  numberTo,
  runsOf,
} from '../lifecycle/given.ts';

const server = ownServer();

/** Claims calls of a started campaign like a worker that goes no further. */
const claimOnly = async (member: Member, campaign: CallableCampaign, maxCalls?: number) =>
  (await claimed(member, campaign, maxCalls))?.calls ?? [];

async function givenClaimed(digits: readonly string[]) {
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, { digits });
  await member.post(`${campaign.path}/start`);
  const calls = await claimOnly(member, campaign);
  return { member, campaign, calls };
}

const place = (calls: readonly { id: number; organization_id: number }[]) =>
  Promise.all(calls.map((call) => server.app.calls.place(call)));

describe('A claim', () => {
  test('whose worker crashed gives its contacts back when its lease ends, and frees its slots', async () => {
    const { member, campaign, calls } = await givenClaimed(['00', '01', '02']);
    const now = server.app.now();

    server.setNow(later(now, 29_000));
    await endLeases(server.app);
    const held = await contactsOf(member, campaign);
    server.setNow(later(now, 31_000));
    await Promise.all([endLeases(server.app), endLeases(server.app)]);
    const released = await contactsOf(member, campaign);

    expect(calls).toHaveLength(3);
    expect(held.map(({ state }) => state)).toEqual(['dialing', 'dialing', 'dialing']);
    expect(released).toMatchObject(
      calls.map(() => ({ state: 'pending', attempts: 0, outcome: null })),
    );
    expect(await runsOf(member, campaign)).toEqual([]);
    expect(await dialAll(member, campaign)).toMatchObject({
      state: 'completed',
      executed_count: 3,
      failed_rows: 0,
    });
  });

  test('gives its contacts back also when all workers were away for longer than its calls may last', async () => {
    const { member, campaign, calls } = await givenClaimed(['00', '01']);
    server.setNow(later(server.app.now(), 86_400_000));

    await closeUnplaced(server.app);
    await endLeases(server.app);

    expect(await contactsOf(member, campaign)).toMatchObject(
      calls.map(() => ({ state: 'pending', attempts: 0, outcome: null })),
    );
  });

  test('whose lease has ended places nothing, even if its worker goes on', async () => {
    const { member, campaign, calls } = await givenClaimed(['00', '01']);
    server.setNow(later(server.app.now(), 31_000));
    await endLeases(server.app);

    await place(calls);

    expect(await placementsOf(member, campaign.configuration_id)).toEqual([]);
    expect((await contactsOf(member, campaign)).map(({ state }) => state)).toEqual([
      'pending',
      'pending',
    ]);
  });

  test('is placed once, however many workers have it', async () => {
    const { member, campaign, calls } = await givenClaimed([endless, endless]);

    await Promise.all([1, 2, 3, 4].map(() => place(calls)));

    expect(await placementsOf(member, campaign.configuration_id)).toHaveLength(2);
  });
});

describe('A call that comes too late for its turn', () => {
  test('is not placed together with others: its contact is as before', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: ['00', '01'] });
    await server.app.db
      .updateTable('telephony_configurations')
      .set({ calls_per_second: 100 })
      .where('id', '=', campaign.configuration_id)
      .execute();
    await member.post(`${campaign.path}/start`);
    const calls = await claimOnly(member, campaign);

    server.setNow(later(server.app.now(), 5000));
    await place(calls);

    expect(calls).toHaveLength(2);
    expect(await placementsOf(member, campaign.configuration_id)).toEqual([]);
    expect((await contactsOf(member, campaign)).map(({ state }) => state)).toEqual([
      'pending',
      'pending',
    ]);
  });
});

describe('A change of a running campaign', () => {
  test('does not wait for calls that begin after it', async () => {
    const { member, campaign } = await givenClaimed([endless]);
    const tomorrow = later(server.app.now(), 86_400_000);
    await server.app.db
      .updateTable('live_calls')
      .set({ state: 'placing', placing_at: tomorrow, ask_at: tomorrow, lease_until: null })
      .where('campaign_id', '=', campaign.id)
      .execute();
    const placing = (until: string) =>
      isPlacing(
        server.app.db,
        { organization_id: member.organization_id, campaign_id: campaign.id },
        { since: server.app.now(), until },
      );

    expect([await placing(server.app.now()), await placing(tomorrow)]).toEqual([false, true]);
  });
});

describe('A claimed call is not placed, and its contact is as before,', () => {
  const rules: [string, (member: Member, campaign: CallableCampaign) => Promise<unknown>][] = [
    ['if the campaign was paused', (member, { path }) => member.post(`${path}/pause`)],
    [
      'if its number was added to the do-not-call list',
      (member) =>
        member.post('/api/v1/do-not-call', { phone_numbers: [{ phone_number: numberTo('00') }] }),
    ],
    [
      'if the schedule has closed',
      (member, { path }) =>
        member.patch(path, {
          schedule_config: { enabled: true, timezone: 'UTC', slots: [slotOfTheDayAfterTomorrow()] },
        }),
    ],
    [
      'if its time is over',
      async () => {
        server.setNow(later(server.app.now(), 2 * 3_600_000));
        return { status: 200 };
      },
    ],
    ['if the breaker has tripped', (member, campaign) => givenFailures(member, campaign)],
    [
      'if its approval was revoked',
      async (member, campaign) => {
        const policy = await givenPolicy(member);
        const values = { approval_policy_id: policy };
        await server.app.db
          .updateTable('live_calls')
          .set(values)
          .where('campaign_id', '=', campaign.id)
          .execute();
        return member.post(`/api/v1/approval-policies/${policy}/revoke`, {
          reason: 'customer_request',
        });
      },
    ],
  ];
  test.each(rules)('%s', async (_, forbid) => {
    const { member, campaign, calls } = await givenClaimed(['00']);

    const answer = await forbid(member, campaign);
    await place(calls);

    expect(answer).toMatchObject({ status: 200 });
    expect(calls).toHaveLength(1);
    expect(await placementsOf(member, campaign.configuration_id)).toEqual([]);
    const [contact] = await contactsOf(member, campaign);
    expect(contact).toMatchObject({ state: 'pending', attempts: 0 });
  });

  test('if the campaign was canceled: it is skipped', async () => {
    const { member, campaign, calls } = await givenClaimed(['00']);

    await member.post(`${campaign.path}/cancel`);
    await place(calls);

    expect(await placementsOf(member, campaign.configuration_id)).toEqual([]);
  });

  function slotOfTheDayAfterTomorrow() {
    const day_of_week = (new Date(server.app.now()).getUTCDay() + 6 + 2) % 7;
    return { day_of_week, start_time: '09:00', end_time: '10:00' };
  }

  /** Runs of the campaign that failed just now. */
  async function givenFailures({ organization_id }: Member, { id, workflow_id }: CallableCampaign) {
    const now = server.app.now();
    const { id: definition_id } = await server.app.db
      .selectFrom('workflow_definitions')
      .select('id')
      .where('workflow_id', '=', workflow_id)
      .executeTakeFirstOrThrow();
    await server.app.db
      .insertInto('workflow_runs')
      .values(
        Array.from({ length: 20 }, () => ({
          organization_id,
          workflow_id,
          definition_id,
          name: 'Call',
          mode: 'campaign' as const,
          state: 'completed' as const,
          outcome: 'failed' as const,
          campaign_id: id,
          created_at: now,
          ended_at: now,
        })),
      )
      .execute();
    return { status: 200 };
  }
});
