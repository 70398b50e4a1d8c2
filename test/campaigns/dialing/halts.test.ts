import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { dial } from '../../../src/campaigns/dialing/dialer.ts';
import { claim } from '../../../src/campaigns/dialing/claim.ts';
import { release } from '../../../src/campaigns/dialing/claim-queries.ts';
import { wakeDue } from '../../../src/campaigns/dialing/jobs.ts';
import { dialQueue } from '../../../src/campaigns/dialing/wake.ts';
import { connectPostgres } from '../../../src/db/connect.ts';
import { later } from '../../../src/moment.ts';
import { copyUrl, onPostgres } from '../../support/database.ts';
import { newOrganization, type Member } from '../../support/organizations.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { askedOf, until } from '../../telephony/calls/given.ts';
import {
  accepted,
  type CallableCampaign,
  contactsOf,
  dialAll,
  dialNow,
  endCall,
  endless,
  eventsIn,
  givenCallableCampaign,
  runsOf,
} from '../deeds/given.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterEach(() => server.setNow(undefined));
afterAll(() => server.close());

const always = { day_of_week: 0, start_time: '00:00', end_time: '24:00' };

const setCampaign = (campaign: CallableCampaign, values: object): Promise<unknown> =>
  server.app.db.updateTable('campaigns').set(values).where('id', '=', campaign.id).execute();

describe('A campaign is paused with the reason in its log, and nobody is called,', () => {
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
      'if its workflow has no published version any more',
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
    expect(await askedOf(member, campaign.configuration_id)).toEqual([]);
  });

  test("if a contact's zone cannot be read", async () => {
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

  test('and goes on where it was once the cause is mended and it is resumed', async () => {
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

describe('Attempts that nobody was asked for', () => {
  const claimFor = (member: Member, campaign: CallableCampaign, most: number) =>
    server.app.db.transaction().execute((trx) =>
      claim(trx, {
        organization_id: member.organization_id,
        campaign_id: campaign.id,
        now: server.app.now(),
        most,
      }),
    );

  test('are undone: their contacts are called again in their order, and counts are as before', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      digits: ['00', '01', '02', '03', '04', '05'],
      timezones: [null, 'Europe/London', null, 'Europe/London'],
      limit: 4,
    });
    await member.post(`${campaign.path}/start`);
    const before = (await member.get(campaign.path)).body;
    const calls = await claimFor(member, campaign, 4);

    await server.app.db.transaction().execute((trx) =>
      release(
        trx,
        calls.map(({ id }) => id),
        server.app.now(),
      ),
    );
    const undone = (await member.get(campaign.path)).body;
    const contacts = await contactsOf(member, campaign);
    const body = await dialAll(member, campaign);

    expect(calls).toHaveLength(4);
    expect(undone).toEqual(before);
    expect(contacts.map(({ state, attempts }) => [state, attempts])).toEqual(
      Array.from({ length: 6 }, () => ['pending', 0]),
    );
    expect(body).toMatchObject({ state: 'completed', executed_count: 6 });
    const runs = await runsOf(member, campaign);
    expect(runs.map(({ to_number }) => to_number)).toEqual(
      contacts.map(({ phone_number }) => phone_number),
    );
  });

  test('of retries are undone: they wait again and are due', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: [endless] });
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    const [run] = await accepted(member, campaign);
    await endCall(member, run, 'busy');
    server.setNow(later(server.app.now(), 60_000));
    const [call] = await claimFor(member, campaign, 1);

    await server.app.db.transaction().execute((trx) => release(trx, [call!.id], server.app.now()));

    expect(await contactsOf(member, campaign)).toMatchObject([
      { state: 'waiting', attempts: 1, due_at: server.app.now() },
    ]);
    await dialNow(member);
    expect(await contactsOf(member, campaign)).toMatchObject([{ state: 'dialing', attempts: 2 }]);
  });

  test('are kept where the carrier has been asked', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: [endless] });
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    const [run] = await accepted(member, campaign);

    await server.app.db.transaction().execute((trx) => release(trx, [run!.id], server.app.now()));

    expect(await runsOf(member, campaign)).toHaveLength(1);
    expect(await contactsOf(member, campaign)).toMatchObject([{ state: 'dialing', attempts: 1 }]);
  });
});

describe('The dialer is woken', () => {
  const waiting = async (): Promise<number> => (await server.app.jobs.waiting())[dialQueue] ?? 0;
  const wakeAt = async ({ id }: CallableCampaign) =>
    (
      await server.app.db
        .selectFrom('campaigns')
        .select('wake_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).wake_at;

  test('when a retry falls due, though nobody looked while it did', async () => {
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
    const woken = await organizationsWoken();
    await dialNow(member);

    expect(due).toBe(later(begun, 30_000));
    expect(woken).toContain(member.organization_id);
    expect(await runsOf(member, campaign)).toHaveLength(2);
  });

  test('when a slot opens, and not over and over before', async () => {
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

  test('not over and over while all contacts of an open slot are being called', async () => {
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

  test('not over and over for a retry that is due in a zone whose slot is closed', async () => {
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

  test('by a sweep, once for an organization, whatever was lost', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member);
    await member.post(`${campaign.path}/start`);
    await setCampaign(campaign, { wake_at: null });
    const before = await waiting();

    await wakeDue(server.app, undefined);
    const after = await waiting();
    await wakeDue(server.app, undefined);

    expect(after).toBeGreaterThanOrEqual(before);
    expect(await waiting()).toBe(after);
    expect(await organizationsWoken()).toContain(member.organization_id);
  });

  async function organizationsWoken(): Promise<number[]> {
    await wakeDue(server.app, server.app.now());
    const { rows } = await server.connection.pool.query(
      'select data from pgboss.job where name = $1 and state = $2',
      [dialQueue, 'created'],
    );
    return rows.map(({ data }) => Number(data.organization_id));
  }
});

test.runIf(onPostgres)(
  'Two servers on one database call each contact once for each attempt, within the limits',
  async () => {
    const url = await copyUrl();
    const connections = [
      connectPostgres(url, { poolSize: 10 }),
      connectPostgres(url, { poolSize: 10 }),
    ];
    const [one, other] = [
      await startServer({ role: 'all' }, connections[0]),
      await startServer({ role: 'all' }, connections[1]),
    ];
    try {
      const member = await newOrganization({ server: one });
      const campaign = await givenCallableCampaign(member, {
        numbers: Array.from(
          { length: 200 },
          (_, place) => `+1202555${2000 + (place % 70) + 100 * Math.floor(place / 70)}`,
        ),
        limit: 12,
        ring_ms: 1,
        talk_ms: 5,
        circuit_breaker: { enabled: false },
      });
      let most = 0;
      await member.post(`${campaign.path}/start`);
      const dialing = Promise.all(
        [one, other, one, other].map((each) => dial(each.app, member.organization_id)),
      );

      await until(
        async () => {
          const { body } = await member.get(`${campaign.path}/progress`);
          most = Math.max(most, body.calls_under_way);
          return body;
        },
        ({ state }) => state === 'completed',
        60_000,
      );
      await dialing;

      const [contacts, runs] = [await contactsOf(member, campaign), await runsOf(member, campaign)];
      const asked = await askedOf(member, campaign.configuration_id);
      expect(most).toBeLessThanOrEqual(12);
      expect(contacts.every(({ state }) => state === 'done')).toBe(true);
      expect(new Set(asked.map(({ run_id }) => run_id)).size).toBe(asked.length);
      expect(asked).toHaveLength(runs.length);
      for (const { phone_number, attempts } of contacts)
        expect(
          asked.filter(({ to_number }) => to_number === phone_number),
          phone_number,
        ).toHaveLength(attempts);
    } finally {
      await Promise.all([one.close(), other.close()]);
      await Promise.all(connections.map((connection) => connection.close()));
    }
  },
);
