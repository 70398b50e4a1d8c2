import { expect, test } from 'vitest';
import { release } from '../../../src/campaigns/dialing/placing.ts';
import { repeatedTransactions } from '../../../src/db/retrying.ts';
import { giveBack } from '../../../src/telephony/calls/give-back.ts';
import { onPostgres, openConnections } from '../../support/database.ts';
import { newOrganization } from '../../support/organizations.ts';
import { startServer } from '../../support/server.ts';
import { countBlocked } from '../../support/waiting.ts';
import { givenNumber } from '../../telephony/given.ts';
import { claimed, endless, givenCallableCampaign } from '../lifecycle/given.ts';

// Both wait for locks, which the single connection of the embedded database cannot.
test.runIf(onPostgres)(
  'A claim and a call that is given back at the same time do not lock each other out',
  async () => {
    const server = await startServer();
    await openConnections(server.connection, 10);
    const { app } = server;
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      digits: [endless, endless, endless],
      timezones: ['Europe/Vienna', 'America/New_York', 'Europe/Vienna'],
    });
    await givenNumber(member, campaign.configuration_id, { in_pool: true, daily_cap: 10 });
    await member.post(`${campaign.path}/start`);
    const first = await claimed(member, campaign, 1);
    const repeated = repeatedTransactions();
    const client = await server.connection.pool.connect();
    await client.query('begin');
    await client.query('select from phone_numbers for update');

    const untilBlocked = (count: number) =>
      expect.poll(() => countBlocked(app.db), { timeout: 20_000 }).toBe(count);

    const claiming = claimed(member, campaign, 2);
    await untilBlocked(1);
    const returning = app.db
      .transaction()
      .execute((trx) =>
        giveBack(trx, release, { ids: [first!.calls[0]!.id], attempt: null, now: app.now() }),
      );
    await untilBlocked(2);
    await client.query('rollback');
    client.release();

    expect((await claiming)?.calls).toHaveLength(2);
    expect(await returning).toEqual({ returned: 1, hungUp: [] });
    expect(repeatedTransactions()).toBe(repeated);
    await server.close();
  },
);
