import { expect, test } from 'vitest';
import { removeDeleted } from '../../../src/campaigns/jobs.ts';
import { givenCampaign, givenContacts, givenRun } from '../../campaigns/given.ts';
import { newOrganization } from '../../support/organizations.ts';
import { givenConfiguration } from '../../telephony/given.ts';
import { submit, talked, usageOf } from './given.ts';

const tokens = (count: number) => ({ tokens: count });

test('getUsage counts a run on for the campaign and the configuration that it had, after these were deleted', async () => {
  const member = await newOrganization();
  const { app } = member.server;
  const telephony_configuration_id = await givenConfiguration(member);
  const campaign = await givenCampaign(member, {
    state: 'completed',
    completed_at: app.now(),
    total_rows: 1,
  });
  const [contact_id = 0] = await givenContacts(member, campaign, [
    { state: 'done', outcome: 'completed', attempts: 1 },
  ]);
  const run = await givenRun(member, campaign, {
    ...talked(9),
    mode: 'campaign',
    contact_id,
    telephony_configuration_id,
  });
  await submit(member, run, tokens(1000));

  const deleted = await member.delete(`/api/v1/campaign/${campaign.id}`);
  await removeDeleted(app);
  await app.db
    .deleteFrom('telephony_configurations')
    .where('id', '=', telephony_configuration_id)
    .execute();
  await submit(member, run, tokens(100));
  const workflow = `/api/v1/workflow/${campaign.workflow_id}`;
  await member.post(`${workflow}/runs/${run}/mark-consent`, { consent_given: true });

  expect(deleted.status).toBe(204);
  const one = {
    connected: 1,
    consents: 1,
    consent_rate: 1,
    consumption: { tokens: { runs: 1, total: 100 } },
  };
  for (const [group, id] of [
    ['campaign', campaign.id],
    ['configuration', telephony_configuration_id],
  ] as const) {
    const { items } = await usageOf(member, `group_by=${group}`);
    const name = group === 'campaign' ? 'campaign_id' : 'telephony_configuration_id';
    expect(items).toMatchObject([{ [name]: id, usage: one }]);
  }
});
