import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { holdRestored } from '../../src/process/cell.ts';
import { claimQueued, placeDue } from '../../src/telephony/calls/jobs.ts';
import { later } from '../../src/timestamp.ts';
import {
  accepted,
  claimed,
  contactsOf,
  dialNow,
  endless,
  eventsIn,
  givenCallableCampaign,
  runsOf,
} from '../campaigns/lifecycle/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { farApart } from '../support/id-steps.ts';
import { spawnServer } from '../support/process.ts';
import { ownServer } from '../support/own-server.ts';
import { givenCall, givenCallable, placementsOf, stateOf } from '../telephony/calls/given.ts';

const server = ownServer();

/** A single call that was accepted and not placed. */
const initiate = async (member: Member, workflow_id: number): Promise<number> =>
  (
    await member.post('/api/v1/telephony/initiate-call', {
      workflow_id,
      to_number: '+12025550197',
    })
  ).body.id;

describe('A start with RESTORED=1', () => {
  test('pauses running campaigns once, and says why in their logs', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: [endless, endless], limit: 1 });
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    const live = await accepted(member, campaign);

    await Promise.all([holdRestored(server.app), holdRestored(server.app)]);
    await holdRestored(server.app);
    await dialNow(member);

    const { body } = await member.get(campaign.path);
    expect(body).toMatchObject({ state: 'paused', executed_count: 1 });
    expect(eventsIn(body)).toEqual(['campaign_started', 'restored_from_backup']);
    // What the carrier has accepted goes on.
    expect(await runsOf(member, campaign)).toMatchObject([{ id: live[0]?.id, state: 'running' }]);
  });

  test('gives back the calls that campaigns had claimed', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: [endless, endless] });
    await member.post(`${campaign.path}/start`);
    const taken = await claimed(member, campaign);

    await holdRestored(server.app);

    expect(taken?.calls).toHaveLength(2);
    expect(await contactsOf(member, campaign)).toMatchObject([
      { state: 'pending', attempts: 0 },
      { state: 'pending', attempts: 0 },
    ]);
    expect(await runsOf(member, campaign)).toEqual([]);
  });

  test('ends single calls that were not placed, whether a worker had them or not', async () => {
    const member = await newOrganization({ server });
    const { workflow_id, configuration_id } = await givenCallable(member);
    const [queued, claimed] = [
      await initiate(member, workflow_id),
      await initiate(member, workflow_id),
    ];
    await server.app.db
      .updateTable('live_calls')
      .set({ state: 'claimed', lease_until: later(server.app.now(), 30_000), due_at: null })
      .where('run_id', '=', claimed)
      .execute();

    await holdRestored(server.app);
    await Promise.all(await claimQueued(server.app, [queued, claimed]));
    server.setNow(later(server.app.now(), 60_000));
    onTestFinished(() => server.setNow(undefined));
    await placeDue(server.app);
    await server.app.calls.settled();

    for (const id of [queued, claimed])
      expect(await stateOf(member, id)).toMatchObject({
        state: 'completed',
        outcome: 'canceled',
        failure: 'restored_from_backup',
      });
    expect(await placementsOf(member, configuration_id)).toEqual([]);
  });

  test('has the carrier queried at once about calls that were being placed', async () => {
    const member = await newOrganization({ server });
    const { workflow_id } = await givenCallable(member);
    const id = await initiate(member, workflow_id);
    const now = server.app.now();
    await server.app.db
      .updateTable('live_calls')
      .set({ state: 'placing', placing_at: now, ask_at: later(now, 20_000), due_at: null })
      .where('run_id', '=', id)
      .execute();

    server.setNow(now);
    onTestFinished(() => server.setNow(undefined));
    await holdRestored(server.app);

    const { ask_at, state } = await server.app.db
      .selectFrom('live_calls')
      .select(['ask_at', 'state'])
      .where('run_id', '=', id)
      .executeTakeFirstOrThrow();
    expect([ask_at, state]).toEqual([now, 'placing']);
  });

  test('leaves out the ids that may have been lost, of every table, once', async () => {
    const member = await newOrganization({ server });
    const { configuration_id } = await givenCallable(member);
    const create = async () => ({
      run: await givenCall(member, configuration_id),
      key: (await member.post('/api/v1/auth/api-keys', { name: 'Restored' })).body.id as number,
    });
    const before = await create();

    await Promise.all([holdRestored(server.app), holdRestored(server.app)]);
    await holdRestored(server.app);
    const after = await create();

    const left = 1_000_000 + farApart;
    expect(after).toEqual({ run: before.run + left, key: before.key + left });
    const { rows } = await sql`
      select sequencename from pg_sequences
      where sequencename like '%\\_id\\_seq' and coalesce(last_value, 0) < 1000000`.execute(
      server.app.db,
    );
    expect(rows).toEqual([]);
  });

  test('does so before it listens, and warns that RESTORED is to be removed', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'voice-agent-restored-'));
    const started = await spawnServer({ DATA_DIR: dataDir, RESTORED: '1' });
    onTestFinished(async () => void (await started.kill('SIGKILL')));

    const lines = started.output().split('\n');
    const at = (text: string) => lines.findIndex((line) => line.includes(text));

    expect(at('Remove RESTORED')).toBeGreaterThanOrEqual(0);
    expect(at('Remove RESTORED')).toBeLessThan(at('"listening"'));
  });
});
