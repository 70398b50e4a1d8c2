import { afterEach, describe, expect, test } from 'vitest';
import { initiate } from '../../../src/telephony/calls/actions.ts';
import { preview } from '../../../src/telephony/calls/admission.ts';
import { hangUpSuspended } from '../../../src/telephony/jobs.ts';
import { initiateScheduled } from '../../../src/telephony/scheduled-calls/jobs.ts';
import { later } from '../../../src/timestamp.ts';
import {
  claimed,
  contactsOf,
  dialNow,
  eventsIn,
  givenCallableCampaign,
} from '../../campaigns/lifecycle/given.ts';
import { ownServer } from '../../support/own-server.ts';
import { newOrganization } from '../../support/organizations.ts';
import { placedSoFar, givenCallable } from '../../telephony/calls/given.ts';
import { carrierFor, givenQueued, liveOf } from '../../telephony/hang-ups/given.ts';
import { givenInbound, rejected, ring } from '../../telephony/inbound-calls/given.ts';
import { givenScheduled } from '../../telephony/scheduled-calls/given.ts';
import { deliver, givenEndpoint, startReceiver } from '../../webhooks/given.ts';
import { givenAdmin, resume, suspend } from './given.ts';

const server = ownServer();
afterEach(async () => {
  await server.app.db.updateTable('live_calls').set({ hang_up_at: null }).execute();
});

/** A running campaign with contacts, none of which was called. */
async function givenRunning(options: Parameters<typeof givenCallableCampaign>[1] = {}) {
  const [admin, member] = [await givenAdmin(server), await newOrganization({ server })];
  const campaign = await givenCallableCampaign(member, options);
  await member.post(`${campaign.path}/start`);
  return { admin, member, campaign };
}

const refusal = { outcome: 'canceled', failure: { code: 'organization_suspended' } };

describe('After suspendOrganizationAsAdmin', () => {
  test('a single call that is queued ends without its carrier', async () => {
    const carrier = carrierFor(server);
    const [admin, queued] = [await givenAdmin(server), await givenQueued(server)];

    await suspend(admin, queued.member);
    await queued.placeWith(carrier.app);
    await carrier.app.calls.settled();
    await resume(admin, queued.member);

    expect(await queued.show()).toMatchObject({ state: 'completed', ...refusal });
    expect(await liveOf(server, queued.run.id)).toBeUndefined();
  });

  test('a call that was requested just before is refused by the slots', async () => {
    const admin = await givenAdmin(server);
    const member = await newOrganization({ server });
    const { workflow_id, configuration_id } = await givenCallable(member);
    const { db, jobs, secrets, calls } = server.app;
    const { slots } = calls;
    const caller = {
      kind: 'session',
      organization_id: member.organization_id,
      user_id: member.user_id,
      session_id: 0,
      role: 'owner',
      is_super_admin: false,
      email_verified: true,
    } as const;
    const input = {
      workflow_id,
      to_number: '+12025550100',
      from_number: undefined,
      telephony_configuration_id: undefined,
      timezone: undefined,
      initial_context: {},
      external_id: null,
      metadata: {},
    };
    const requested = { input, caller, requestId: null, traceparent: null, now: server.app.now() };

    await suspend(admin, member);
    const refused = db
      .transaction()
      .execute((trx) => initiate(trx, { jobs, slots, secrets }, requested));
    await expect(refused).rejects.toMatchObject({ problem: { code: 'organization_suspended' } });
    const looked = await preview({ ...requested, db, lock: false, slots, secrets });

    expect(looked.is_accepted).toBe(false);
    expect(looked.rules).toContainEqual(
      expect.objectContaining({ rule: 'slots', code: 'organization_suspended' }),
    );
    expect(await placedSoFar(member, configuration_id)).toEqual([]);
  });

  test('a scheduled call that falls due is refused', async () => {
    const admin = await givenAdmin(server);
    const { member, show } = await givenScheduled(server);

    await suspend(admin, member);
    server.setNow(later(server.app.now(), 3_600_000));
    await initiateScheduled(server.app);
    await resume(admin, member);

    expect(await show()).toMatchObject({
      status: 'refused',
      refusal: { code: 'organization_suspended' },
    });
  });

  test('an inbound call is rejected, and the number says why', async () => {
    const admin = await givenAdmin(server);
    const called = await givenInbound({ server });

    await suspend(admin, called.member);
    const answer = await ring(called, 'CA1');
    await resume(admin, called.member);

    expect([answer.status, answer.text]).toEqual([200, rejected]);
    expect(await called.runs()).toEqual([]);
    expect((await called.number()).last_inbound_rejection).toMatchObject({
      reason: 'organization_suspended',
    });
  });

  test('a running campaign is paused by its next claim, with the reason', async () => {
    const { admin, member, campaign } = await givenRunning();

    await suspend(admin, member);
    await dialNow(member);
    await resume(admin, member);
    const { body } = await member.get(campaign.path);
    await member.post(`${campaign.path}/resume`);
    await dialNow(member);

    expect([body.state, eventsIn(body).at(-1)]).toEqual(['paused', 'organization_suspended']);
    const contacts = await contactsOf(member, campaign);
    expect(contacts).toHaveLength(3);
    expect(contacts).not.toContainEqual(expect.objectContaining({ attempts: 0 }));
  });

  test('a campaign whose contacts all wait for something is paused too', async () => {
    const { admin, member, campaign } = await givenRunning({ digits: ['00'] });
    await claimed(member, campaign);

    await suspend(admin, member);
    await dialNow(member);
    await resume(admin, member);

    expect((await member.get(campaign.path)).body.state).toBe('paused');
  });

  test("a campaign's call that is claimed returns to its campaign", async () => {
    const { admin, member, campaign } = await givenRunning({ digits: ['00'] });
    const taken = await claimed(member, campaign);

    await suspend(admin, member);
    for (const call of taken?.calls ?? []) await server.app.calls.place(call);

    expect(await contactsOf(member, campaign)).toMatchObject([{ state: 'pending', attempts: 0 }]);
    expect(await placedSoFar(member, campaign.configuration_id)).toEqual([]);
  });

  test('calls in progress go on, their reports are taken and their webhooks delivered', async () => {
    const carrier = carrierFor(server);
    const receiver = await startReceiver();
    const [admin, queued] = [await givenAdmin(server), await givenQueued(server)];
    await givenEndpoint(queued.member, receiver.url);
    await queued.placeWith(carrier.app);
    await carrier.app.calls.settled();

    await suspend(admin, queued.member);
    await hangUpSuspended(server.app);
    await queued.report('answered');
    await queued.report('completed');
    await deliver(server);
    await resume(admin, queued.member);

    expect(await queued.show()).toMatchObject({ state: 'completed', outcome: 'completed' });
    expect(receiver.heard()).toContain(`call_ended ${queued.run.id}`);
  });

  test('calls in progress are hung up, if that is wanted, those of a second request too', async () => {
    const carrier = carrierFor(server);
    const admin = await givenAdmin(server);
    const [queued, other] = [await givenQueued(server), await givenQueued(server)];
    for (const each of [queued, other]) await each.placeWith(carrier.app);
    await carrier.app.calls.settled();

    await suspend(admin, queued.member);
    await suspend(admin, queued.member, { hang_up_calls: true });
    await hangUpSuspended(server.app);
    const [gone, left] = [await liveOf(server, queued.run.id), await liveOf(server, other.run.id)];
    const flags = await server.app.db
      .selectFrom('organizations')
      .select('id')
      .where('hang_up_calls', '=', true)
      .execute();

    expect(gone?.hang_up_at).not.toBeNull();
    expect(left?.hang_up_at).toBeNull();
    expect(flags).toEqual([]);
  });

  test('more calls than one batch has are hung up', async () => {
    const numbers = Array.from({ length: 150 }, (_, index) => `+1202555${2000 + index}`);
    const { admin, member, campaign } = await givenRunning({ numbers, limit: 200 });
    while ((await claimed(member, campaign))?.calls.length);

    const before = await contactsOf(member, campaign);

    await suspend(admin, member, { hang_up_calls: true });
    await hangUpSuspended(server.app);

    expect(before.filter(({ state }) => state === 'dialing')).toHaveLength(150);
    const live = server.app.db.selectFrom('live_calls').select('run_id');
    expect(await live.where('organization_id', '=', member.organization_id).execute()).toEqual([]);
  });
});
