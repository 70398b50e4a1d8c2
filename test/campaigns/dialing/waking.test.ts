import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDialer } from '../../../src/campaigns/dialing/dialer.ts';
import { wakeDue } from '../../../src/campaigns/dialing/jobs.ts';
import { dialQueue } from '../../../src/campaigns/dialing/wake.ts';
import { later } from '../../../src/timestamp.ts';
import { newOrganization } from '../../support/organizations.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import {
  accepted,
  type CallableCampaign,
  dialNow,
  endCall,
  endless,
  givenCallableCampaign,
  runsOf,
  setLimit,
} from '../lifecycle/given.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterEach(() => server.setNow(undefined));
afterAll(() => server.close());

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
    server.setNow(later(begun, 86_400_000));
    await wakeDue(server.app);
    const woken = await organizationsWaiting();
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

    expect(await wakeAt(campaign)).toBe('2027-01-04T10:01:30.000Z');
    expect(await runsOf(member, campaign)).toHaveLength(1);
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

    await takeWaiting();

    await wakeDue(server.app);

    expect(await organizationsWaiting()).toContain(member.organization_id);
  });

  test('by a dialer that may have more calls to place, after those of other organizations', async () => {
    const member = await newOrganization({ server });
    // One more than a round takes.
    const numbers = Array.from({ length: 51 }, (_, place) => `+1${202 + place}55501${endless}`);
    await givenCallableCampaign(member, { numbers, limit: 100 }).then(({ path }) =>
      member.post(`${path}/start`),
    );
    await takeWaiting();

    await createDialer(server.app)(member.organization_id);
    const handedOver = await organizationsWaiting();
    await takeWaiting();
    await createDialer(server.app)(member.organization_id);

    expect(handedOver).toContain(member.organization_id);
    expect(await organizationsWaiting()).not.toContain(member.organization_id);
  });

  test('by a wake-up that comes during a round, which another one follows', async () => {
    const member = await newOrganization({ server });
    const { organization_id } = member;
    const campaign = await givenCallableCampaign(member, { digits: [endless, endless], limit: 1 });
    await setLimit(member, 1);
    await member.post(`${campaign.path}/start`);
    await takeWaiting();
    const { calls } = server.app;
    let meanwhile: Promise<void> | undefined;
    const dial = createDialer({
      ...server.app,
      calls: {
        ...calls,
        slots: {
          ...calls.slots,
          // The round has counted its slots when there is another one.
          lock: async (trx, id) => {
            const free = await calls.slots.lock(trx, id);
            meanwhile ??= dial(organization_id);
            const organization = trx.updateTable('organizations').where('id', '=', id);
            await organization.set({ concurrent_call_limit: 2 }).execute();
            return free;
          },
        },
      },
    });

    await dial(organization_id);
    await meanwhile;
    // A round that used its time up hands the organization over instead.
    if ((await organizationsWaiting()).includes(organization_id)) await dial(organization_id);

    expect(await runsOf(member, campaign)).toHaveLength(2);
  });

  /** No other worker takes this server's waiting jobs. */
  const takeWaiting = () =>
    server.connection.pool.query(`delete from pgboss.job where name = $1`, [dialQueue]);

  async function organizationsWaiting(): Promise<number[]> {
    const { rows } = await server.connection.pool.query(
      'select data from pgboss.job where name = $1 and state = $2',
      [dialQueue, 'created'],
    );
    return rows.map(({ data }) => Number(data.organization_id));
  }
});
