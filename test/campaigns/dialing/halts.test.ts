import { describe, expect, test } from 'vitest';
import { newOrganization, type Member } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { placementsOf } from '../../telephony/calls/given.ts';
import {
  type CallableCampaign,
  dialAll,
  dialNow,
  eventsIn,
  givenCallableCampaign,
} from '../lifecycle/given.ts';

const server = ownServer();

const always = { day_of_week: 0, start_time: '00:00', end_time: '24:00' };

const setCampaign = (campaign: CallableCampaign, values: object): Promise<unknown> =>
  server.app.db.updateTable('campaigns').set(values).where('id', '=', campaign.id).execute();

describe('A campaign is paused with the reason in its log, and no call is placed,', () => {
  const halts: [
    string,
    string,
    (member: Member, campaign: CallableCampaign) => Promise<unknown>,
  ][] = [
    [
      'if its zone cannot be read',
      'schedule_unreadable',
      (_, campaign) =>
        setCampaign(campaign, {
          schedule_config: JSON.stringify({
            enabled: true,
            timezone: 'Nowhere/At_All',
            slots: [always],
          }),
        }),
    ],
    [
      'if its telephony configuration is gone',
      'telephony_configuration_missing',
      (_, campaign) => setCampaign(campaign, { telephony_configuration_id: null }),
    ],
    [
      'if its carrier needs a caller number and none is left',
      'no_caller_number',
      (_, { configuration_id }) =>
        server.app.db
          .updateTable('telephony_configurations')
          .set({ provider: 'twilio' })
          .where('id', '=', configuration_id)
          .execute(),
    ],
    [
      'if its workflow was archived',
      'workflow_archived',
      (_, { workflow_id }) =>
        server.app.db
          .updateTable('workflows')
          .set({ status: 'archived' })
          .where('id', '=', workflow_id)
          .execute(),
    ],
    [
      'if its workflow no longer has a published version',
      'workflow_not_published',
      (_, { workflow_id }) =>
        server.app.db
          .updateTable('workflow_definitions')
          .set({ version_status: 'archived' })
          .where('workflow_id', '=', workflow_id)
          .execute(),
    ],
  ];

  test.each(halts)('%s', async (_, event, spoil) => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member);
    await member.post(`${campaign.path}/start`);
    await spoil(member, campaign);

    await dialNow(member);

    const { body } = await member.get(campaign.path);
    expect(body).toMatchObject({ state: 'paused', executed_count: 0, processed_rows: 0 });
    expect(body.logs.at(-1)).toMatchObject({ event, level: 'error' });
    expect(eventsIn(body)).toEqual(['campaign_started', event]);
    expect(await placementsOf(member, campaign.configuration_id)).toEqual([]);
  });

  test("if a contact's time zone is invalid", async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      digits: ['00', '01'],
      timezones: [null, 'Nowhere/At_All'],
      schedule_config: {
        enabled: true,
        timezone: 'UTC',
        slots: [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ ...always, day_of_week })),
      },
    });
    await member.post(`${campaign.path}/start`);

    await dialNow(member);

    const { body } = await member.get(campaign.path);
    expect(body).toMatchObject({ state: 'paused', executed_count: 0 });
    expect(eventsIn(body).at(-1)).toBe('schedule_unreadable');
  });

  test('and continues where it stopped once the cause is fixed and it is resumed', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member);
    await member.post(`${campaign.path}/start`);
    await setCampaign(campaign, { telephony_configuration_id: null });
    await dialNow(member);
    await setCampaign(campaign, { telephony_configuration_id: campaign.configuration_id });

    await member.post(`${campaign.path}/resume`);
    const body = await dialAll(member, campaign);

    expect(body).toMatchObject({ state: 'completed', executed_count: 3 });
  });
});
