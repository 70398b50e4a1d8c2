import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { insert as store } from '../../src/telephony/simulation/queries.ts';
import { eventsOf } from '../audit/given.ts';
import { givenCampaign, givenRun } from '../campaigns/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { together } from '../support/together.ts';
import { collection, givenConfiguration, givenNumber, twilio } from './given.ts';

const exists = async (member: Member, id: number): Promise<boolean> =>
  (await member.get(`${collection}/${id}`)).status === 200;
const givenCampaignWith = (member: Member, telephony_configuration_id: number, state: State) => {
  const completed_at = state === 'completed' ? member.server.app.now() : null;
  return givenCampaign(member, { telephony_configuration_id, state, completed_at });
};
type State = 'created' | 'running' | 'paused' | 'completed' | 'canceled';

describe('deleteTelephonyConfiguration', () => {
  test('removes the configuration and its numbers', async () => {
    const member = await newOrganization();
    const id = await givenConfiguration(member, { provider: 'twilio', credentials: twilio });
    await givenNumber(member, id);
    const other = await givenConfiguration(member);

    const answer = await member.delete(`${collection}/${id}`);

    expect(answer.status).toBe(204);
    expect(await exists(member, id)).toBe(false);
    expect(await exists(member, other)).toBe(true);
    expect((await member.delete(`${collection}/${id}`)).status).toBe(404);
    const [event] = await eventsOf(member, {
      subject_type: 'telephony_configuration',
      subject_id: id,
    });
    expect(event).toMatchObject({
      action: 'telephony_configuration.deleted',
      before: { provider: 'twilio', credentials: { auth_token: `${'*'.repeat(28)}e0b4` } },
      after: null,
    });
  });

  test('removes what the simulated network knows of its calls, and of no others', async () => {
    const member = await newOrganization();
    const [id, other] = [await givenConfiguration(member), await givenConfiguration(member)];
    const { db } = member.server.app;
    const at = member.server.app.now();
    const call = (telephony_configuration_id: number) => ({
      id: crypto.randomUUID(),
      telephony_configuration_id,
      direction: 'outbound' as const,
      run_id: null,
      to_number: '+12025550185',
      from_number: null,
      callback_url: 'http://127.0.0.1:9',
      placed_at: at,
      ends_at: at,
      detection: 'off' as const,
    });
    await store(db, [call(id), call(other)]);

    await member.delete(`${collection}/${id}`);
    // As if it had been on its way.
    await store(db, [call(id)]);

    const left = await db
      .selectFrom('simulated_calls')
      .select('telephony_configuration_id')
      .where('telephony_configuration_id', 'in', [id, other])
      .execute();
    expect(left).toEqual([{ telephony_configuration_id: other }]);
  });

  test('leaves no default if it was the default', async () => {
    const member = await newOrganization();
    await givenConfiguration(member);
    const id = await givenConfiguration(member, { is_default_outbound: true });

    await member.delete(`${collection}/${id}`);

    const { items } = (await member.get(collection)).body;
    expect(items).toHaveLength(1);
    expect(items[0].is_default_outbound).toBe(false);
  });

  test.each(['created', 'running', 'paused'] as const)(
    'is refused while a %s campaign uses it',
    async (state) => {
      const member = await newOrganization();
      const id = await givenConfiguration(member);
      const campaigns = [
        await givenCampaignWith(member, id, state),
        await givenCampaignWith(member, id, state),
      ];

      const answer = await member.delete(`${collection}/${id}`);

      expect([answer.status, answer.body.code]).toEqual([409, 'telephony_configuration_in_use']);
      expect(answer.body.campaign_ids).toEqual(campaigns.map((campaign) => campaign.id));
      expect(answer.body.live_calls).toBe(0);
      expect(await exists(member, id)).toBe(true);
    },
  );

  test.each(['completed', 'canceled'] as const)(
    'removes itself from a %s campaign, whose calls keep its id',
    async (state) => {
      const member = await newOrganization();
      const id = await givenConfiguration(member);
      const campaign = await givenCampaignWith(member, id, state);
      await givenRun(member, campaign, {
        telephony_configuration_id: id,
        state: 'completed',
        outcome: 'busy',
        ended_at: member.server.app.now(),
      });

      const answer = await member.delete(`${collection}/${id}`);

      expect(answer.status).toBe(204);
      const shown = (await member.get(`/api/v1/campaign/${campaign.id}`)).body;
      expect(shown).toMatchObject({ state, executed_count: 1 });
      const run = await member.server.app.db
        .selectFrom('workflow_runs')
        .select('telephony_configuration_id')
        .where('campaign_id', '=', campaign.id)
        .executeTakeFirstOrThrow();
      expect(run.telephony_configuration_id).toBe(id);
    },
  );

  test.each(['initialized', 'running'] as const)(
    'is refused while a call with it is %s',
    async (state) => {
      const member = await newOrganization();
      const id = await givenConfiguration(member);
      const campaign = await givenCampaignWith(member, id, 'canceled');
      await givenRun(member, campaign, { telephony_configuration_id: id, state });

      const answer = await member.delete(`${collection}/${id}`);

      expect([answer.status, answer.body.code]).toEqual([409, 'telephony_configuration_in_use']);
      expect(answer.body).toMatchObject({ campaign_ids: [], live_calls: 1 });
      expect(await exists(member, id)).toBe(true);
    },
  );

  test('is not blocked by campaigns and calls of other configurations', async () => {
    const member = await newOrganization();
    const [id, other] = [await givenConfiguration(member), await givenConfiguration(member)];
    const campaign = await givenCampaignWith(member, other, 'running');
    await givenRun(member, campaign, { telephony_configuration_id: other, state: 'running' });

    expect((await member.delete(`${collection}/${id}`)).status).toBe(204);
  });

  test('waits for a campaign that starts to use it, and is then refused', async () => {
    const member = await newOrganization();
    const { app, connection } = member.server;
    const telephony_configuration_id = await givenConfiguration(member);
    const { id } = await givenCampaign(member);
    const use = { telephony_configuration_id };
    const beginning = await app.db.startTransaction().execute();
    await beginning.updateTable('campaigns').set(use).where('id', '=', id).execute();

    const deletion = member.delete(`${collection}/${telephony_configuration_id}`);
    await vi.waitFor(async () => {
      // A transaction sees the same activity until this.
      await sql`select pg_stat_clear_snapshot()`.execute(beginning);
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(beginning);
      if (rows.length === 0 && connection.pool.waitingCount === 0)
        throw new Error('The deletion waits for nothing.');
    }, 20_000);
    await beginning.commit().execute();

    const answer = await deletion;
    expect([answer.status, answer.body.campaign_ids]).toEqual([409, [id]]);
    expect((await member.get(`/api/v1/campaign/${id}`)).body.telephony_configuration_id).toBe(
      telephony_configuration_id,
    );
  });

  test('succeeds once of three concurrent requests', async () => {
    const member = await newOrganization();
    const id = await givenConfiguration(member);

    const answers = await together(
      member.server,
      Array.from({ length: 3 }, () => () => member.delete(`${collection}/${id}`)),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404, 404]);
  });
});
