import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { givenPolicy } from '../../approvals/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { sharedServer, type TestServer } from '../../support/server.ts';
import {
  type CallableCampaign,
  contactsOf,
  dialAll,
  givenCallableCampaign,
  numberTo,
} from '../lifecycle/given.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});

const contact = (digits: string, more: object = {}) => ({
  phone_number: numberTo(digits),
  ...more,
});
const add = (member: Member, { path }: CallableCampaign, contacts: readonly unknown[]) =>
  member.post(`${path}/contacts`, { contacts });

describe('addCampaignContacts adds nothing', () => {
  test('beyond the contacts that a campaign can have', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { total_rows: 1_999_999 });

    const refused = await add(member, campaign, [contact('10'), contact('11')]);
    const fits = await add(member, campaign, [contact('10')]);

    expect([refused.status, refused.body.code, refused.body.limit]).toEqual([
      409,
      'limit_reached',
      2_000_000,
    ]);
    expect(fits.body).toMatchObject({ added_count: 1, total_rows: 2_000_000 });
    expect(await contactsOf(member, campaign)).toHaveLength(1);
  });

  test("beyond the organization's unfinished contacts", async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: ['00', '01'] });
    await server.app.db
      .updateTable('organizations')
      .set({ unfinished_contact_limit: 3 })
      .where('id', '=', member.organization_id)
      .execute();

    const fits = await add(member, campaign, [contact('10')]);
    const refused = await add(member, campaign, [contact('11')]);

    expect(fits.status).toBe(200);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'limit_reached', limit_name: 'unfinished_contact_limit', limit: 3 },
    ]);
    expect(await contactsOf(member, campaign)).toHaveLength(1);
  });

  test('with more different members than a source can have', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member);
    const named = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${from + index}`, index]));

    const fits = await add(member, campaign, [
      contact('10', { initial_context: named(0, 60) }),
      contact('11', { initial_context: named(50, 50) }),
    ]);
    const refused = await add(member, campaign, [contact('12', { initial_context: named(99, 2) })]);

    expect(fits.status).toBe(200);
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'contacts']]);
  });
});

describe('Added contacts', () => {
  test('have their members in the report, and in the source of a redial', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: ['00'] });
    await server.app.db
      .updateTable('campaign_sources')
      .set({ columns: '["phone_number","place"]' })
      .where('organization_id', '=', member.organization_id)
      .execute();
    await member.post(`${campaign.path}/start`, {});
    await member.patch(campaign.path, { retry_config: { enabled: false } });
    await add(member, campaign, [
      contact('40', { timezone: 'UTC', initial_context: { place: 9, first_name: 'Ada' } }),
    ]);
    await dialAll(member, campaign);

    const report = parse((await member.get(`${campaign.path}/report`)).text, { columns: true });
    const { body } = await member.post(`${campaign.path}/redial`, { outcomes: ['busy'] });
    const source = await member.get(`/api/v1/campaign-sources/${body.source_id}/file`);

    expect(report).toMatchObject([
      { row_number: '1', 'initial_context.place': '1', 'initial_context.first_name': '' },
      { row_number: '2', 'initial_context.place': '9', 'initial_context.first_name': 'Ada' },
    ]);
    expect(source.text.split('\r\n')).toEqual([
      'phone_number,place,timezone,first_name',
      `${numberTo('40')},9,UTC,Ada`,
      '',
    ]);
  });
});

describe('A connector', () => {
  const scopes = ['campaigns:write', 'campaigns:control', 'read'] as const;
  const given = async (ceiling: number | null, max_uses = 1) => {
    const member = await newOrganization({ server, connector: 'crm', scopes });
    const campaign = await givenCallableCampaign(member, { digits: ['00', '01'] });
    const policy = await givenPolicy(member, {
      action_type: 'campaign_start',
      target_name: 'Spring renewals',
      target_id: campaign.id,
      destination_kind: 'campaign',
      destination_value: String(campaign.id),
      max_uses,
      campaign_contact_count_ceiling: ceiling,
    });
    const start = () => member.send('POST', `${campaign.path}/start`, { key: member.key });
    const extend = (digits: string) =>
      member.send('POST', `${campaign.path}/contacts`, {
        key: member.key,
        body: { contacts: [contact(digits)] },
      });
    return { member, campaign, policy, start, extend };
  };

  test('adds as many contacts as the policy allows that its campaign calls with', async () => {
    const { member, campaign, start, extend } = await given(3);
    await start();

    const fits = await extend('10');
    const refused = await extend('11');
    const byUser = await add(member, campaign, [contact('11')]);

    expect([fits.status, byUser.status]).toEqual([200, 200]);
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'approval_required', reason: 'contact_ceiling_exceeded' },
    ]);
    expect(await contactsOf(member, campaign)).toHaveLength(4);
  });

  test('may not start what it has added to beyond the ceiling', async () => {
    const { start, extend } = await given(2);

    const added = await extend('10');
    const refused = await start();

    expect(added.status).toBe(200);
    expect([refused.status, refused.body.reason]).toEqual([403, 'contact_ceiling_exceeded']);
  });

  test('adds nothing to a campaign that a user started, or after its policy was revoked', async () => {
    const ofUser = await given(null);
    await ofUser.member.post(`${ofUser.campaign.path}/start`);
    const own = await given(null, 2);
    await own.start();
    await own.member.post(`/api/v1/approval-policies/${own.policy}/revoke`, { reason: 'x' });

    const answers = [await ofUser.extend('10'), await own.extend('10')];

    expect(answers.map(({ status, body }) => [status, body.reason])).toEqual([
      [403, 'no_matching_policy'],
      [403, 'revoked'],
    ]);
  });
});
