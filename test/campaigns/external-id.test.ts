import { describe, expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { bodiesOf } from '../webhooks/events/given.ts';
import { givenCallableCampaign } from './lifecycle/given.ts';

const path = '/api/v1/campaign';

/** A campaign that can be called, and the request that makes another one like it. */
async function givenCampaigns() {
  const member = await newOrganization();
  const campaign = await givenCallableCampaign(member);
  const { body } = await member.get(campaign.path);
  const { name, workflow_id, source_type, source_id, telephony_configuration_id } = body;
  const request = { name, workflow_id, source_type, source_id, telephony_configuration_id };
  return { member, campaign, request };
}

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
