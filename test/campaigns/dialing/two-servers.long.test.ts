import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dial } from '../../../src/campaigns/dialing/dialer.ts';
import { connectTest, copyUrl, onPostgres } from '../../support/database.ts';
import { newOrganization } from '../../support/organizations.ts';
import { startServer } from '../../support/server.ts';
import { placementsOf, until } from '../../telephony/calls/given.ts';
import { contactsOf, givenCallableCampaign, runsOf } from '../lifecycle/given.ts';

test.runIf(onPostgres)(
  'Two servers on one database call each contact once for each attempt, within the limits',
  async () => {
    const url = await copyUrl();
    // Servers on one database share their keys.
    const dataDir = mkdtempSync(join(tmpdir(), 'voice-agent-data-'));
    const connections = [connectTest(url, { poolSize: 10 }), connectTest(url, { poolSize: 10 })];
    const [one, other] = [
      await startServer({ role: 'all', dataDir }, connections[0]),
      await startServer({ role: 'all', dataDir }, connections[1]),
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
      let peak = 0;
      await member.post(`${campaign.path}/start`);
      const dialing = Promise.all(
        [one, other, one, other].map((each) => dial(each.app, member.organization_id)),
      );

      await until(
        async () => {
          const { body } = await member.get(`${campaign.path}/progress`);
          peak = Math.max(peak, body.calls_in_progress);
          return body;
        },
        ({ state }) => state === 'completed',
        60_000,
      );
      await dialing;

      const [contacts, runs] = [await contactsOf(member, campaign), await runsOf(member, campaign)];
      const placed = await placementsOf(member, campaign.configuration_id);
      expect(peak).toBeLessThanOrEqual(12);
      expect(contacts.every(({ state }) => state === 'done')).toBe(true);
      expect(new Set(placed.map(({ run_id }) => run_id)).size).toBe(placed.length);
      expect(placed).toHaveLength(runs.length);
      for (const { phone_number, attempts } of contacts)
        expect(
          placed.filter(({ to_number }) => to_number === phone_number),
          phone_number,
        ).toHaveLength(attempts);
    } finally {
      await Promise.all([one.close(), other.close()]);
      await Promise.all(connections.map((connection) => connection.close()));
    }
  },
);
