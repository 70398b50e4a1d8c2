import { describe, expect, test } from 'vitest';
import { defaultCircuitBreaker, defaultRetryConfig } from '../../src/campaigns/rules.ts';
import { onPostgres } from '../support/database.ts';
import { newOrganization } from '../support/organizations.ts';
import { untilWaiting } from '../support/waiting.ts';
import { givenCampaign } from './given.ts';

const schedule = {
  enabled: true,
  timezone: 'Europe/London',
  slots: [{ day_of_week: 0, start_time: '09:00', end_time: '17:00' }],
};

async function given(options: Parameters<typeof givenCampaign>[1] = {}) {
  const member = await newOrganization();
  const { id } = await givenCampaign(member, {
    max_concurrency: 5,
    schedule_config: JSON.stringify(schedule),
    retry_config: JSON.stringify({ ...defaultRetryConfig, max_retries: 7, retry_on_busy: false }),
    ...options,
  });
  return { member, id, path: `/api/v1/campaign/${id}` };
}

describe('updateCampaign', () => {
  test('changes what is sent, keeps the rest, and logs it', async () => {
    const { member, path } = await given();
    const { body: before } = await member.get(path);

    const { status, body } = await member.patch(path, { name: 'Summer', max_concurrency: 9 });

    expect(status).toBe(200);
    const { logs, ...after } = body;
    expect(after).toEqual({ ...before, name: 'Summer', max_concurrency: 9, logs: undefined });
    expect(logs).toMatchObject([
      {
        level: 'info',
        event: 'campaign_updated',
        message: 'The campaign was changed: name, max_concurrency.',
        details: { by: { user_id: member.user_id }, changed: ['name', 'max_concurrency'] },
      },
    ]);
    expect((await member.get(path)).body).toEqual(body);
  });

  test('replaces objects as a whole and clears nullable members', async () => {
    const { member, path } = await given();

    const { body } = await member.patch(path, {
      retry_config: { max_retries: 1 },
      circuit_breaker: { window_seconds: 30 },
      schedule_config: null,
      max_concurrency: null,
    });

    expect(body).toMatchObject({
      retry_config: { ...defaultRetryConfig, max_retries: 1 },
      circuit_breaker: { ...defaultCircuitBreaker, window_seconds: 30 },
      schedule_config: { enabled: false, timezone: 'UTC', slots: [] },
      max_concurrency: null,
    });
  });

  test('accepts the schedule that it shows', async () => {
    const { member, path } = await given({ schedule_config: null });
    const { schedule_config } = (await member.get(path)).body;

    const { status, body } = await member.patch(path, { schedule_config });

    expect([status, body.schedule_config]).toEqual([200, schedule_config]);
  });

  test('changes and logs nothing for {}', async () => {
    const { member, path } = await given();
    const { body: before } = await member.get(path);

    expect((await member.patch(path, {})).body).toEqual(before);
  });

  test.each(['created', 'running', 'paused'] as const)('succeeds when %s', async (state) => {
    const { member, path } = await given({ state });

    const { status, body } = await member.patch(path, { name: 'x' });

    expect([status, body.name, body.state]).toEqual([200, 'x', state]);
  });

  test.each(['completed', 'canceled'] as const)('is refused when %s', async (state) => {
    const { member, path } = await given({ state, completed_at: '2026-01-05T10:00:00.000Z' });
    const { body: before } = await member.get(path);

    const { status, body } = await member.patch(path, { name: 'x' });

    expect([status, body.code, body.state]).toEqual([409, 'campaign_not_updatable', state]);
    expect((await member.get(path)).body).toEqual(before);
  });

  test('keeps concurrent changes of other members', async () => {
    const { member, path } = await given();

    await Promise.all([
      member.patch(path, { name: 'Summer' }),
      member.patch(path, { max_concurrency: 1 }),
      member.patch(path, { schedule_config: null }),
      member.patch(path, { retry_config: { max_retries: 0 } }),
      member.patch(path, { circuit_breaker: { enabled: false } }),
    ]);

    const { body } = await member.get(path);
    expect(body).toMatchObject({
      name: 'Summer',
      max_concurrency: 1,
      schedule_config: { enabled: false },
      retry_config: { max_retries: 0 },
      circuit_breaker: { enabled: false },
    });
    expect(body.logs).toHaveLength(5);
  });

  test.runIf(onPostgres)(
    'waits for a transition in progress and is refused if it ends the campaign',
    async () => {
      const { member, id, path } = await given();
      const { db } = member.server.app;

      const canceling = await db.startTransaction().execute();
      await canceling
        .updateTable('campaigns')
        .set({ state: 'canceled' })
        .where('id', '=', id)
        .execute();

      const patched = member.patch(path, { name: 'x' });
      await untilWaiting(canceling, member);
      await canceling.commit().execute();

      const { status, body } = await patched;
      expect([status, body.state]).toEqual([409, 'canceled']);
      expect((await member.get(path)).body.name).toBe('Spring renewals');
    },
  );

  test.each([
    { state: 'running' },
    { workflow_id: 1 },
    { name: null },
    { retry_config: null },
    { max_concurrency: 1001 },
    { schedule_config: { ...schedule, timezone: 'Mars/Base' } },
    { schedule_config: { ...schedule, slots: [] } },
  ])('refuses %.80j', async (change) => {
    const { member, path } = await given();
    const { body: before } = await member.get(path);

    expect((await member.patch(path, change)).status).toBe(422);
    expect((await member.get(path)).body).toEqual(before);
  });
});
