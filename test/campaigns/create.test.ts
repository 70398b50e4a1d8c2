import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { defaultCircuitBreaker, defaultRetryConfig } from '../../src/campaigns/rules.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { givenConfiguration } from '../telephony/given.ts';
import { givenWorkflow } from '../workflows/given.ts';

const path = '/api/v1/campaign';

async function givenSource(member: Member, rows = 2): Promise<string> {
  const numbers = Array.from({ length: rows }, (_, index) => `+1212200000${index}`);
  const { body } = await member.send('POST', '/api/v1/campaign-sources', {
    raw: ['phone_number', ...numbers].join('\n'),
    headers: { 'content-type': 'text/csv' },
  });
  return body.id;
}

/** An organization with everything that a campaign needs, and a minimal request. */
async function given() {
  const member = await newOrganization();
  const workflow = await givenWorkflow(member, { versions: ['published'] });
  const source_id = await givenSource(member);
  const telephony = await givenConfiguration(member, { is_default_outbound: true });
  const least = { name: 'Renewals', workflow_id: workflow.id, source_type: 'csv', source_id };
  return { member, workflow, source_id, telephony, least };
}

const count = async (member: Member) => (await member.get(path)).body.items.length;

describe('createCampaign', () => {
  test('creates a campaign with defaults that is not started', async () => {
    const { member, workflow, source_id, telephony, least } = await given();

    const answer = await member.post(path, least);

    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`${path}/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      name: 'Renewals',
      workflow_id: workflow.id,
      workflow_name: 'Appointment reminder',
      state: 'created',
      source_type: 'csv',
      source_id,
      total_rows: 2,
      processed_rows: 0,
      started_at: null,
      retry_config: defaultRetryConfig,
      circuit_breaker: defaultCircuitBreaker,
      schedule_config: { enabled: false, timezone: 'UTC', slots: [] },
      max_concurrency: null,
      telephony_configuration_id: telephony,
      parent_campaign_id: null,
    });
    expect(answer.body.logs).toMatchObject([
      { level: 'info', event: 'campaign_created', details: { by: { user_id: member.user_id } } },
    ]);
    expect((await member.get(`${path}/${answer.body.id}`)).body).toEqual(answer.body);
  });

  test('accepts settings, completes missing members, and accepts an API key', async () => {
    const { member, least } = await given();
    const other = await givenConfiguration(member, { name: 'Other' });
    const slots = [{ day_of_week: 6, start_time: '00:00', end_time: '24:00' }];

    const { body, status } = await member.send('POST', path, {
      key: member.key,
      body: {
        ...least,
        telephony_configuration_id: other,
        retry_config: { max_retries: 0, retry_on_busy: false },
        schedule_config: { timezone: 'Europe/London', slots },
        circuit_breaker: { enabled: false, failure_threshold: 1 },
        max_concurrency: 1000,
      },
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      telephony_configuration_id: other,
      retry_config: { ...defaultRetryConfig, max_retries: 0, retry_on_busy: false },
      schedule_config: { enabled: true, timezone: 'Europe/London', slots },
      circuit_breaker: { ...defaultCircuitBreaker, enabled: false, failure_threshold: 1 },
      max_concurrency: 1000,
    });
    expect(body.logs[0].details).toEqual({ by: { api_key_id: expect.any(Number) } });
  });

  test('keeps the telephony configuration that was the default at its creation', async () => {
    const { member, telephony, least } = await given();
    const { body } = await member.post(path, { ...least, telephony_configuration_id: null });
    const other = await givenConfiguration(member, { name: 'Other' });

    await member.post(`/api/v1/organizations/telephony-configs/${other}/set-default-outbound`);

    const { body: later } = await member.get(`${path}/${body.id}`);
    expect(later.telephony_configuration_id).toBe(telephony);
  });

  test('refuses a request without a telephony configuration if there is no default', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member, { versions: ['published'] });
    await givenConfiguration(member);
    const source_id = await givenSource(member);
    const least = { name: 'x', workflow_id: workflow.id, source_type: 'csv', source_id };

    const answer = await member.post(path, least);

    expect([answer.status, answer.body.code]).toEqual([409, 'no_default_telephony_configuration']);
    expect(await count(member)).toBe(0);
  });

  test.each([
    ['workflow_not_published', { versions: ['archived', 'draft'] }],
    ['workflow_archived', { versions: ['published'], status: 'archived' }],
  ] as const)('refuses with %s', async (code, options) => {
    const { member, least } = await given();
    const workflow = await givenWorkflow(member, options);

    const answer = await member.post(path, { ...least, workflow_id: workflow.id });

    expect([answer.status, answer.body.code]).toEqual([409, code]);
    expect(await count(member)).toBe(0);
  });

  test('returns 404 for what does not exist, belongs to another organization or is still being uploaded', async () => {
    const [{ member, least }, other] = await Promise.all([given(), given()]);
    const unfinished = await givenSource(member);
    await member.server.app.db
      .updateTable('campaign_sources')
      .set({ uploading_at: member.server.app.now() })
      .where('id', '=', unfinished)
      .execute();

    const attempts: [object, string][] = [
      [{ workflow_id: other.workflow.id }, 'Workflow'],
      [{ workflow_id: 9_007_199_254_740_991 }, 'Workflow'],
      [{ source_id: other.source_id }, 'Source'],
      [{ source_id: uuid() }, 'Source'],
      [{ source_id: unfinished }, 'Source'],
      [{ telephony_configuration_id: other.telephony }, 'Telephony configuration'],
    ];
    for (const [change, noun] of attempts) {
      const { status, body } = await member.post(path, { ...least, ...change });
      expect([status, body.detail]).toEqual([404, `${noun} not found.`]);
    }
    expect(await count(member)).toBe(0);
  });

  test.each([
    ['text/csv', 'csv', 'phone_number\n+12025550100\n'],
    ['application/json', 'json', '[{"phone_number": "+12025550100"}]'],
    ['application/x-ndjson', 'ndjson', '{"phone_number": "+12025550100"}'],
  ])('demands the type of a source that was uploaded as %s', async (type, source_type, raw) => {
    const { member, least } = await given();
    const headers = { 'content-type': type };
    const { body: source } = await member.send('POST', '/api/v1/campaign-sources', {
      raw,
      headers,
    });
    const request = { ...least, source_id: source.id };
    const others = ['csv', 'json', 'ndjson'].filter((other) => other !== source_type);

    const refused = await Promise.all(
      others.map((other) => member.post(path, { ...request, source_type: other })),
    );
    const created = await member.post(path, { ...request, source_type });

    expect(source.source_type).toBe(source_type);
    const stored = await member.get(`/api/v1/campaign-sources/${source.id}`);
    expect(stored.body.source_type).toBe(source_type);
    for (const [index, { status, body }] of refused.entries())
      expect([status, body.detail]).toEqual([
        422,
        [
          expect.objectContaining({
            loc: ['body', 'source_type'],
            msg: expect.stringContaining(`of the type ${source_type}`),
            input: others[index],
          }),
        ],
      ]);
    expect([created.status, created.body.source_type]).toEqual([201, source_type]);
  });

  test('accepts csv for JSON that was uploaded before its type was kept', async () => {
    const { member, least } = await given();
    const headers = { 'content-type': 'application/json' };
    const raw = '[{"phone_number": "+12025550100"}]';
    const { body } = await member.send('POST', '/api/v1/campaign-sources', { raw, headers });
    await member.server.app.db
      .updateTable('campaign_sources')
      .set({ source_type: 'csv' })
      .where('id', '=', body.id)
      .execute();

    const created = await member.post(path, { ...least, source_id: body.id });

    expect([created.status, created.body.source_type]).toEqual([201, 'csv']);
  });

  const slot = { day_of_week: 0, start_time: '09:00', end_time: '17:00' };
  const schedule = (change: object) => ({
    schedule_config: { timezone: 'UTC', slots: [slot], ...change },
  });
  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ source_type: 'sheet' }, 'source_type'],
    [{ source_id: 'x' }, 'source_id'],
    [{ max_concurrency: 0 }, 'max_concurrency'],
    [{ max_concurrency: 1001 }, 'max_concurrency'],
    [{ retry_config: { max_retries: 11 } }, 'retry_config.max_retries'],
    [{ retry_config: { max_retries: -1 } }, 'retry_config.max_retries'],
    [{ retry_config: { retry_delay_seconds: 0 } }, 'retry_config.retry_delay_seconds'],
    [{ retry_config: { retry_delay_seconds: 86_401 } }, 'retry_config.retry_delay_seconds'],
    [{ retry_config: null }, 'retry_config'],
    [{ circuit_breaker: { failure_threshold: 0 } }, 'circuit_breaker.failure_threshold'],
    [{ circuit_breaker: { failure_threshold: 1e-20 } }, 'circuit_breaker.failure_threshold'],
    [{ circuit_breaker: { failure_threshold: 0.009 } }, 'circuit_breaker.failure_threshold'],
    [{ circuit_breaker: { failure_threshold: 1.1 } }, 'circuit_breaker.failure_threshold'],
    [{ circuit_breaker: { window_seconds: 29 } }, 'circuit_breaker.window_seconds'],
    [{ circuit_breaker: { window_seconds: 3601 } }, 'circuit_breaker.window_seconds'],
    [{ circuit_breaker: { min_calls_in_window: 0 } }, 'circuit_breaker.min_calls_in_window'],
    [{ circuit_breaker: { min_calls_in_window: 1001 } }, 'circuit_breaker.min_calls_in_window'],
    [{ schedule: null }, 'schedule'],
    [schedule({ timezone: 'Mars/Base' }), 'schedule_config.timezone'],
    [schedule({ slots: [] }), 'schedule_config.slots'],
    [schedule({ slots: [{ ...slot, end_time: '09:00' }] }), 'schedule_config.slots.0.end_time'],
    [schedule({ slots: [{ ...slot, end_time: '24:01' }] }), 'schedule_config.slots.0.end_time'],
    [schedule({ slots: [{ ...slot, start_time: '9:00' }] }), 'schedule_config.slots.0.start_time'],
    [schedule({ slots: [{ ...slot, start_time: '24:00' }] }), 'schedule_config.slots.0.start_time'],
    [schedule({ slots: [{ ...slot, day_of_week: 7 }] }), 'schedule_config.slots.0.day_of_week'],
    [schedule({ tz: 'UTC' }), 'schedule_config.tz'],
  ])('refuses %.80j', async (change, where) => {
    const { member, least } = await given();

    const { status, body } = await member.post(path, { ...least, ...change });

    expect(status).toBe(422);
    expect(body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'))).toContain(
      `body.${where}`,
    );
    expect(await count(member)).toBe(0);
  });
});

describe('listCampaigns', () => {
  test('shows those that match every filter', async () => {
    const { member, least, workflow } = await given();
    const other = await givenWorkflow(member, { versions: ['published'] });
    for (const [name, workflow_id] of [
      ['a', workflow.id],
      ['b', other.id],
      ['c', workflow.id],
    ] as const) {
      await member.post(path, { ...least, name, workflow_id });
    }
    await member.server.app.db
      .updateTable('campaigns')
      .set({ state: 'paused' })
      .where('organization_id', '=', member.organization_id)
      .where('name', '=', 'c')
      .execute();

    const shown = async (query: string) =>
      (await member.get(`${path}?${query}`)).body.items
        .map(({ name }: { name: string }) => name)
        .join('');

    expect(await shown('')).toBe('cba');
    expect(await shown('state=paused')).toBe('c');
    expect(await shown('state=created')).toBe('ba');
    expect(await shown(`workflow_id=${workflow.id}`)).toBe('ca');
    expect(await shown(`workflow_id=${workflow.id}&state=created`)).toBe('a');
    expect(await shown('workflow_id=9007199254740991')).toBe('');
    expect((await member.get(`${path}?state=over`)).status).toBe(422);
  });
});
