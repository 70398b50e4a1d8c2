import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { compose } from '../../../src/webhooks/events/compose.ts';
import { later } from '../../../src/timestamp.ts';
import { eventsOf } from '../../audit/given.ts';
import {
  givenCampaign,
  givenContacts,
  givenRun as givenCampaignRun,
} from '../../campaigns/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { startServer } from '../../support/server.ts';
import { together } from '../../support/together.ts';
import { untilWaiting } from '../../support/waiting.ts';
import {
  deliver,
  givenEndedRun,
  givenEndpoint,
  longAnswer,
  startReceiver,
} from '../../webhooks/given.ts';
import { givenRun, givenWorkflow } from '../given.ts';

const pathOf = (id: number): string => `/api/v1/runs/${id}`;

const rowsIn = async ({ server, organization_id }: Member, table: string): Promise<number> => {
  const { rows } = await sql<{ rows: number }>`
    select count(*)::int as rows from ${sql.table(table)} where organization_id = ${organization_id}`.execute(
    server.app.db,
  );
  return rows[0]?.rows ?? 0;
};

const eventTables = ['webhook_events', 'webhook_deliveries', 'webhook_attempts'];
const pendingTables = ['pending_events', 'pending_deliveries'];
const countsOf = (member: Member, tables: readonly string[]) =>
  Promise.all(tables.map((table) => rowsIn(member, table)));

const over = (member: Member) =>
  ({ state: 'completed', outcome: 'completed', ended_at: member.server.app.now() }) as const;

async function schedule(
  member: Member,
  columns: { run_id?: number; callback_of_run_id?: number; workflow_id: number },
): Promise<string> {
  const { app } = member.server;
  const at = later(app.now(), 3_600_000);
  const isSettled = columns.run_id !== undefined;
  const { id } = await app.db
    .insertInto('scheduled_calls')
    .values({
      organization_id: member.organization_id,
      to_number: '+12025550100',
      scheduled_at: at,
      due_at: isSettled ? null : at,
      settled_at: isSettled ? app.now() : null,
      state: isSettled ? 'initiated' : 'scheduled',
      user_id: member.user_id,
      created_at: app.now(),
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `/api/v1/telephony/scheduled-calls/${id}`;
}

describe('deleteRun', () => {
  test('removes a run with its marks, conversation, events and the scheduled call that it was', async () => {
    const member = await newOrganization({ server: await startServer() });
    const receiver = await startReceiver(longAnswer);
    await givenEndpoint(member, receiver.url);
    const id = await givenEndedRun(member);
    const kept = await givenEndedRun(member);
    await deliver(member.server);
    const { workflow_id } = (await member.get(pathOf(id))).body;
    const call = await schedule(member, { run_id: id, workflow_id });
    const callBack = await schedule(member, { callback_of_run_id: id, workflow_id });
    await member.post(`/api/v1/workflow/${workflow_id}/runs/${id}/mark-consent`, {
      consent_given: true,
    });
    await member.server.app.db
      .insertInto('run_conversations')
      .values({ organization_id: member.organization_id, run_id: id })
      .execute();
    const before = await countsOf(member, eventTables);
    expect(before.every((rows) => rows > 0 && rows % 2 === 0)).toBe(true);

    const answer = await member.delete(pathOf(id));

    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await member.get(pathOf(id))).status).toBe(404);
    expect((await member.delete(pathOf(id))).status).toBe(404);
    expect((await member.get(pathOf(kept))).status).toBe(200);
    expect(await countsOf(member, eventTables)).toEqual(before.map((rows) => rows / 2));
    expect(await countsOf(member, ['consent_marks', 'run_conversations'])).toEqual([0, 0]);
    expect((await member.get(call)).status).toBe(404);
    expect((await member.get(callBack)).body.callback_of_run_id).toBe(null);
    expect((await member.get(`/api/v1/workflow/${workflow_id}`)).body.total_runs).toBe(0);
    const [event] = await eventsOf(member, { subject_type: 'workflow_run', subject_id: id });
    expect(event).toMatchObject({
      action: 'workflow_run.deleted',
      before: { workflow_id, mode: 'ad_hoc', outcome: 'completed' },
      after: null,
    });
    await member.server.close();
  });

  test('takes events along that were not sent', async () => {
    const member = await newOrganization({ server: await startServer() });
    const receiver = await startReceiver((_, response) => response.writeHead(500).end());
    await givenEndpoint(member, receiver.url);
    const failing = await givenEndedRun(member);
    await deliver(member.server);
    const unsent = await givenEndedRun(member);
    expect(await countsOf(member, pendingTables)).not.toContain(0);

    for (const id of [failing, unsent]) expect((await member.delete(pathOf(id))).status).toBe(204);

    expect(await countsOf(member, [...pendingTables, ...eventTables])).toEqual([0, 0, 0, 0, 0]);
    await member.server.close();
  });

  test.each(['initialized', 'running'] as const)(
    'is refused while the run is %s',
    async (state) => {
      const member = await newOrganization();
      const id = await givenRun(member, await givenWorkflow(member), { mode: 'ad_hoc', state });

      const answer = await member.delete(pathOf(id));

      expect([answer.status, answer.body.code, answer.body.state]).toEqual([
        409,
        'run_in_progress',
        state,
      ]);
      expect((await member.get(pathOf(id))).status).toBe(200);
    },
  );

  test('keeps the do-not-call entry that the call caused, and the progress of its campaign', async () => {
    const member = await newOrganization();
    const campaign = await givenCampaign(member, { state: 'paused', total_rows: 1 });
    const [contact_id = 0] = await givenContacts(member, campaign, [
      { state: 'done', outcome: 'completed', attempts: 1 },
    ]);
    const run_id = await givenCampaignRun(member, campaign, { contact_id, ...over(member) });
    const { app } = member.server;
    await app.db
      .insertInto('do_not_call_numbers')
      .values({
        organization_id: member.organization_id,
        phone_number: '+12025550123',
        source: 'opt_out',
        run_id,
        created_at: app.now(),
      })
      .execute();
    const path = `/api/v1/campaign/${campaign.id}`;
    const progress = async () => ({ ...(await member.get(`${path}/progress`)).body, at: null });
    const before = await progress();

    expect((await member.delete(pathOf(run_id))).status).toBe(204);

    const entries = (await member.get('/api/v1/do-not-call')).body.items;
    expect(entries).toMatchObject([{ phone_number: '+12025550123', run_id: null }]);
    expect((await member.get(`${path}/contacts`)).body.items).toMatchObject([
      { id: contact_id, attempts: 1, outcome: 'completed' },
    ]);
    expect((await member.get(`/api/v1/runs?campaign_id=${campaign.id}`)).body.items).toEqual([]);
    expect(before.executed_count).toBe(1);
    expect(await progress()).toEqual({ ...before, executed_count: 0 });
  });

  test('waits while events of the run are composed, and removes them then', async () => {
    const member = await newOrganization({ server: await startServer() });
    const id = await givenEndedRun(member);
    const composing = await member.server.app.db.startTransaction().execute();
    expect(await compose(composing, member.server.app.now())).toBeGreaterThan(0);

    const deletion = member.delete(pathOf(id));
    await untilWaiting(composing, member);
    await composing.commit().execute();

    expect((await deletion).status).toBe(204);
    expect(await countsOf(member, ['webhook_events', 'pending_events'])).toEqual([0, 0]);
    await member.server.close();
  });

  test('twice at the same time removes it once', async () => {
    const member = await newOrganization();
    const id = await givenEndedRun(member);

    const answers = await together(member.server, [
      () => member.delete(pathOf(id)),
      () => member.delete(pathOf(id)),
    ]);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 404]));
    const filter = { subject_type: 'workflow_run', subject_id: id };
    expect(await eventsOf(member, filter)).toHaveLength(1);
  });
});
