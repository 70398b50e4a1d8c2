import { describe, expect, test, vi } from 'vitest';
import * as queries from '../../src/campaigns/queries.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { givenConfiguration } from '../telephony/given.ts';
import { givenCampaign, givenLogs } from './given.ts';

const path = (id: number | string): string => `/api/v1/campaign/${id}`;
const get = (member: Member, id: number | string) => member.get(path(id));

describe('getCampaign', () => {
  test('returns all members of a campaign that was not started', async () => {
    const member = await newOrganization();
    const { id, source_id, workflow_id } = await givenCampaign(member, {
      created_at: '2026-01-02T03:04:05.678Z',
    });

    const answer = await get(member, id);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id,
      name: 'Spring renewals',
      workflow_id,
      workflow_name: 'Appointment reminder',
      state: 'created',
      source_type: 'csv',
      source_id,
      total_rows: 10,
      processed_rows: 0,
      failed_rows: 0,
      created_at: '2026-01-02T03:04:05.678Z',
      started_at: null,
      completed_at: null,
      start_at: null,
      start_refusal: null,
      machine_detection: null,
      retry_config: {
        enabled: true,
        max_retries: 2,
        retry_delay_seconds: 120,
        retry_on_busy: true,
        retry_on_no_answer: true,
        retry_on_voicemail: true,
      },
      external_id: null,
      metadata: {},
      max_concurrency: null,
      schedule_config: { enabled: false, timezone: 'UTC', slots: [] },
      circuit_breaker: {
        enabled: true,
        failure_threshold: 0.5,
        window_seconds: 120,
        min_calls_in_window: 5,
      },
      executed_count: 0,
      total_queued_count: 0,
      require_prior_consent: null,
      parent_campaign_id: null,
      redialed_campaign_id: null,
      telephony_configuration_id: null,
      telephony_configuration_name: null,
      logs: [],
    });
  });

  test('returns the settings and timestamps that were stored', async () => {
    const member = await newOrganization();
    const telephony_configuration_id = await givenConfiguration(member, { name: 'Twilio US' });
    const schedule_config = {
      enabled: true,
      timezone: 'America/New_York',
      slots: [{ day_of_week: 6, start_time: '09:00', end_time: '24:00' }],
    };
    const circuit_breaker = {
      enabled: false,
      failure_threshold: 1,
      window_seconds: 30,
      min_calls_in_window: 1000,
    };
    const given = {
      state: 'completed' as const,
      started_at: '2026-01-05T09:00:00.000Z',
      completed_at: '2026-01-05T10:00:00.120Z',
      max_concurrency: 1000,
      telephony_configuration_id,
    };
    const { id } = await givenCampaign(member, {
      ...given,
      schedule_config: JSON.stringify(schedule_config),
      circuit_breaker: JSON.stringify(circuit_breaker),
    });

    const { body } = await get(member, id);

    expect(body).toMatchObject({
      ...given,
      schedule_config,
      circuit_breaker,
      telephony_configuration_name: 'Twilio US',
    });
  });

  test('shows parent and redial on both campaigns', async () => {
    const member = await newOrganization();
    const parent = await givenCampaign(member);
    const child = await givenCampaign(member, { parent_campaign_id: parent.id });

    expect((await get(member, parent.id)).body).toMatchObject({
      parent_campaign_id: null,
      redialed_campaign_id: child.id,
    });
    expect((await get(member, child.id)).body).toMatchObject({
      parent_campaign_id: parent.id,
      redialed_campaign_id: null,
    });
  });

  test('cannot have a parent in another organization, and cannot be redialed twice', async () => {
    const [member, other] = await Promise.all([newOrganization(), newOrganization()]);
    const [own, theirs] = [await givenCampaign(member), await givenCampaign(other)];
    await givenCampaign(member, { parent_campaign_id: own.id });

    await expect(givenCampaign(member, { parent_campaign_id: theirs.id })).rejects.toThrow(
      'campaigns_parent_fk',
    );
    await expect(givenCampaign(member, { parent_campaign_id: own.id })).rejects.toThrow(
      'campaigns_parent_key',
    );
  });

  test('reads all of it in one statement', async () => {
    const member = await newOrganization();
    const { id } = await givenCampaign(member);
    const { app, connection } = member.server;
    const acquired = vi.fn<() => void>();
    connection.pool.on('acquire', acquired);

    await queries.get(app.db, member.organization_id, id);

    connection.pool.off('acquire', acquired);
    expect(acquired).toHaveBeenCalledTimes(1);
  });

  test.each(['0', '-1', '1.0', '1e2', 'x', '9007199254740992'])('refuses the id %s', async (id) => {
    const member = await newOrganization();

    const answer = await get(member, id);

    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['path', 'campaign_id']);
  });
});

describe("A campaign's log", () => {
  test('is shown oldest first, with timestamps in milliseconds and details as written', async () => {
    const member = await newOrganization();
    const campaign = await givenCampaign(member);
    const details = { failure_rate: 0.6, recent: [{ run_id: 7, outcome: 'failed' }], note: null };
    await givenLogs(member, campaign, [
      { ts: '2026-01-05T09:00:00.000Z', event: 'campaign_started' },
      {
        ts: '2026-01-05T09:42:10.120Z',
        level: 'error',
        event: 'circuit_breaker_tripped',
        details: JSON.stringify(details),
      },
      {
        ts: '2026-01-05T09:42:10.120Z',
        level: 'warning',
        event: 'campaign_paused',
        message: 'Paused.',
      },
    ]);

    const { body } = await get(member, campaign.id);

    expect(body.logs).toEqual([
      {
        ts: '2026-01-05T09:00:00.000Z',
        level: 'info',
        event: 'campaign_started',
        message: 'The campaign was started.',
        details: {},
      },
      {
        ts: '2026-01-05T09:42:10.120Z',
        level: 'error',
        event: 'circuit_breaker_tripped',
        message: 'The campaign was started.',
        details,
      },
      {
        ts: '2026-01-05T09:42:10.120Z',
        level: 'warning',
        event: 'campaign_paused',
        message: 'Paused.',
        details: {},
      },
    ]);
  });

  test.each([
    [99, 1],
    [100, 1],
    [101, 2],
    [250, 151],
  ])('of %i entries is shown from entry %i on', async (count, first) => {
    const member = await newOrganization();
    const [campaign, other] = [await givenCampaign(member), await givenCampaign(member)];
    const entries = Array.from({ length: count }, (_, index) => ({ event: `event_${index + 1}` }));
    await givenLogs(member, campaign, entries);
    await givenLogs(member, other, [{ event: 'not_mine' }]);

    const { body } = await get(member, campaign.id);

    expect(body.logs.map(({ event }: { event: string }) => event)).toEqual(
      entries.slice(first - 1).map(({ event }) => event),
    );
  });
});
