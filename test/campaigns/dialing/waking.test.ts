import { describe, expect, test } from 'vitest';
import { dial } from '../../../src/campaigns/dialing/dialer.ts';
import { wakeDue } from '../../../src/campaigns/jobs.ts';
import { dialQueue } from '../../../src/campaigns/dialing/wake.ts';
import { later } from '../../../src/timestamp.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import {
  accepted,
  type CallableCampaign,
  dialNow,
  endCall,
  endless,
  givenCallableCampaign,
  runsOf,
} from '../lifecycle/given.ts';

const server = ownServer();

describe('The dialer is woken', () => {
  const wakeAt = async ({ id }: CallableCampaign) =>
    (
      await server.app.db
        .selectFrom('campaigns')
        .select('wake_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).wake_at;

  test('when a retry is due, even if no process was running when it became due', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      digits: [endless],
      retry_config: { retry_delay_seconds: 30 },
    });
    const begun = server.app.now();
    server.setNow(begun);
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    const [run] = await accepted(member, campaign);
    await endCall(member, run, 'busy');
    await dialNow(member);

    const due = await wakeAt(campaign);
    takeWaiting();
    server.setNow(later(begun, 86_400_000));
    await wakeDue(server.app);
    const woken = organizationsWaiting();
    await dialNow(member);

    expect(due).toBe(later(begun, 30_000));
    expect(woken).toContain(member.organization_id);
    expect(await runsOf(member, campaign)).toHaveLength(2);
  });

  test('when a slot opens, and not repeatedly before', async () => {
    server.setNow('2027-01-04T08:59:40.000Z');
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      digits: ['00'],
      schedule_config: {
        enabled: true,
        timezone: 'UTC',
        slots: [{ day_of_week: 0, start_time: '09:00', end_time: '10:00' }],
      },
    });
    await member.post(`${campaign.path}/start`);

    await dialNow(member);

    expect(await wakeAt(campaign)).toBe('2027-01-04T09:00:00.000Z');
    expect(await runsOf(member, campaign)).toEqual([]);
  });

  test('not repeatedly while all contacts of an open slot are being called', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      digits: [endless, endless],
      limit: 9,
    });
    const begun = server.app.now();
    server.setNow(begun);
    await member.post(`${campaign.path}/start`);
    await dialNow(member);

    expect(await wakeAt(campaign)).toBe(later(begun, 60_000));
  });

  test('not repeatedly for a retry that is due in a zone whose slot is closed', async () => {
    server.setNow('2027-01-04T09:59:59.000Z');
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      digits: [endless],
      schedule_config: {
        enabled: true,
        timezone: 'UTC',
        slots: [{ day_of_week: 0, start_time: '09:00', end_time: '10:00' }],
      },
    });
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    const [run] = await accepted(member, campaign);
    await endCall(member, run, 'busy');
    server.setNow('2027-01-04T10:00:30.000Z');
    await dialNow(member);

    expect(await wakeAt(campaign)).toBe('2027-01-04T16:00:30.000Z');
    expect(await runsOf(member, campaign)).toHaveLength(1);
  });

  test.each([
    ['its schedule', { at: '2027-01-04T04:00:00.000Z', change: 'schedule' }],
    ["the organization's calling hours", { at: '2027-01-04T04:00:00.000Z', change: 'hours' }],
    ["the workflow's calling hours", { at: '2027-01-04T04:00:00.000Z', change: 'workflow' }],
    [
      "the workflow's calling hours, which are removed",
      { at: '2027-01-04T04:00:00.000Z', change: 'none' },
    ],
  ])('when all slots are closed by a change of %s, not before', async (_, { at, change }) => {
    server.setNow(at);
    const member = await newOrganization({ server });
    const slot = { day_of_week: 0, start_time: '09:00', end_time: '10:00' };
    const closed = { enabled: true, timezone: 'UTC', slots: [slot] };
    const open = { ...closed, slots: [{ ...slot, start_time: '04:00' }] };
    const campaign = await givenCallableCampaign(member, {
      digits: ['00'],
      ...(change === 'schedule' && { schedule_config: closed }),
    });
    const setHours = (hours: object) =>
      change === 'hours'
        ? member.put('/api/v1/organizations/calling-hours', hours)
        : change === 'schedule'
          ? member.patch(campaign.path, { schedule_config: hours })
          : member.put(`/api/v1/workflow/${campaign.workflow_id}`, {
              workflow_configurations:
                change === 'none' && hours === open ? {} : { calling_hours: hours },
            });
    expect((await setHours(closed)).status).toBe(200);
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    const asleep = await wakeAt(campaign);
    takeWaiting();

    await setHours(open);

    expect(asleep).toBe('2027-01-04T09:00:00.000Z');
    expect(await wakeAt(campaign)).toBe(at);
    expect(organizationsWaiting()).toContain(member.organization_id);
  });

  test('by a sweep, whatever was lost', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member);
    await member.post(`${campaign.path}/start`);
    await server.app.db
      .updateTable('campaigns')
      .set({ wake_at: null })
      .where('id', '=', campaign.id)
      .execute();

    takeWaiting();

    await wakeDue(server.app);

    expect(organizationsWaiting()).toContain(member.organization_id);
  });

  test('by a dialer that may have more calls to place, after those of other organizations', async () => {
    const member = await newOrganization({ server });
    // One more than a round takes.
    const numbers = Array.from({ length: 51 }, (_, place) => `+1${202 + place}55501${endless}`);
    await givenCallableCampaign(member, { numbers, limit: 100 }).then(({ path }) =>
      member.post(`${path}/start`),
    );
    takeWaiting();

    await dial(server.app, member.organization_id);
    const handedOver = organizationsWaiting();
    takeWaiting();
    await dial(server.app, member.organization_id);

    expect(handedOver).toContain(member.organization_id);
    expect(organizationsWaiting()).not.toContain(member.organization_id);
  });

  const takeWaiting = () => server.woken.forget(dialQueue);
  const organizationsWaiting = () => server.woken.keys(dialQueue).map(Number);
});
