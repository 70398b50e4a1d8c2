import { describe, expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { bodiesOf } from '../webhooks/events/given.ts';
import { givenCallableCampaign } from './lifecycle/given.ts';

const path = '/api/v1/campaign';
const conflict = { code: 'external_id_exists', param: 'external_id' };

/** A campaign that can be called, and the request that makes another one like it. */
async function givenCampaigns() {
  const member = await newOrganization();
  const campaign = await givenCallableCampaign(member);
  const { body } = await member.get(campaign.path);
  const { name, workflow_id, source_type, source_id, telephony_configuration_id } = body;
  const request = { name, workflow_id, source_type, source_id, telephony_configuration_id };
  return { member, campaign, request };
}

describe('createCampaign', () => {
  test('keeps an external ID and metadata, by which listCampaigns finds it', async () => {
    const { member, request } = await givenCampaigns();
    const sent = { external_id: 'crm-4711', metadata: { team: 'front-desk' } };

    const created = await member.post(path, { ...request, ...sent });

    expect(created.body).toMatchObject(sent);
    const found = await member.get(`${path}?external_id=crm-4711`);
    expect(found.body.items).toEqual([created.body]);
    expect((await member.get(`${path}?external_id=CRM-4711`)).body.items).toEqual([]);
  });

  test('lets exactly one of two requests at once have an external ID', async () => {
    const { member, request } = await givenCampaigns();
    const other = await givenCampaigns();
    const sent = { external_id: 'crm-4711' };
    const create = () => member.post(path, { ...request, ...sent });

    const answers = await Promise.all([create(), create()]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject(conflict);
    const elsewhere = await other.member.post(path, { ...other.request, ...sent });
    expect(elsewhere.status).toBe(201);
  });
});

describe('updateCampaign', () => {
  test('replaces the metadata as sent, and gives an external ID up that is null', async () => {
    const { member, campaign, request } = await givenCampaigns();
    const sent = { external_id: 'crm-4711', metadata: { a: '1', b: '2' } };
    await member.patch(campaign.path, sent);

    const named = await member.patch(campaign.path, { name: 'Spring' });
    const replaced = await member.patch(campaign.path, { metadata: { c: '3' }, external_id: null });

    expect(named.body).toMatchObject(sent);
    expect(replaced.body).toMatchObject({ external_id: null, metadata: { c: '3' } });
    const again = await member.post(path, { ...request, external_id: 'crm-4711' });
    expect(again.status).toBe(201);
    const { items } = (await member.get('/api/v1/audit-events?action=campaign.updated')).body;
    expect(items[0]).toMatchObject({
      before: { external_id: 'crm-4711', metadata: { bytes: 17 } },
      after: { external_id: null, metadata: { bytes: 9 } },
    });
  });

  test('refuses the external ID of another campaign and changes nothing', async () => {
    const { member, campaign, request } = await givenCampaigns();
    await member.post(path, { ...request, external_id: 'crm-4711' });

    const answer = await member.patch(campaign.path, { name: 'Spring', external_id: 'crm-4711' });

    expect([answer.status, answer.body]).toEqual([409, expect.objectContaining(conflict)]);
    expect((await member.get(campaign.path)).body.name).not.toBe('Spring');
  });
});

describe('redialCampaign and deleteCampaign', () => {
  test('copies the metadata, and frees the external ID', async () => {
    const { member, campaign, request } = await givenCampaigns();
    const sent = { external_id: 'crm-4711', metadata: { team: 'front-desk' } };
    await member.patch(campaign.path, sent);
    await member.server.app.db
      .updateTable('campaigns')
      .set({ state: 'completed', completed_at: member.server.app.now() })
      .where('id', '=', campaign.id)
      .execute();
    await member.server.app.db
      .insertInto('campaign_contacts')
      .values({
        organization_id: member.organization_id,
        campaign_id: campaign.id,
        row_number: 1,
        phone_number: '+12025550141',
        state: 'done',
        outcome: 'busy',
        updated_at: member.server.app.now(),
      })
      .execute();

    const redial = await member.post(`${campaign.path}/redial`, { outcomes: ['busy'] });
    const deleted = await member.delete(campaign.path);

    expect(redial.body).toMatchObject({ external_id: null, metadata: { team: 'front-desk' } });
    expect(deleted.status).toBe(204);
    const again = await member.post(path, { ...request, external_id: 'crm-4711' });
    expect(again.status).toBe(201);
  });
});

describe('The events of a campaign', () => {
  test('carry its external ID and metadata', async () => {
    const { member, campaign } = await givenCampaigns();
    const sent = { external_id: 'crm-4711', metadata: { team: 'front-desk' } };
    await member.post(`${campaign.path}/start`);
    await member.patch(campaign.path, sent);

    await member.post(`${campaign.path}/pause`);

    expect((await bodiesOf(member)).map((body) => body.campaign)).toMatchObject([
      { external_id: null, metadata: {} },
      sent,
    ]);
  });
});
