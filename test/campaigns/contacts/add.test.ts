import { describe, expect, test } from 'vitest';
import { dialQueue } from '../../../src/campaigns/dialing/wake.ts';
import type { Answer } from '../../support/client.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { together } from '../../support/together.ts';
import {
  type CallableCampaign,
  contactsOf,
  dialAll,
  eventsIn,
  givenCallableCampaign,
  numberTo,
} from '../lifecycle/given.ts';

const server = ownServer();

const contact = (digits: string, more: object = {}) => ({
  phone_number: numberTo(digits),
  ...more,
});
const add = (
  member: Member,
  { path }: CallableCampaign,
  contacts: readonly unknown[],
  query = '',
) => member.post(`${path}/contacts${query}`, { contacts });
const skipping = '?on_invalid=skip';
const locsOf = ({ body }: Answer) => body.detail.map(({ loc }: { loc: string[] }) => loc);
const rowsIn = async (member: Member, { path }: CallableCampaign) =>
  (await member.get(`${path}/contacts`)).body.items;

describe('addCampaignContacts', () => {
  test('adds contacts to a running campaign, which calls them last and then completes', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: ['00', '01'] });
    await member.post(`${campaign.path}/start`);
    await dialAll(member, { ...campaign });
    const second = await givenCallableCampaign(member, { digits: ['02'], beside: campaign });
    await member.post(`${second.path}/start`);

    const { status, body } = await add(member, second, [
      { phone_number: ' +1 (202) 555-0104 ', initial_context: { n: [1] } },
      contact('05', { timezone: 'Asia/Kolkata' }),
    ]);
    const before = await rowsIn(member, second);
    const ended = await dialAll(member, second);

    expect([status, body]).toEqual([
      200,
      { added_count: 2, total_rows: 3, rejected_count: 0, rejected: [] },
    ]);
    expect(before).toMatchObject([
      { row_number: 1, phone_number: numberTo('02') },
      { row_number: 2, phone_number: numberTo('04'), initial_context: { n: [1] }, timezone: null },
      { row_number: 3, phone_number: numberTo('05'), timezone: 'Asia/Kolkata', status: 'pending' },
    ]);
    expect(ended).toMatchObject({
      state: 'completed',
      total_rows: 3,
      processed_rows: 3,
      executed_count: 3,
      total_queued_count: 3,
    });
    expect(eventsIn(ended)).toEqual(['campaign_started', 'contacts_added', 'campaign_completed']);
    expect(ended.logs[1]).toMatchObject({
      message: '2 contacts were added.',
      details: { by: { user_id: member.user_id }, added: 2, rejected: 0 },
    });
  });

  test('keeps a campaign from completing whose last contact was finished', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: ['00'] });
    await member.post(`${campaign.path}/start`);
    // As settled: the dialer has not looked since.
    await server.app.db
      .updateTable('campaign_contacts')
      .set({ state: 'done', outcome: 'completed', attempts: 1 })
      .where('campaign_id', '=', campaign.id)
      .execute();

    const added = await add(member, campaign, [contact('01')]);
    const ended = await dialAll(member, campaign);
    const late = await add(member, campaign, [contact('02')]);

    expect(added.status).toBe(200);
    expect(ended).toMatchObject({ state: 'completed', total_rows: 2, processed_rows: 2 });
    expect([late.status, late.body]).toEqual([
      409,
      expect.objectContaining({ code: 'campaign_not_updatable', state: 'completed' }),
    ]);
    expect(await contactsOf(member, campaign)).toHaveLength(2);
  });

  test('adds contacts before the start, which are called after those of the source', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: ['00', '01'] });

    await add(member, campaign, [contact('02', { timezone: 'Europe/Paris' }), contact('03')]);
    const listed = await rowsIn(member, campaign);
    const preview = (await member.get(`${campaign.path}/preview`)).body;
    await member.post(`${campaign.path}/start`);
    const ended = await dialAll(member, campaign);

    expect(listed.map(({ row_number }: { row_number: number }) => row_number)).toEqual([3, 4]);
    expect(preview.callable_now).toBe(4);
    expect(ended).toMatchObject({ state: 'completed', total_rows: 4, processed_rows: 4 });
    expect((await contactsOf(member, campaign)).map(({ phone_number }) => phone_number)).toEqual(
      ['00', '01', '02', '03'].map(numberTo),
    );
  });

  test('adds contacts to a paused campaign, which calls them when it is resumed', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: ['00'] });
    await member.post(`${campaign.path}/start`);
    await member.post(`${campaign.path}/pause`);

    const { status } = await add(member, campaign, [contact('01')]);
    const paused = await dialAll(member, campaign);
    await member.post(`${campaign.path}/resume`);
    const ended = await dialAll(member, campaign);

    expect(status).toBe(200);
    expect(paused).toMatchObject({ state: 'paused', executed_count: 0 });
    expect(ended).toMatchObject({ state: 'completed', executed_count: 2 });
  });

  test('skips what was added when the campaign is canceled, and adds nothing then', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member);
    await add(member, campaign, [contact('05')]);
    await member.post(`${campaign.path}/cancel`);

    const { status, body } = await add(member, campaign, [contact('06')], skipping);

    expect([status, body.code, body.state]).toEqual([409, 'campaign_not_updatable', 'canceled']);
    expect(await contactsOf(member, campaign)).toMatchObject([
      { phone_number: numberTo('05'), state: 'skipped', skip_reason: 'canceled' },
    ]);
  });

  test('wakes the dialer of a running campaign', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: ['00'] });
    await member.post(`${campaign.path}/start`);
    const { db } = server.app;
    await db
      .updateTable('campaigns')
      .set({ wake_at: '2099-01-01T00:00:00.000Z' })
      .where('id', '=', campaign.id)
      .execute();
    server.woken.forget(dialQueue);

    await add(member, campaign, [contact('01')]);

    const { wake_at } = await db
      .selectFrom('campaigns')
      .select('wake_at')
      .where('id', '=', campaign.id)
      .executeTakeFirstOrThrow();
    expect(wake_at! <= server.app.now()).toBe(true);
    expect(server.woken.keys(dialQueue)).toEqual([String(member.organization_id)]);
  });
});

describe('addCampaignContacts with an invalid contact', () => {
  const sent = [
    contact('04'),
    { phone_number: '2025550105' },
    contact('06', { timezone: 'Mars/Olympus' }),
    contact('00'),
    contact('04'),
    contact('03'),
  ];
  const given = async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: ['00', '01'] });
    await add(member, campaign, [contact('03')]);
    return { member, campaign };
  };

  test('adds nothing and lists each with its place', async () => {
    const { member, campaign } = await given();

    const refused = await add(member, campaign, sent);

    expect(refused.status).toBe(422);
    expect(locsOf(refused)).toEqual([
      ['body', 'contacts', '1', 'phone_number'],
      ['body', 'contacts', '2', 'timezone'],
      ['body', 'contacts', '3', 'phone_number'],
      ['body', 'contacts', '4', 'phone_number'],
      ['body', 'contacts', '5', 'phone_number'],
    ]);
    expect(refused.body.detail.at(-1)).toMatchObject({
      msg: 'The campaign already has this phone number in row 3.',
      input: numberTo('03'),
    });
    expect((await member.get(campaign.path)).body.total_rows).toBe(3);
  });

  test('adds the others if they are to be left out, also if there are none', async () => {
    const { member, campaign } = await given();

    const first = await add(member, campaign, sent, skipping);
    const again = await add(member, campaign, sent, skipping);

    expect([first.status, first.body]).toMatchObject([
      200,
      {
        added_count: 1,
        total_rows: 4,
        rejected_count: 5,
        rejected: [
          { index: 1, member: 'phone_number', input: '2025550105' },
          { index: 2, member: 'timezone', input: 'Mars/Olympus' },
          { index: 3, reason: 'The campaign already has this phone number in row 1.' },
          { index: 4, reason: 'The phone number repeats that of contact 0.' },
          { index: 5, reason: 'The campaign already has this phone number in row 3.' },
        ],
      },
    ]);
    expect(again.body).toMatchObject({ added_count: 0, total_rows: 4, rejected_count: 6 });
    expect((await member.get(campaign.path)).body).toMatchObject({
      total_rows: 4,
      logs: [{ event: 'contacts_added' }, { event: 'contacts_added' }],
    });
  });

  test('lists the first hundred', async () => {
    const { member, campaign } = await given();

    const refused = await add(
      member,
      campaign,
      Array.from({ length: 1000 }, () => ({ phone_number: 'x' })),
    );

    expect(refused.body.detail).toHaveLength(100);
  });
});

describe('Two requests at once', () => {
  test('add each number once, in rows of their own', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member);
    const requests = ['10', '11', '12'].map(
      (digits) => () => add(member, campaign, [contact(digits), contact('20')], skipping),
    );

    const answers = await together(server, requests);

    const added = answers.map(({ body }) => body.added_count).toSorted((a, b) => a - b);
    expect(added).toEqual([1, 1, 2]);
    const rows = await rowsIn(member, campaign);
    expect(rows.map(({ row_number }: { row_number: number }) => row_number)).toEqual([4, 5, 6, 7]);
    expect((await member.get(campaign.path)).body.total_rows).toBe(7);
  });
});
