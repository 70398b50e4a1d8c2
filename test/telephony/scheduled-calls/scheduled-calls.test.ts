import { describe, expect, test } from 'vitest';
import { dialRound } from '../../../src/campaigns/dialing/dialer.ts';
import { endUnplaced } from '../../../src/telephony/calls/restored.ts';
import { initiateScheduled } from '../../../src/telephony/scheduled-calls/jobs.ts';
import { later } from '../../../src/timestamp.ts';
import { givenPolicy } from '../../approvals/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenWorkflow } from '../../workflows/given.ts';
import { givenCallable } from '../calls/given.ts';
import { givenScheduled, schedulingServer, runsOf } from './given.ts';

const server = schedulingServer();

const path = '/api/v1/telephony/scheduled-calls';
const to_number = '+12025550100';
const minute = 60_000;
const hour = 60 * minute;
const inMs = (ms: number): string => later(server.app.now(), ms);
const wait = (ms: number): void => server.setNow(inMs(ms));

describe('createScheduledCall', () => {
  test('stores a call that takes no slot and has no run', async () => {
    const { member, answer, show } = await givenScheduled(server, { limit: 1 });

    await initiateScheduled(server.app);

    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`${path}/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      to_number,
      scheduled_at: inMs(hour),
      status: 'scheduled',
      run_id: null,
      refusal: null,
    });
    expect(await show()).toEqual(answer.body);
    expect(await runsOf(member)).toEqual([]);
    const { items } = (await member.get('/api/v1/runs')).body;
    expect(items).toEqual([]);
  });

  test('refuses an external ID that a scheduled call or a run of the organization has', async () => {
    const { member, workflow_id, schedule, show } = await givenScheduled(
      server,
      {},
      { external_id: 'crm-4711' },
    );
    const called = { workflow_id, to_number, external_id: 'crm-4712' };
    expect((await member.post('/api/v1/telephony/initiate-call', called)).status).toBe(202);
    const other = await givenScheduled(server, {}, { external_id: 'crm-4711' });

    const answers = [await schedule(), await schedule({ external_id: 'crm-4712' })];

    for (const { status, body } of answers)
      expect([status, body]).toEqual([
        409,
        expect.objectContaining({ code: 'external_id_exists', param: 'external_id' }),
      ]);
    expect((await member.get(path)).body.items).toEqual([await show()]);
    expect(other.answer.status).toBe(201);
  });

  test.each([
    ['is over', -1],
    ['is more than 30 days ahead', 30 * 24 * hour + 1],
  ])('refuses a time that %s', async (_, ms) => {
    const { schedule } = await givenScheduled(server);

    const { status, body } = await schedule({ scheduled_at: inMs(ms) });

    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'scheduled_at']]);
  });

  test('refuses an unknown workflow, configuration and number', async () => {
    const { schedule } = await givenScheduled(server);

    const answers = [
      await schedule({ workflow_id: 999_999 }),
      await schedule({ telephony_configuration_id: 999_999 }),
      await schedule({ to_number: '12345678' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 422]);
    expect(answers.map(({ body }) => body.param ?? body.detail[0].loc[1])).toEqual([
      'workflow_id',
      'telephony_configuration_id',
      'to_number',
    ]);
  });

  test('refuses more than 10,000 calls of an organization', async () => {
    const { member, workflow_id, schedule } = await givenScheduled(server);
    const { organization_id, user_id } = member;
    const row = { organization_id, workflow_id, to_number, user_id };
    const times = { scheduled_at: inMs(hour), due_at: inMs(hour), created_at: inMs(0) };
    for (let left = 9999; left > 0; left -= 3333)
      await server.app.db
        .insertInto('scheduled_calls')
        .values(Array.from({ length: 3333 }, () => ({ ...row, ...times })))
        .execute();

    const { status, body } = await schedule();

    expect([status, body.code]).toEqual([409, 'limit_reached']);
  });
});

describe('A scheduled call that is due', () => {
  test('is initiated once, by whoever comes first, and not before', async () => {
    const { member, show } = await givenScheduled(
      server,
      {},
      { initial_context: { first_name: 'Ada' } },
    );

    wait(hour - 1);
    await initiateScheduled(server.app);
    const early = await runsOf(member);
    wait(1);
    await Promise.all([initiateScheduled(server.app), initiateScheduled(server.app)]);
    await initiateScheduled(server.app);

    const runs = await runsOf(member);
    expect(early).toEqual([]);
    expect(runs).toMatchObject([
      {
        state: 'initialized',
        to_number,
        initial_context: { first_name: 'Ada' },
        created_at: inMs(0),
      },
    ]);
    expect(await show()).toMatchObject({
      status: 'initiated',
      run_id: runs[0]!.id,
      initial_context: {},
    });
    const { items } = (await member.get(`/api/v1/audit-events?action=workflow_run.call_initiated`))
      .body;
    expect(items).toMatchObject([
      { actor: { kind: 'user', id: member.user_id }, request_id: null },
    ]);
  });

  test('is refused by a rule that has come into force since, and calls nobody', async () => {
    const { member, show } = await givenScheduled(server);
    await member.post('/api/v1/do-not-call', { phone_numbers: [{ phone_number: to_number }] });

    wait(hour);
    await initiateScheduled(server.app);

    expect(await show()).toMatchObject({
      status: 'refused',
      run_id: null,
      refusal: { code: 'number_on_do_not_call_list', message: expect.any(String) },
    });
    expect(await runsOf(member)).toEqual([]);
  });

  test('is refused if its number costs more than others, and nobody has allowed that', async () => {
    const { member, show } = await givenScheduled(server, {}, { to_number: '+881612345678' });

    wait(hour);
    await initiateScheduled(server.app);

    expect((await show()).refusal.code).toBe('number_type_not_allowed');
    expect(await runsOf(member)).toEqual([]);
  });

  test('is refused if its workflow is not published, and does not stop the next one', async () => {
    const { member, schedule, show, own } = await givenScheduled(server);
    const draft = await givenWorkflow(member);
    const { body: first } = await schedule({ workflow_id: draft.id, scheduled_at: inMs(minute) });

    wait(hour);
    await initiateScheduled(server.app);

    expect((await member.get(`${path}/${first.id}`)).body.refusal.code).toBe(
      'workflow_not_published',
    );
    expect(await show()).toMatchObject({ status: 'initiated' });
    expect(own).toContain(path);
  });

  test('waits for a free slot, for an hour', async () => {
    const { member, workflow_id, schedule, show } = await givenScheduled(server, { limit: 1 });
    const { body: second } = await schedule();
    await member.post('/api/v1/telephony/initiate-call', { workflow_id, to_number });

    wait(hour);
    await initiateScheduled(server.app);
    const full = await show();
    wait(minute);
    await server.app.db.deleteFrom('live_calls').execute();
    await initiateScheduled(server.app);
    const free = await show();
    wait(hour);
    await initiateScheduled(server.app);

    expect([full.status, free.status]).toEqual(['scheduled', 'initiated']);
    expect((await member.get(`${path}/${second.id}`)).body).toMatchObject({
      status: 'refused',
      refusal: { code: 'too_late' },
    });
  });

  test('is initiated as soon as a slot gets free, before campaigns take it', async () => {
    const { member, workflow_id, show } = await givenScheduled(server, { limit: 1 });
    const { body: first } = await member.post('/api/v1/telephony/initiate-call', {
      workflow_id,
      to_number,
    });
    wait(hour);
    await initiateScheduled(server.app);
    const full = await show();

    const { organization_id } = member;
    const end = { run_id: first.id, organization_id, at: inMs(0), event: 'completed' } as const;
    await server.app.calls.report(end);
    await dialRound(server.app, organization_id);

    expect([full.status, (await show()).status]).toEqual(['scheduled', 'initiated']);
  });

  describe('outside the calling hours', () => {
    // Friday, five in the afternoon in UTC.
    const [friday, monday] = ['2026-01-09T17:00:00.000Z', '2026-01-12T09:00:00.000Z'];
    const setHours = (member: Member, slot: object = {}, more: object = {}) =>
      member.put('/api/v1/organizations/calling-hours', {
        timezone: 'UTC',
        slots: [0, 1, 2, 3, 4].map((day_of_week) => ({
          day_of_week,
          start_time: '09:00',
          end_time: '17:00',
          ...slot,
        })),
        ...more,
      });
    async function givenHeld(more: object = {}) {
      server.setNow(later(friday, -hour));
      const member = await newOrganization({ server });
      const { workflow_id } = await givenCallable(member);
      await setHours(member);
      const call = { workflow_id, to_number, scheduled_at: friday, ...more };
      const { body } = await member.post(path, call);
      server.setNow(friday);
      await initiateScheduled(server.app);
      const show = async () => (await member.get(`${path}/${body.id}`)).body;
      return { member, own: `${path}/${body.id}`, show };
    }

    test('waits until they open, and then for a slot as at its time', async () => {
      const { member, show } = await givenHeld();
      const held = await show();

      server.setNow(later(monday, -1));
      await initiateScheduled(server.app);
      const before = await runsOf(member);
      server.setNow(later(monday, hour));
      await initiateScheduled(server.app);

      expect(held).toMatchObject({
        status: 'scheduled',
        scheduled_at: friday,
        waits_until: monday,
      });
      expect(before).toEqual([]);
      expect(await show()).toMatchObject({ status: 'initiated', waits_until: null });
      expect(await runsOf(member)).toHaveLength(1);
    });

    test('is initiated in the zone of the called person where they are open', async () => {
      const { show } = await givenHeld({ timezone: 'America/New_York' });

      expect(await show()).toMatchObject({ status: 'initiated', timezone: 'America/New_York' });
    });

    test('is refused if they open more than three days later', async () => {
      const { member, show } = await givenHeld();
      await setHours(member, {}, { holidays: [{ date: '2026-01-12', name: 'Closed' }] });

      server.setNow(monday);
      await initiateScheduled(server.app);

      const { status, waits_until, refusal } = await show();
      expect([status, waits_until, refusal.code]).toEqual([
        'refused',
        null,
        'outside_calling_hours',
      ]);
    });

    test('is refused if nobody took it within an hour after they opened', async () => {
      const { show } = await givenHeld();

      server.setNow(later(monday, hour + 1));
      await initiateScheduled(server.app);

      expect((await show()).refusal.code).toBe('too_late');
    });

    test('is due at its new time when that is changed', async () => {
      const { member, own, show } = await givenHeld();
      const scheduled_at = later(friday, 2 * hour);

      await member.patch(own, { scheduled_at });
      const changed = await show();
      await setHours(member, { end_time: '24:00' });
      server.setNow(scheduled_at);
      await initiateScheduled(server.app);

      expect(changed).toMatchObject({ scheduled_at, waits_until: null });
      expect(await show()).toMatchObject({ status: 'initiated' });
    });
  });

  test('of a connector uses an approval then, or is refused', async () => {
    const member = await newOrganization({ server, connector: 'crm' });
    const { workflow_id } = await givenCallable(member);
    server.setNow(server.app.now());
    const schedule = async () =>
      (
        await server.send('POST', path, {
          headers: { 'x-api-key': member.key },
          body: { workflow_id, to_number, scheduled_at: inMs(minute) },
        })
      ).body.id;
    const without = await schedule();
    wait(minute);
    await initiateScheduled(server.app);
    await givenPolicy(member, {
      connector_name: 'crm',
      target_id: workflow_id,
      destination_kind: 'exact_e164',
      destination_value: to_number,
      max_uses: 1,
      expires_at: inMs(hour),
    });
    const [approved, exhausted] = [await schedule(), await schedule()];

    wait(minute);
    await initiateScheduled(server.app);

    const calls = await Promise.all(
      [without, approved, exhausted].map(async (id) => (await member.get(`${path}/${id}`)).body),
    );
    expect(calls.map(({ status, refusal }) => refusal?.code ?? status)).toEqual([
      'approval_required',
      'initiated',
      'approval_required',
    ]);
  });

  test('is not initiated with an API key that was archived', async () => {
    const { member, workflow_id } = await givenScheduled(server);
    const { body: key } = await member.post('/api/v1/auth/api-keys', { name: 'CRM' });
    const { body: call } = await server.send('POST', path, {
      headers: { 'x-api-key': key.key },
      body: { workflow_id, to_number, scheduled_at: inMs(minute) },
    });
    await member.post(`/api/v1/auth/api-keys/${key.id}/archive`);

    wait(minute);
    await initiateScheduled(server.app);

    expect((await member.get(`${path}/${call.id}`)).body.refusal.code).toBe('unauthorized');
    expect(await runsOf(member)).toEqual([]);
  });

  test('is not initiated after a restore, when it may have been already', async () => {
    const { schedule, show, member } = await givenScheduled(server);
    const { body: next } = await schedule({ scheduled_at: inMs(2 * hour) });

    wait(hour);
    await endUnplaced(server.app);
    await initiateScheduled(server.app);

    expect((await show()).refusal.code).toBe('restored_from_backup');
    expect((await member.get(`${path}/${next.id}`)).body.status).toBe('scheduled');
  });
});
