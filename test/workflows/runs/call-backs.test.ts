import { describe, expect, test } from 'vitest';
import { runToken } from '../../../src/auth/run-tokens.ts';
import { place } from '../../../src/telephony/calls/jobs.ts';
import { initiateScheduled } from '../../../src/telephony/scheduled-calls/jobs.ts';
import { later } from '../../../src/timestamp.ts';
import { givenPolicy } from '../../approvals/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import { ended, givenCallable } from '../../telephony/calls/given.ts';
import { schedulingServer } from '../../telephony/scheduled-calls/given.ts';

const server = schedulingServer();

const to_number = '+12025550100';
const hour = 3_600_000;
const inMs = (ms: number): string => later(server.app.now(), ms);
const submit = (member: Member, run: number, body: object) =>
  member.post(`/api/v1/runs/${run}/result`, body);
const scheduledPath = '/api/v1/telephony/scheduled-calls';
const hoursPath = '/api/v1/organizations/calling-hours';
const scheduledOf = async (member: Member) => (await member.get(scheduledPath)).body.items;

describe('submitRunResult with callback_at, for a single call', () => {
  async function givenCallOf(member: Member, workflow_id: number) {
    const { body: run } = await member.post('/api/v1/telephony/initiate-call', {
      workflow_id,
      to_number,
      timezone: 'America/New_York',
      initial_context: { first_name: 'Ada' },
    });
    await place(server.app, run.id);
    await ended(member, run);
    return run;
  }

  async function givenCall() {
    const member = await newOrganization({ server });
    const { workflow_id } = await givenCallable(member);
    server.setNow(server.app.now());
    return { member, run: await givenCallOf(member, workflow_id) };
  }

  test('schedules a call with what the first one was placed with, as its caller', async () => {
    const { member, run } = await givenCall();
    const callback_at = inMs(hour);

    // This key cannot place calls.
    const agent = await member.post('/api/v1/auth/api-keys', {
      name: 'Runtime',
      scopes: ['runs:write'],
    });
    const { status } = await member.send('POST', `/api/v1/runs/${run.id}/result`, {
      key: agent.body.key,
      body: { callback_at, call_disposition: 'later' },
    });
    const [call, ...others] = await scheduledOf(member);
    server.setNow(callback_at);
    await initiateScheduled(server.app);

    expect([status, others]).toEqual([200, []]);
    expect(call).toMatchObject({
      workflow_id: run.workflow_id,
      to_number,
      timezone: 'America/New_York',
      initial_context: { first_name: 'Ada' },
      scheduled_at: callback_at,
      status: 'scheduled',
      callback_of_run_id: run.id,
    });
    const { run_id } = (await scheduledOf(member))[0];
    const second = (await member.get(`/api/v1/runs/${run_id}`)).body;
    expect(second).toMatchObject({ to_number, initial_context: { first_name: 'Ada' } });
    const author = await server.app.db
      .selectFrom('workflow_runs')
      .select(['user_id', 'api_key_id'])
      .where('id', '=', run_id)
      .executeTakeFirstOrThrow();
    expect(author).toEqual({ user_id: member.user_id, api_key_id: null });
  });

  test('calls nobody back whose number was found costly and is allowed by nobody', async () => {
    const { member, run } = await givenCall();
    await server.app.db
      .updateTable('workflow_runs')
      .set({ to_number: '+19005550123' })
      .where('id', '=', run.id)
      .execute();

    await submit(member, run.id, { callback_at: inMs(hour) });
    server.setNow(inMs(hour));
    await initiateScheduled(server.app);

    expect(await scheduledOf(member)).toMatchObject([
      { status: 'refused', run_id: null, refusal: { code: 'number_type_not_allowed' } },
    ]);
  });

  test('schedules one call, however often and whatever is submitted', async () => {
    const { member, run } = await givenCall();
    const callback_at = inMs(hour);
    const once = () => submit(member, run.id, { callback_at });

    await together(server, [once, once]);
    await submit(member, run.id, { callback_at: inMs(2 * hour) });

    expect(await scheduledOf(member)).toMatchObject([{ scheduled_at: callback_at }]);
  });

  test.each([
    ['is over', -1],
    ['is sooner than the organization allows', 300_000 - 1],
    ['is more than 30 days ahead', 30 * 24 * hour + 1],
  ])('refuses a time that %s, and stores nothing of the result', async (_, ms) => {
    const { member, run } = await givenCall();

    const { status, body } = await submit(member, run.id, {
      callback_at: inMs(ms),
      call_disposition: 'later',
    });

    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'callback_at']]);
    expect((await member.get(`/api/v1/runs/${run.id}`)).body.call_disposition).toBeNull();
    expect(await scheduledOf(member)).toEqual([]);
  });

  test('accepts what was agreed when it is submitted again after its time', async () => {
    const { member, run } = await givenCall();
    const callback_at = inMs(hour);
    await submit(member, run.id, { callback_at });

    server.setNow(later(callback_at, hour));
    const { status, body } = await submit(member, run.id, { callback_at });

    expect([status, body.callback_refusal]).toEqual([200, null]);
  });

  test('ends a chain after three callbacks, and keeps the result that asks for a fourth', async () => {
    const { member, run } = await givenCall();
    let id = run.id;
    for (let call = 0; call < 3; call += 1) {
      expect((await submit(member, id, { callback_at: inMs(hour) })).status).toBe(200);
      server.setNow(inMs(hour));
      await initiateScheduled(server.app);
      id = (await scheduledOf(member))[0].run_id;
    }

    const { status, body } = await submit(member, id, {
      callback_at: inMs(24 * hour),
      call_disposition: 'later',
    });

    expect([status, body]).toMatchObject([
      200,
      { call_disposition: 'later', callback_refusal: { code: 'chain_limit' } },
    ]);
    expect(await scheduledOf(member)).toHaveLength(3);
  });

  test("calls a number back as often as its day allows, in the called person's time zone", async () => {
    const { member, run } = await givenCall();
    await member.put(hoursPath, {
      enabled: false,
      timezone: 'UTC',
      slots: [],
      max_callbacks_per_day: 1,
    });
    const other = await givenCallOf(member, run.workflow_id);
    // Half an hour before and after midnight in New York.
    const [before, after] = ['2026-01-10T04:30:00.000Z', '2026-01-10T05:30:00.000Z'];
    server.setNow('2026-01-09T20:00:00.000Z');

    const first = await submit(member, run.id, { callback_at: before });
    const second = await submit(member, other.id, { callback_at: later(before, 60_000) });
    const [call] = await scheduledOf(member);
    const third = await submit(member, other.id, { callback_at: after });
    const moved = await member.patch(`${scheduledPath}/${call.id}`, { scheduled_at: after });

    const refusals = [first, second, third].map(({ body }) => body.callback_refusal?.code ?? null);
    expect(refusals).toEqual([null, 'daily_limit', null]);
    expect([moved.status, moved.body.code]).toEqual([409, 'limit_reached']);
    const times = (await scheduledOf(member)).map(
      ({ scheduled_at }: { scheduled_at: string }) => scheduled_at,
    );
    expect(times).toEqual([after, before]);
  });

  test('lets one of two at once through where one more fits the day', async () => {
    const { member, run } = await givenCall();
    await member.put(hoursPath, {
      enabled: false,
      timezone: 'UTC',
      slots: [],
      max_callbacks_per_day: 1,
    });
    const other = await givenCallOf(member, run.workflow_id);
    const callback_at = '2026-01-10T04:30:00.000Z';
    server.setNow('2026-01-09T20:00:00.000Z');

    await together(
      server,
      [run, other].map(
        ({ id }) =>
          () =>
            submit(member, id, { callback_at }),
      ),
    );

    expect(await scheduledOf(member)).toHaveLength(1);
  });

  test('needs an approval of a connector, which answers for the call', async () => {
    const { member, run } = await givenCall();
    const { body: agent } = await member.post('/api/v1/auth/api-keys', {
      name: 'Agent',
      connector_name: 'crm',
      scopes: ['runs:write'],
    });
    const callback_at = inMs(hour);
    const report = () =>
      member.send('POST', `/api/v1/runs/${run.id}/result`, {
        key: agent.key,
        body: { callback_at, call_disposition: 'later' },
      });

    const refused = await report();
    const { body: left } = await member.get(`/api/v1/runs/${run.id}`);
    const policy = await givenPolicy(member, {
      target_id: run.workflow_id,
      destination_value: to_number,
    });
    const accepted = await report();
    server.setNow(callback_at);
    await initiateScheduled(server.app);

    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'approval_required', reason: 'no_matching_policy' },
    ]);
    expect(left.call_disposition).toBeNull();
    expect(accepted.status).toBe(200);
    expect(await scheduledOf(member)).toMatchObject([{ status: 'initiated' }]);
    expect((await member.get(`/api/v1/approval-policies/${policy}`)).body.used_count).toBe(1);
  });

  describe('of a call that a connector placed', () => {
    /** Its call, the connector's policy, and what its agent and others can report. */
    async function givenOfConnector(changes: Parameters<typeof givenPolicy>[1] = {}) {
      const { member, run } = await givenCall();
      const { body: crm } = await member.post('/api/v1/auth/api-keys', {
        name: 'CRM',
        connector_name: 'crm',
        scopes: ['calls:place'],
      });
      await server.app.db
        .updateTable('workflow_runs')
        .set({ user_id: null, api_key_id: crm.id })
        .where('id', '=', run.id)
        .execute();
      const policy = await givenPolicy(member, {
        target_id: run.workflow_id,
        destination_value: to_number,
        max_uses: 1,
        ...changes,
      });
      const { organization_id } = member;
      const key = runToken(server.app.secrets, { organization_id, run_id: run.id });
      const callback_at = inMs(hour);
      const path = `/api/v1/runs/${run.id}`;
      return {
        member,
        policy,
        callback_at,
        run: async () => (await member.get(path)).body,
        schedule: (call_id: string) =>
          server.send('POST', `${path}/tools/schedule_callback`, {
            key,
            body: { call_id, arguments: { callback_at } },
          }),
        report: () => submit(member, run.id, { callback_at, call_disposition: 'later' }),
      };
    }

    const now = () => server.app.now();

    test.each([
      ['has no use left', () => ({ used_count: 1 })],
      ['expires before', () => ({ expires_at: later(now(), hour / 2) })],
      ['was revoked', () => ({ revoked_at: now(), revoked_reason: 'stop' })],
      ['is disabled', () => ({ disabled_at: now() })],
      ['is not valid then', () => ({ not_before: later(now(), 2 * hour) })],
      ['covers another number', () => ({ destination_value: '+12025550123' })],
      ['covers another workflow', () => ({ target_id: 999_999 })],
    ])('says at once that its policy %s', async (_, changes) => {
      const { schedule, report, run, member } = await givenOfConnector(changes());

      const { status, body } = await schedule('call-1');
      const reported = await report();

      expect([status, body.status, body.result]).toEqual([
        200,
        'succeeded',
        { is_scheduled: false, refusal: expect.stringMatching(/^No approval policy/) },
      ]);
      expect([reported.status, reported.body.call_disposition]).toEqual([200, 'later']);
      expect((await run()).callback_refusal).toMatchObject({ code: 'approval_required' });
      expect(await scheduledOf(member)).toEqual([]);
    });

    test('is scheduled once a person has allowed it', async () => {
      const { schedule, policy, callback_at, run } = await givenOfConnector({ used_count: 1 });

      const before = await schedule('call-1');
      await server.app.db
        .updateTable('approval_policies')
        .set({ max_uses: 2 })
        .where('id', '=', policy)
        .execute();
      const { body } = await schedule('call-2');

      expect(before.body.result.is_scheduled).toBe(false);
      expect(body.result).toEqual({ is_scheduled: true, callback_at });
      expect((await run()).callback_refusal).toBeNull();
    });
  });

  test('calls nobody who opted out in the same result', async () => {
    const { member, run } = await givenCall();

    await submit(member, run.id, { callback_at: inMs(hour), opt_out: true });
    server.setNow(inMs(hour));
    await initiateScheduled(server.app);

    expect(await scheduledOf(member)).toMatchObject([
      { status: 'refused', refusal: { code: 'number_on_do_not_call_list' } },
    ]);
  });

  test('changes nothing for a test run', async () => {
    const { member, run } = await givenCall();
    const test = await member.post(`/api/v1/workflow/${run.workflow_id}/runs`, {});

    const { status } = await submit(member, test.body.id, { callback_at: inMs(hour) });

    expect(status).toBe(200);
    expect(await scheduledOf(member)).toEqual([]);
  });
});
