import { describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { together } from '../../support/together.ts';
import { givenCall } from '../../telephony/calls/given.ts';
import {
  accepted,
  contactsOf,
  dialAll,
  dialNow,
  endCall,
  endless,
  eventsIn,
  givenCallableCampaign,
  runsOf,
} from '../lifecycle/given.ts';

const server = ownServer();

const hour = 3_600_000;
const inMs = (ms: number): string => later(server.app.now(), ms);
type News = Parameters<typeof endCall>[2];

/** A campaign whose first contact's call has ended, and which waits to be called back in an hour. */
async function givenCallBack(news: News = 'completed', retry_config: object = { enabled: false }) {
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, {
    numbers: ['2', '3'].map((digit) => `+1202555${digit}1${endless}`),
    retry_config,
  });
  const begun = server.app.now();
  server.setNow(begun);
  await member.post(`${campaign.path}/start`);
  await dialNow(member);
  await server.app.calls.settled();
  const [first, second] = await accepted(member, campaign);
  const callback_at = inMs(hour);
  await member.post(`/api/v1/runs/${first!.id}/result`, { callback_at });
  await endCall(member, first, news);
  const [contact] = (await member.get(`${campaign.path}/contacts`)).body.items;
  const path = `${campaign.path}/contacts/${contact.id}`;
  const set = (at: string) => member.post(`${path}/schedule-callback`, { callback_at: at });
  const cancel = () => member.post(`${path}/cancel-callback`);
  return {
    member,
    campaign,
    first: first!,
    second: second!,
    begun,
    callback_at,
    path,
    set,
    cancel,
  };
}

const wakeAt = async ({ id }: { readonly id: number }) =>
  (
    await server.app.db
      .selectFrom('campaigns')
      .select('wake_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).wake_at;

/** The runs of a campaign after a round of the dialer. */
async function dialed(member: Member, campaign: { readonly id: number }) {
  await dialNow(member);
  await server.app.calls.settled();
  return runsOf(member, campaign);
}

describe('listCampaignContacts with has_callback', () => {
  test('lists contacts that wait to be called back, and no retries', async () => {
    const { member, campaign, first, second, callback_at } = await givenCallBack('busy', {});
    await endCall(member, second, 'busy');
    const rowsWith = async (query: string) =>
      (await member.get(`${campaign.path}/contacts?has_callback=${query}`)).body.items;

    expect(await rowsWith('true')).toMatchObject([
      { row_number: 1, status: 'waiting', callback_at, due_at: callback_at },
    ]);
    expect(await rowsWith('false')).toMatchObject([
      { row_number: 2, status: 'waiting', callback_at: null },
    ]);
    expect(first.id).toBeLessThan(second.id);
  });

  test('lists nobody who is being called back, or was', async () => {
    const { member, campaign, callback_at } = await givenCallBack();
    const list = async () =>
      (await member.get(`${campaign.path}/contacts?has_callback=true`)).body.items;

    server.setNow(callback_at);
    const runs = await dialed(member, campaign);
    const during = await list();
    await endCall(member, runs.at(-1), 'completed');
    const [after] = (await member.get(`${campaign.path}/contacts`)).body.items;

    expect(runs).toHaveLength(3);
    expect(during).toEqual([]);
    expect(after).toMatchObject({ status: 'done', callback_at: null, due_at: null });
  });
});

describe('scheduleContactCallback', () => {
  test('has the contact called at the new time alone', async () => {
    const { member, campaign, begun, callback_at, set } = await givenCallBack();
    const sooner = later(begun, hour / 2);

    const { status, body } = await set(sooner);
    await set(later(begun, 2 * hour));
    server.setNow(callback_at);
    const early = await dialed(member, campaign);
    server.setNow(later(begun, 2 * hour));
    const due = await dialed(member, campaign);

    expect([status, body]).toMatchObject([200, { callback_at: sooner, due_at: sooner }]);
    expect([early.length, due.length]).toEqual([2, 3]);
  });

  test('wakes the dialer for an earlier time', async () => {
    const { member, campaign, begun, set } = await givenCallBack();
    await dialNow(member);

    const before = await wakeAt(campaign);
    const sooner = later(begun, 300_000);
    const { body } = await set(sooner);
    const after = await wakeAt(campaign);
    server.setNow(sooner);
    const runs = await dialed(member, campaign);

    expect(body).toMatchObject({ callback_at: sooner, due_at: sooner });
    expect(runs).toHaveLength(3);
    expect(before! > begun && after === begun).toBe(true);
    const { logs } = (await member.get(campaign.path)).body;
    expect(logs.at(-1)).toMatchObject({
      event: 'callback_set',
      details: { by: { user_id: member.user_id }, callback_at: sooner },
    });
  });

  test('refuses a time that is over, too soon or more than 30 days ahead', async () => {
    const { callback_at, path, member, set } = await givenCallBack();
    const times = [inMs(-1), inMs(300_000 - 1), inMs(30 * 24 * hour + 1)];

    for (const time of times) {
      const { status, body } = await set(time);
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'callback_at']]);
    }

    expect((await member.get(path)).body.callback_at).toBe(callback_at);
  });

  test('refuses a day on which the number has as many callbacks as it can have', async () => {
    const { member, campaign, first, set, path, callback_at } = await givenCallBack();
    const nextDay = later(server.app.now(), 3 * 24 * hour);
    const agreed = { to_number: first.to_number, callback_at: nextDay };
    for (let call = 0; call < 3; call += 1)
      await givenCall(member, campaign.configuration_id, agreed);

    const refused = await set(nextDay);
    const allowed = await set(later(nextDay, 24 * hour));

    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'limit_reached', limit: 3 },
    ]);
    expect(allowed.status).toBe(200);
    expect((await member.get(path)).body.callback_at).not.toBe(callback_at);
  });

  test('refuses a contact that is being called, or that nobody agreed to call again', async () => {
    const { member, campaign, callback_at, path, set } = await givenCallBack('busy', {});
    const [, other] = (await member.get(`${campaign.path}/contacts`)).body.items;
    const without = await member.post(`${campaign.path}/contacts/${other.id}/schedule-callback`, {
      callback_at,
    });
    server.setNow(callback_at);
    await dialed(member, campaign);

    const dialing = await set(inMs(hour));

    for (const answer of [without, dialing])
      expect([answer.status, answer.body]).toMatchObject([
        409,
        { code: 'no_waiting_callback', state: 'dialing' },
      ]);
    expect((await member.get(path)).body).toMatchObject({ status: 'dialing', due_at: null });
  });

  test('refuses a contact of a campaign that was canceled, whom nobody calls', async () => {
    const { member, campaign, set } = await givenCallBack();
    await member.post(`${campaign.path}/cancel`);

    const { status, body } = await set(inMs(hour));

    expect([status, body.code]).toEqual([409, 'no_waiting_callback']);
    expect((await contactsOf(member, campaign))[0]).toMatchObject({ state: 'skipped' });
  });
});

describe('cancelContactCallback', () => {
  test('finishes the contact with the outcome of its last call, and then the campaign', async () => {
    const { member, campaign, second, callback_at, cancel } = await givenCallBack();

    const { status, body } = await cancel();
    await endCall(member, second, 'completed');
    const ended = await dialAll(member, campaign);
    server.setNow(callback_at);

    expect([status, body]).toMatchObject([
      200,
      { status: 'done', outcome: 'completed', callback_at: null, due_at: null, attempts: 1 },
    ]);
    expect(ended).toMatchObject({ state: 'completed', executed_count: 2, processed_rows: 2 });
    expect(eventsIn(ended)).toContain('callback_canceled');
    expect(await dialed(member, campaign)).toHaveLength(2);
  });

  test.each([
    [{ max_retries: 1, retry_delay_seconds: 60 }, 'waiting'],
    [{ max_retries: 0 }, 'done'],
  ])('leaves the retries of the contact: with %j it is %s', async (retry_config, state) => {
    const { begun, cancel } = await givenCallBack('busy', retry_config);

    const { body } = await cancel();

    expect(body).toMatchObject({
      status: state,
      callback_at: null,
      due_at: state === 'waiting' ? later(begun, 60_000) : null,
      outcome: state === 'waiting' ? null : 'busy',
    });
  });

  test('lets one of two at once through, and no result schedules the callback again', async () => {
    const { member, first, callback_at, cancel, path } = await givenCallBack();

    const answers = await together(server, [cancel, cancel]);
    await member.post(`/api/v1/runs/${first.id}/result`, { callback_at });

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await member.get(path)).body).toMatchObject({ status: 'done', callback_at: null });
  });
});
