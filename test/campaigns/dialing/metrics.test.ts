import { beforeEach, describe, expect, test } from 'vitest';
import { oldestRetrySeconds } from '../../../src/campaigns/dialing/running-queries.ts';
import { claimQueued, endLeases } from '../../../src/telephony/calls/jobs.ts';
import { later } from '../../../src/timestamp.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { givenCallable } from '../../telephony/calls/given.ts';
import { accepted, dialNow, endCall, endless, givenCallableCampaign } from '../lifecycle/given.ts';

const server = ownServer();
beforeEach(() => {
  server.setNow(undefined);
  server.app.metrics.registry.resetMetrics();
});

/** The samples of a metric that are not 0, by the value of their label, or by their name. */
async function samplesOf(name: string): Promise<Record<string, number>> {
  const all = await server.app.metrics.registry.getMetricsAsJSON();
  const values: { value: number; labels: object; metricName?: string }[] =
    all.find((metric) => metric.name === name)?.values ?? [];
  return Object.fromEntries(
    values.flatMap(({ value, labels, metricName = name }) => {
      const [label = metricName] = Object.values(labels).map(String);
      return value === 0 ? [] : [[label, value]];
    }),
  );
}

describe('The metrics of the engine', () => {
  test('count calls that ended once, by outcome', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: [endless, endless, endless] });
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    const [busy, ...others] = await accepted(member, campaign);

    await Promise.all([
      endCall(member, busy, 'busy'),
      endCall(member, busy, 'completed'),
      ...others.map((run) => endCall(member, run, 'completed')),
    ]);
    const ended = await samplesOf('calls_ended_total');

    expect(Object.values(ended).reduce((one, other) => one + other, 0)).toBe(3);
    expect(ended['completed']).toBeGreaterThanOrEqual(2);
  });

  test("measure from when a call was due to the carrier's answer", async () => {
    const member = await newOrganization({ server });
    const { workflow_id } = await givenCallable(member);
    const answer = await member.post('/api/v1/telephony/initiate-call', {
      workflow_id,
      to_number: '+12025550197',
    });
    server.setNow(later(server.app.now(), 40_000));

    await Promise.all(await claimQueued(server.app, [answer.body.id]));

    const samples = await samplesOf('call_place_seconds');
    expect(samples).toMatchObject({ call_place_seconds_count: 1 });
    expect(samples['call_place_seconds_sum']).toBeGreaterThanOrEqual(40);
    expect(samples['call_place_seconds_sum']).toBeLessThan(400);
  });

  test('count a campaign that its breaker paused, and none that somebody paused', async () => {
    const member = await newOrganization({ server });
    const [tripped, paused] = [
      await givenCallableCampaign(member, {
        digits: Array.from({ length: 10 }, () => endless),
        limit: 5,
        retry_config: { enabled: false },
      }),
      await givenCallableCampaign(await newOrganization({ server })),
    ];
    await member.post(`${tripped.path}/start`);
    await dialNow(member);
    for (const run of await accepted(member, tripped)) await endCall(member, run, 'failed');
    await member.post(`${paused.path}/pause`);

    await dialNow(member);
    await dialNow(member);

    expect(await samplesOf('circuit_breaker_trips_total')).toEqual({
      circuit_breaker_trips_total: 1,
    });
  });

  test('count claimed calls that were given back because their lease ended, once', async () => {
    const member = await newOrganization({ server });
    const { workflow_id } = await givenCallable(member);
    const { body } = await member.post('/api/v1/telephony/initiate-call', {
      workflow_id,
      to_number: '+12025550197',
    });
    const now = server.app.now();
    await server.app.db
      .updateTable('live_calls')
      .set({ state: 'claimed', lease_until: now, due_at: null })
      .where('run_id', '=', body.id)
      .execute();

    await Promise.all([endLeases(server.app), endLeases(server.app)]);

    expect(await samplesOf('lease_expiries_total')).toEqual({ lease_expiries_total: 1 });
  });

  test('show for how long the oldest due retry of a running campaign waits', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { timezones: ['Europe/London', null] });
    await member.post(`${campaign.path}/start`);
    // Campaigns of the tests before may have due retries.
    await server.app.db
      .updateTable('campaigns')
      .set({ state: 'paused' })
      .where('id', '<>', campaign.id)
      .where('state', '=', 'running')
      .execute();
    const now = server.app.now();
    const oldest = () => oldestRetrySeconds(server.app.db, now);
    const none = await oldest();
    for (const [row_number, ms] of [-90_000, -30_000, 60_000].entries())
      await server.app.db
        .updateTable('campaign_contacts')
        .set({ state: 'waiting', due_at: later(now, ms), deferrals: 1 })
        .where('campaign_id', '=', campaign.id)
        .where('row_number', '=', row_number + 1)
        .execute();

    const due = await oldest();
    await member.post(`${campaign.path}/pause`);
    const paused = await oldest();

    expect([none, due, paused]).toEqual([0, 90, 0]);
  });
});
