import { describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
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
} from '../../campaigns/lifecycle/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenCall as givenRunOf } from '../../telephony/calls/given.ts';
import { schedulingServer } from '../../telephony/scheduled-calls/given.ts';

const server = schedulingServer();

const hour = 3_600_000;
const inMs = (ms: number): string => later(server.app.now(), ms);
const submit = (member: Member, run: number, body: object) =>
  member.post(`/api/v1/runs/${run}/result`, body);
const scheduledPath = '/api/v1/telephony/scheduled-calls';
const scheduledOf = async (member: Member) => (await member.get(scheduledPath)).body.items;

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

  test('ends the chain of a contact after three callbacks, and logs it', async () => {
    const { member, campaign, runs } = await givenCalls(2);
    await endCall(member, runs[0], 'completed');
    const { contact_id } = (await member.get(`/api/v1/runs/${runs[0]!.id}`)).body;
    for (let call = 0; call < 3; call += 1)
      await givenRunOf(member, campaign.configuration_id, {
        mode: 'campaign',
        state: 'completed',
        outcome: 'completed',
        campaign_id: campaign.id,
        contact_id,
        callback_at: inMs(0),
        ended_at: inMs(0),
      });

    const { body } = await submit(member, runs[0]!.id, { callback_at: inMs(48 * hour) });

    expect(body).toMatchObject({ callback_refusal: { code: 'chain_limit' } });
    expect((await contactsOf(member, campaign))[0]).toMatchObject({ state: 'done' });
    const { logs } = (await member.get(campaign.path)).body;
    expect(logs.at(-1)).toMatchObject({
      event: 'callback_refused',
      details: { run_id: runs[0]!.id, contact_id, code: 'chain_limit' },
    });
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

  test('stores the result of a call whose campaign was deleted, and calls nobody', async () => {
    const { member, campaign, runs } = await givenCalls(1);
    await endCall(member, runs[0], 'completed');
    await dialAll(member, campaign);
    const deleted = await member.delete(campaign.path);

    const { status } = await submit(member, runs[0]!.id, { callback_at: inMs(hour) });

    expect([deleted.status, status]).toEqual([204, 200]);
    expect(await scheduledOf(member)).toEqual([]);
  });
});
