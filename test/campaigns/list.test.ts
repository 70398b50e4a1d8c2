import { describe, expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { givenConfiguration } from '../telephony/given.ts';
import { givenCampaign, givenContacts, givenLogs, givenRun } from './given.ts';

const collection = '/api/v1/campaign';

describe('listCampaigns', () => {
  test('returns each campaign as getCampaign does', async () => {
    const member = await newOrganization();
    const telephony_configuration_id = await givenConfiguration(member);
    const first = await givenCampaign(member, { telephony_configuration_id });
    const second = await givenCampaign(member, { parent_campaign_id: first.id });
    await givenContacts(member, first, [{ state: 'done', outcome: 'busy', attempts: 1 }, {}]);
    await givenRun(member, first);
    await givenLogs(member, first, [{ event: 'one' }, { event: 'two' }]);

    const { body } = await member.get(collection);

    const alone = [second, first].map(
      async ({ id }) => (await member.get(`${collection}/${id}`)).body,
    );
    expect(body.items).toEqual(await Promise.all(alone));
    expect(body.items[1]).toMatchObject({
      processed_rows: 1,
      executed_count: 1,
      redialed_campaign_id: second.id,
    });
  });

  test.each(['limit=1.5', 'status=running'])('refuses ?%s', async (query) => {
    const member = await newOrganization();

    expect((await member.get(`${collection}?${query}`)).status).toBe(422);
  });
});
