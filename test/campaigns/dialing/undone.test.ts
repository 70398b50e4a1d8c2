import { describe, expect, test } from 'vitest';
import type { Transaction } from 'kysely';
import * as claims from '../../../src/campaigns/dialing/claim-queries.ts';
import { release } from '../../../src/campaigns/dialing/placing.ts';
import { dialRound } from '../../../src/campaigns/dialing/dialer.ts';
import type { Database } from '../../../src/db/connect.ts';
import { later } from '../../../src/timestamp.ts';
import { newOrganization, type Member } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { placementsOf } from '../../telephony/calls/given.ts';
import {
  accepted,
  type CallableCampaign,
  claimed,
  contactsOf,
  dialAll,
  dialNow,
  endCall,
  endless,
  givenCallableCampaign,
  runsOf,
} from '../lifecycle/given.ts';

const server = ownServer();

describe('Attempts that were not placed', () => {
  const claimFor = async (member: Member, campaign: CallableCampaign, maxCalls: number) =>
    (await claimed(member, campaign, maxCalls))?.calls ?? [];

  /** What the next claim would take. */
  const next = (
    trx: Transaction<Database>,
    { organization_id }: Member,
    { id: campaign_id }: CallableCampaign,
    limit: number,
  ) =>
    claims.next(trx, {
      campaign_id,
      organization_id,
      zones: [''],
      consent_purpose: null,
      limit,
      now: server.app.now(),
    });

  test('are undone: their contacts are called again in order, and counts are as before', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      digits: ['00', '01', '02', '03', '04', '05'],
      timezones: [null, 'Europe/London', null, 'Europe/London'],
      limit: 4,
    });
    await member.post(`${campaign.path}/start`);
    const before = (await member.get(campaign.path)).body;
    const calls = await claimFor(member, campaign, 4);

    await server.app.db.transaction().execute((trx) =>
      release(
        trx,
        calls.map(({ id }) => id),
        { now: server.app.now() },
      ),
    );
    const undone = (await member.get(campaign.path)).body;
    const contacts = await contactsOf(member, campaign);
    const body = await dialAll(member, campaign);

    expect(calls).toHaveLength(4);
    expect(undone).toEqual(before);
    expect(contacts.map(({ state, attempts }) => [state, attempts])).toEqual(
      Array.from({ length: 6 }, () => ['pending', 0]),
    );
    expect(body).toMatchObject({ state: 'completed', executed_count: 6 });
    const runs = await runsOf(member, campaign);
    expect(runs.map(({ to_number }) => to_number)).toEqual(
      contacts.map(({ phone_number }) => phone_number),
    );
  });

  test('are found again if they are given back while a claim takes the contacts behind them', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: ['00', '01', '02'], limit: 4 });
    await member.post(`${campaign.path}/start`);
    const first = await claimFor(member, campaign, 1);
    const now = server.app.now();

    const rows = await server.app.db.transaction().execute(async (trx) => {
      const contacts = await next(trx, member, campaign, 1);
      await release(
        trx,
        first.map(({ id }) => id),
        { now },
      );
      await claims.markDialing(trx, campaign.id, { contacts, now });
      return (await next(trx, member, campaign, 1)).map(({ row_number }) => row_number);
    });

    expect(rows).toEqual([1]);
  });

  test('for want of a turn are made later, also before a contact on the do-not-call list', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: ['00', '01', '02', '03'] });
    await server.app.db
      .updateTable('telephony_configurations')
      .set({ calls_per_second: 2 })
      .where('id', '=', campaign.configuration_id)
      .execute();
    await member.post('/api/v1/do-not-call', { phone_numbers: [{ phone_number: '+12025550103' }] });
    await member.post(`${campaign.path}/start`);

    const taken = await claimFor(member, campaign, 4);
    const left = await server.app.db.transaction().execute((trx) => next(trx, member, campaign, 4));

    expect(taken).toHaveLength(2);
    expect(left.map(({ row_number }) => row_number)).toEqual([3, 4]);
  });

  test('of retries are undone: they wait again and are due', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: [endless] });
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    const [run] = await accepted(member, campaign);
    await endCall(member, run, 'busy');
    server.setNow(later(server.app.now(), 60_000));
    const [call] = await claimFor(member, campaign, 1);

    await server.app.db
      .transaction()
      .execute((trx) => release(trx, [call!.id], { now: server.app.now() }));

    expect(await contactsOf(member, campaign)).toMatchObject([
      { state: 'waiting', attempts: 1, due_at: server.app.now() },
    ]);
    await dialNow(member);
    expect(await contactsOf(member, campaign)).toMatchObject([{ state: 'dialing', attempts: 2 }]);
  });

  test('are kept if the carrier has received the request', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: [endless] });
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    const [run] = await accepted(member, campaign);

    await server.app.db
      .transaction()
      .execute((trx) => release(trx, [run!.id], { now: server.app.now() }));

    expect(await runsOf(member, campaign)).toHaveLength(1);
    expect(await contactsOf(member, campaign)).toMatchObject([{ state: 'dialing', attempts: 1 }]);
  });
});

test('A process that hangs between claiming and placing places no call if the campaign was paused meanwhile', async () => {
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, { digits: ['00', '01'] });
  await member.post(`${campaign.path}/start`);
  const { app } = server;
  const claimed: number[] = [];
  const paused: number[] = [];
  // Its first transaction is the claim. The pause after it waits for calls that are about to be placed.
  const db = new Proxy(app.db, {
    get(target, name) {
      if (name !== 'transaction') {
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return () => ({
        async execute<T>(work: Parameters<ReturnType<typeof app.db.transaction>['execute']>[0]) {
          const result = (await app.db.transaction().execute(work)) as T;
          if (paused.length > 0) return result;
          claimed.push((await runsOf(member, campaign)).length);
          paused.push((await member.post(`${campaign.path}/pause`)).status);
          return result;
        },
      });
    },
  });

  await dialRound({ ...app, db }, member.organization_id);
  await app.calls.settled();

  expect([claimed, paused]).toEqual([[2], [200]]);
  expect(await placementsOf(member, campaign.configuration_id)).toEqual([]);
  expect((await member.get(campaign.path)).body).toMatchObject({
    state: 'paused',
    executed_count: 0,
    processed_rows: 0,
    total_queued_count: 2,
  });
  await member.post(`${campaign.path}/resume`);
  expect(await dialAll(member, campaign)).toMatchObject({
    state: 'completed',
    executed_count: 2,
  });
});
