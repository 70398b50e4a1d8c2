import { expect, test } from 'vitest';
import { release } from '../../../src/campaigns/dialing/placing.ts';
import { later } from '../../../src/timestamp.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { placementsOf } from '../../telephony/calls/given.ts';
import { givenNumber } from '../../telephony/given.ts';
import {
  type CallableCampaign,
  claimed,
  contactsOf,
  dialAll,
  dialNow,
  givenCallableCampaign,
  runsOf,
} from '../lifecycle/given.ts';

const server = ownServer();

const noon = '2026-01-06T12:00:00.000Z';
const midnight = '2026-01-07T00:00:00.000Z';
/** Last digits of numbers that are busy. */
const busy = (count: number): string[] => Array.from({ length: count }, (_, index) => `4${index}`);

/** Numbers of the pool with these caps, for the campaign's configuration. */
async function givenPool(
  member: Member,
  { configuration_id }: CallableCampaign,
  caps: readonly (number | null)[],
) {
  for (const daily_cap of caps)
    await givenNumber(member, configuration_id, { in_pool: true, daily_cap });
}

async function given(caps: readonly (number | null)[], options: object) {
  server.setNow(noon);
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, options);
  await givenPool(member, campaign, caps);
  await member.post(`${campaign.path}/start`);
  return { member, campaign };
}

const counted = ({ server, organization_id }: Member) =>
  server.app.db
    .selectFrom('phone_numbers')
    .select('calls_counted')
    .where('organization_id', '=', organization_id)
    .orderBy('id')
    .execute()
    .then((rows) => rows.map(({ calls_counted }) => calls_counted));

const holdOf = async (member: Member, { path }: CallableCampaign, index: number) => {
  const { items } = (await member.get(`${path}/contacts`)).body;
  return (await member.get(`${path}/contacts/${items[index].id}`)).body.held_by;
};

test('Campaigns that dial at once make no more calls in a day than the caps allow, and go on the next day', async () => {
  const { member, campaign } = await given([3, 4], {
    digits: Array.from({ length: 12 }, () => '00'),
    limit: 50,
  });
  const other = await givenCallableCampaign(member, { digits: ['00', '00'], beside: campaign });
  await member.post(`${other.path}/start`);

  await Promise.all(Array.from({ length: 6 }, () => dialNow(member)));
  await dialAll(member, campaign);
  const first = await placementsOf(member, campaign.configuration_id);
  const held = await holdOf(member, campaign, 11);
  server.setNow(midnight);
  await dialAll(member, campaign);

  expect(first).toHaveLength(7);
  expect(held).toMatchObject({ code: 'daily_cap', until: midnight });
  expect(await counted(member)).toEqual([3, 4]);
  expect(await placementsOf(member, campaign.configuration_id)).toHaveLength(14);
});

test('A contact is called again from the number that it was called from, even if it must wait for it', async () => {
  const { member, campaign } = await given([1, null], {
    digits: busy(8),
    limit: 50,
    retry_config: { max_retries: 1 },
  });
  await dialAll(member, campaign);
  const first = await runsOf(member, campaign);
  const fromOf = (runs: typeof first) =>
    new Map(runs.map(({ to_number, from_number }) => [to_number, from_number]));
  const [limited] = Object.entries(Object.groupBy(first, ({ from_number }) => String(from_number)))
    .toSorted(([, one], [, other]) => one!.length - other!.length)
    .map(([from_number]) => from_number);

  server.setNow(later(noon, 10_000));
  await dialAll(member, campaign);
  const waiting = (await contactsOf(member, campaign)).filter(({ state }) => state === 'waiting');
  const second = (await runsOf(member, campaign)).slice(first.length);
  server.setNow(midnight);
  await dialAll(member, campaign);
  const all = await runsOf(member, campaign);

  expect(first.filter(({ from_number }) => from_number === limited)).toHaveLength(1);
  expect(waiting.map(({ due_at }) => due_at)).toEqual([midnight]);
  expect(second).toHaveLength(7);
  expect(all).toHaveLength(16);
  expect(fromOf(all.slice(first.length))).toEqual(fromOf(first));
});

test('Calls that were not placed after all are taken off the count of their day', async () => {
  const { member, campaign } = await given([5], { digits: ['00', '02', '04'], limit: 50 });
  const taken = await claimed(member, campaign);
  const before = await counted(member);
  const ids = taken!.calls.map(({ id }) => id);

  await server.app.db
    .transaction()
    .execute((trx) => release(trx, ids.slice(1), { now: server.app.now() }));

  expect([before, await counted(member)]).toEqual([[3], [1]]);
});

test('Calls of the day before are not taken off the count of the next', async () => {
  const { member, campaign } = await given([5], { digits: ['00', '02'], limit: 50 });
  const [call] = (await claimed(member, campaign, 1))!.calls;
  server.setNow(midnight);
  await claimed(member, campaign, 1);

  await server.app.db
    .transaction()
    .execute((trx) => release(trx, [call!.id], { now: server.app.now() }));

  expect(await counted(member)).toEqual([1]);
});
