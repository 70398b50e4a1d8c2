import { describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { newOrganization, type Member } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { placementsOf } from '../../telephony/calls/given.ts';
import {
  accepted,
  type CallableCampaign,
  dialNow,
  endCall,
  endless,
  eventsIn,
  givenCallableCampaign,
} from '../lifecycle/given.ts';

const server = ownServer();

type Ending = Parameters<typeof endCall>[2];

/** A started campaign of many contacts, with as many calls in progress as will end. */
async function givenLive(member: Member, calls: number, options: object = {}) {
  const campaign = await givenCallableCampaign(member, {
    digits: Array.from({ length: 40 }, () => endless),
    limit: calls,
    retry_config: { enabled: false },
    ...options,
  });
  await member.post(`${campaign.path}/start`);
  await dialNow(member);
  return { campaign, live: await accepted(member, campaign) };
}

/** Ends the calls one by one, a second apart. */
async function endAll(
  member: Member,
  live: readonly { readonly id: number }[],
  endings: readonly Ending[],
): Promise<void> {
  for (const [index, ending] of endings.entries()) {
    server.setNow(later(server.app.now(), 1000));
    await endCall(member, live[index], ending);
  }
}

const stateOf = async (member: Member, { path }: CallableCampaign): Promise<string> =>
  (await member.get(path)).body.state;

const repeat = (count: number, ending: Ending): Ending[] =>
  Array.from({ length: count }, () => ending);

describe('The circuit breaker', () => {
  test('pauses the campaign before its next call, and reports the reason', async () => {
    const member = await newOrganization({ server });
    const { campaign, live } = await givenLive(member, 5);
    await endAll(member, live, ['failed', 'completed', 'refused', 'busy', 'failed']);

    await dialNow(member);

    const { body } = await member.get(campaign.path);
    expect(body).toMatchObject({ state: 'paused', executed_count: 5 });
    expect(body.logs.at(-1)).toMatchObject({
      ts: server.app.now(),
      level: 'error',
      event: 'circuit_breaker_tripped',
      details: {
        failure_rate: 0.6,
        failure_count: 3,
        success_count: 2,
        threshold: 0.5,
        window_seconds: 120,
      },
    });
    const failures = body.logs.at(-1).details.recent_failures;
    expect(failures).toEqual(
      [
        [4, 'carrier_failure'],
        [2, 'refused'],
        [0, 'carrier_failure'],
      ].map(([index, failure]) => ({
        run_id: live[Number(index)]!.id,
        to_number: '+12025550197',
        outcome: 'failed',
        failure,
        ended_at: expect.any(String),
      })),
    );
    expect(await placementsOf(member, campaign.configuration_id)).toHaveLength(5);
  });

  test('lists the newest failures, at most twenty', async () => {
    const member = await newOrganization({ server });
    const { campaign, live } = await givenLive(member, 25);
    await endAll(member, live, repeat(25, 'failed'));

    await dialNow(member);

    const { details } = (await member.get(campaign.path)).body.logs.at(-1);
    expect(details).toMatchObject({ failure_count: 25, success_count: 0, failure_rate: 1 });
    expect(details.recent_failures.map(({ run_id }: { run_id: number }) => run_id)).toEqual(
      live
        .slice(5)
        .map(({ id }) => id)
        .toReversed(),
    );
  });

  test.each<[string, Ending[], object]>([
    ['fewer calls than min_calls_in_window', repeat(4, 'failed'), {}],
    ['a share below the threshold', [...repeat(4, 'failed'), ...repeat(5, 'completed')], {}],
    [
      'busy ones and the like, which are no failures',
      ['busy', 'no_answer', 'voicemail', 'busy', 'completed'],
      {},
    ],
    ['failures with the breaker off', repeat(9, 'failed'), { enabled: false }],
  ])('is not tripped by %s', async (_, endings, circuit_breaker) => {
    const member = await newOrganization({ server });
    const { campaign, live } = await givenLive(member, endings.length, { circuit_breaker });
    await endAll(member, live, endings);

    await dialNow(member);

    expect(await stateOf(member, campaign)).toBe('running');
  });

  test('counts a call closed by its deadline as a failure', async () => {
    const member = await newOrganization({ server });
    const { campaign, live } = await givenLive(member, 5);
    for (const { id } of live)
      await server.app.calls.report({
        run_id: id,
        organization_id: member.organization_id,
        at: server.app.now(),
        event: 'no_callback',
      });

    await dialNow(member);

    expect(await stateOf(member, campaign)).toBe('paused');
  });

  test('ignores calls that ended before its window', async () => {
    const member = await newOrganization({ server });
    const { campaign, live } = await givenLive(member, 6);
    await endAll(member, live, repeat(5, 'failed'));

    server.setNow(later(server.app.now(), 121_000));
    await dialNow(member);

    expect(await stateOf(member, campaign)).toBe('running');
    expect(await placementsOf(member, campaign.configuration_id)).toHaveLength(11);
  });

  test('starts counting again when the campaign is resumed', async () => {
    const member = await newOrganization({ server });
    const { campaign, live } = await givenLive(member, 5);
    await endAll(member, live, repeat(5, 'failed'));
    await dialNow(member);
    const tripped = await stateOf(member, campaign);

    server.setNow(later(server.app.now(), 1));
    await member.post(`${campaign.path}/resume`);
    await dialNow(member);
    const next = await accepted(member, campaign);
    const resumed = await stateOf(member, campaign);
    await endAll(member, next, repeat(4, 'failed'));
    await dialNow(member);
    const four = await stateOf(member, campaign);
    await endCall(member, next[4], 'failed');
    await dialNow(member);

    expect([tripped, resumed, four]).toEqual(['paused', 'running', 'running']);
    const { body } = await member.get(campaign.path);
    expect(body.state).toBe('paused');
    expect(body.logs.at(-1).details.failure_count).toBe(5);
    expect(eventsIn(body)).toEqual([
      'campaign_started',
      'circuit_breaker_tripped',
      'campaign_resumed',
      'circuit_breaker_tripped',
    ]);
  });

  test('counts a callback that arrives four times once', async () => {
    const member = await newOrganization({ server });
    const { campaign, live } = await givenLive(member, 4);

    for (const run of [live[0], live[0], live[0], live[0], live[1], live[1]])
      await endCall(member, run, 'failed');
    await dialNow(member);

    expect(await stateOf(member, campaign)).toBe('running');
  });

  test('counts ten simultaneous outcomes as ten', async () => {
    const member = await newOrganization({ server });
    const { campaign, live } = await givenLive(member, 10, {
      circuit_breaker: { min_calls_in_window: 10, failure_threshold: 0.7 },
    });

    await Promise.all([
      ...live.map((run, index) => endCall(member, run, index < 7 ? 'failed' : 'completed')),
      dialNow(member),
    ]);
    await dialNow(member);

    const { body } = await member.get(campaign.path);
    expect(body.state).toBe('paused');
    // Before the tenth outcome is counted, the dialer may fill slots that the first ones freed.
    expect(body).toMatchObject({ processed_rows: 10, failed_rows: 7 });
    expect(body.logs.at(-1).details).toMatchObject({
      failure_count: 7,
      success_count: 3,
      failure_rate: 0.7,
    });
  });

  test('counts only its own campaign', async () => {
    const member = await newOrganization({ server });
    const { campaign, live } = await givenLive(member, 5);
    const other = await givenCallableCampaign(member, { digits: [endless], beside: campaign });
    await endAll(member, live, repeat(5, 'failed'));
    await member.post(`${other.path}/start`);

    await dialNow(member);

    expect([await stateOf(member, campaign), await stateOf(member, other)]).toEqual([
      'paused',
      'running',
    ]);
  });
});
