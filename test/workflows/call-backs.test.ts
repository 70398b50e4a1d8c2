import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { place } from '../../src/telephony/calls/jobs.ts';
import { initiateScheduled } from '../../src/telephony/scheduled/jobs.ts';
import { later } from '../../src/timestamp.ts';
import {
  accepted,
  callsInProgress,
  contactsOf,
  dialAll,
  dialNow,
  endCall,
  endless,
  givenCallableCampaign,
  runsOf,
} from '../campaigns/lifecycle/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { together } from '../support/together.ts';
import { ended, givenCallable } from '../telephony/calls/given.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterEach(async () => {
  server.setNow(undefined);
  await server.app.db.deleteFrom('scheduled_calls').execute();
});
afterAll(() => server.close());

const to_number = '+12025550100';
const hour = 3_600_000;
const inMs = (ms: number): string => later(server.app.now(), ms);
const submit = (member: Member, run: number, body: object) =>
  member.post(`/api/v1/runs/${run}/result`, body);
const scheduledOf = async (member: Member) =>
  (await member.get('/api/v1/telephony/scheduled-calls')).body.items;

describe('submitRunResult with callback_at, for a single call', () => {
  async function givenCall() {
    const member = await newOrganization({ server });
    const { workflow_id } = await givenCallable(member);
    server.setNow(server.app.now());
    const { body: run } = await member.post('/api/v1/telephony/initiate-call', {
      workflow_id,
      to_number,
      timezone: 'America/New_York',
      initial_context: { first_name: 'Ada' },
    });
    await place(server.app, run.id);
    await ended(member, run);
    return { member, run };
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
      state: 'scheduled',
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

  test('schedules one call, however often and whatever is submitted', async () => {
    const { member, run } = await givenCall();
    const callback_at = inMs(hour);
    const once = () => submit(member, run.id, { callback_at });

    await together(server, [once, once]);
    await submit(member, run.id, { callback_at: inMs(2 * hour) });

    expect(await scheduledOf(member)).toMatchObject([{ scheduled_at: callback_at }]);
  });

  test('calls as soon as possible if the time is over', async () => {
    const { member, run } = await givenCall();

    await submit(member, run.id, { callback_at: inMs(-24 * hour) });
    await initiateScheduled(server.app);

    expect(await scheduledOf(member)).toMatchObject([{ state: 'initiated' }]);
  });

  test('refuses a time more than 30 days ahead, and stores nothing of the result', async () => {
    const { member, run } = await givenCall();

    const { status, body } = await submit(member, run.id, {
      callback_at: inMs(30 * 24 * hour + 1),
      call_disposition: 'later',
    });

    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'callback_at']]);
    expect((await member.get(`/api/v1/runs/${run.id}`)).body.call_disposition).toBeNull();
    expect(await scheduledOf(member)).toEqual([]);
  });

  test('calls nobody who opted out in the same result', async () => {
    const { member, run } = await givenCall();

    await submit(member, run.id, { callback_at: inMs(hour), opt_out: true });
    server.setNow(inMs(hour));
    await initiateScheduled(server.app);

    expect(await scheduledOf(member)).toMatchObject([
      { state: 'refused', refusal: { code: 'number_on_do_not_call_list' } },
    ]);
  });

  test("is 404 for another organization's run, and schedules nothing", async () => {
    const { member, run } = await givenCall();
    const stranger = await newOrganization({ server });

    const { status } = await submit(stranger, run.id, { callback_at: inMs(hour) });

    expect(status).toBe(404);
    expect([...(await scheduledOf(member)), ...(await scheduledOf(stranger))]).toEqual([]);
  });

  test('changes nothing for a test run', async () => {
    const { member, run } = await givenCall();
    const test = await member.post(`/api/v1/workflow/${run.workflow_id}/runs`, {});

    const { status } = await submit(member, test.body.id, { callback_at: inMs(hour) });

    expect(status).toBe(200);
    expect(await scheduledOf(member)).toEqual([]);
  });
});

describe('submitRunResult with callback_at, for a call of a campaign', () => {
  /** A campaign with an endless call to each of its contacts, and no retries. */
  async function givenCalls(contacts: number) {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      numbers: Array.from({ length: contacts }, (_, index) => `+1202555${index + 2}1${endless}`),
      retry_config: { enabled: false },
    });
    server.setNow(server.app.now());
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    await server.app.calls.settled();
    const runs = await accepted(member, campaign);
    expect(runs).toHaveLength(contacts);
    return { member, campaign, runs };
  }

  test('lets the contact wait for that time, from the end of the call', async () => {
    const { member, campaign, runs } = await givenCalls(1);
    const callback_at = inMs(hour);

    await submit(member, runs[0]!.id, { callback_at });
    await endCall(member, runs[0], 'completed');
    const [waiting] = await contactsOf(member, campaign);
    await dialNow(member);
    const early = await runsOf(member, campaign);
    server.setNow(callback_at);
    await dialNow(member);
    const [, again] = await accepted(member, campaign).then(() => runsOf(member, campaign));
    await endCall(member, again, 'completed');
    const body = await dialAll(member, campaign);

    expect(waiting).toMatchObject({ state: 'waiting', due_at: callback_at, outcome: null });
    expect(early).toHaveLength(1);
    expect(body).toMatchObject({ state: 'completed', executed_count: 2, processed_rows: 1 });
  });

  test('lets the contact wait if its call has ended, once', async () => {
    const { member, campaign, runs } = await givenCalls(2);
    await endCall(member, runs[0], 'completed');
    const callback_at = inMs(hour);

    await submit(member, runs[0]!.id, { callback_at });
    await submit(member, runs[0]!.id, { callback_at: inMs(2 * hour) });
    const [waiting] = await contactsOf(member, campaign);
    server.setNow(callback_at);
    await dialNow(member);
    await server.app.calls.settled();
    const again = (await accepted(member, campaign)).at(-1)!;
    await endCall(member, again, 'completed');
    await submit(member, runs[0]!.id, { callback_at: inMs(hour) });

    expect(waiting).toMatchObject({ state: 'waiting', due_at: callback_at });
    expect((await contactsOf(member, campaign))[0]).toMatchObject({
      state: 'done',
      outcome: 'completed',
      attempts: 2,
    });
    expect(await scheduledOf(member)).toEqual([]);
  });

  test('calls nobody on the do-not-call list', async () => {
    const { member, campaign, runs } = await givenCalls(2);
    await endCall(member, runs[0], 'completed');
    await submit(member, runs[0]!.id, { callback_at: inMs(hour), opt_out: true });

    server.setNow(inMs(hour));
    await dialNow(member);

    expect((await contactsOf(member, campaign))[0]).toMatchObject({
      state: 'skipped',
      skip_reason: 'do_not_call',
      attempts: 1,
    });
  });

  test.each(['completed', 'canceled'])('calls nobody of a campaign that is %s', async (state) => {
    const { member, campaign, runs } = await givenCalls(1);
    if (state === 'canceled') await member.post(`${campaign.path}/cancel`);
    await endCall(member, runs[0], 'completed');
    await callsInProgress(member, campaign);
    await dialNow(member);

    const { status } = await submit(member, runs[0]!.id, { callback_at: inMs(hour) });

    expect(status).toBe(200);
    expect((await member.get(campaign.path)).body.state).toBe(state);
    expect(await contactsOf(member, campaign)).toMatchObject([{ state: 'done' }]);
    expect(await scheduledOf(member)).toEqual([]);
  });

  test('calls nobody if the campaign was canceled before the call ended', async () => {
    const { member, campaign, runs } = await givenCalls(1);

    await submit(member, runs[0]!.id, { callback_at: inMs(hour) });
    await member.post(`${campaign.path}/cancel`);
    await endCall(member, runs[0], 'completed');

    expect(await contactsOf(member, campaign)).toMatchObject([{ state: 'done' }]);
  });
});
