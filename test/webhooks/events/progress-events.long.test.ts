import { describe, expect, test } from 'vitest';
import { newOrganization, type Member } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { startServer } from '../../support/server.ts';
import { dialNow, givenCallableCampaign, runsOf } from '../../campaigns/lifecycle/given.ts';
import { ended, givenCallable, until } from '../../telephony/calls/given.ts';
import { deliver, givenEndpoint, startReceiver } from '../given.ts';
import { bodiesOf, namesOf } from './given.ts';

const progress = ['call_queued', 'call_ringing', 'call_answered'];
const every = [...progress, 'call_ended', 'call_analyzed'];
/** Accepted, and never reported by itself. */
const silent = '+12025550197';

const server = ownServer();

const report = (
  { organization_id }: Member,
  run_id: number,
  event: 'accepted' | 'ringing' | 'answered' | 'completed',
): Promise<void> =>
  server.app.calls.report({ organization_id, run_id, at: server.app.now(), event });

const runOf = async (member: Member, id: number) => (await member.get(`/api/v1/runs/${id}`)).body;

async function givenPlacedCall(member: Member, workflow?: number): Promise<number> {
  const workflow_id = workflow ?? (await givenCallable(member)).workflow_id;
  const path = '/api/v1/telephony/initiate-call';
  const initial_context = { first_name: 'Ada' };
  const { body } = await member.post(path, { workflow_id, to_number: silent, initial_context });
  return body.id;
}

describe('The events of a call before its end', () => {
  test('are sent in their order to those who chose them', async () => {
    const member = await newOrganization({ server });
    const [all, two] = [await startReceiver(), await startReceiver()];
    await givenEndpoint(member, all.url, { events: every });
    await givenEndpoint(member, two.url);

    const id = await givenPlacedCall(member);
    for (const event of ['accepted', 'ringing', 'answered', 'completed'] as const)
      await report(member, id, event);
    await member.post(`/api/v1/runs/${id}/result`, { analysis: { call_summary: 'Confirmed.' } });
    await deliver(server);

    expect(all.heard()).toEqual(every.map((event) => `${event} ${id}`));
    expect(two.heard()).toEqual([`call_ended ${id}`, `call_analyzed ${id}`]);
    const bodies = await bodiesOf(member);
    expect(bodies[0]).toMatchObject({
      type: 'call_queued',
      call: {
        run_id: id,
        to_number: silent,
        campaign_id: null,
        mode: 'ad_hoc',
        initial_context: { first_name: 'Ada' },
      },
    });
  });

  test('are not written where nobody chose them, or no longer', async () => {
    const member = await newOrganization({ server });
    const endpoint = await givenEndpoint(member, 'http://127.0.0.1:9/', { events: every });
    await member.patch(endpoint.path, { events: ['call_answered', 'campaign_paused'] });

    const id = await givenPlacedCall(member);
    for (const event of ['accepted', 'ringing', 'answered'] as const)
      await report(member, id, event);
    expect(await namesOf(member)).toEqual(['call_answered']);

    await member.post(`${endpoint.path}/disable`);
    const other = await givenPlacedCall(await newOrganization({ server }));
    const again = await givenPlacedCall(member, (await runOf(member, id)).workflow_id);
    for (const event of ['ringing', 'answered'] as const) await report(member, again, event);

    expect(await namesOf(member)).toEqual(['call_answered', 'webhook_endpoint_disabled']);
    const pending = server.app.db.selectFrom('pending_events').selectAll();
    expect(await pending.where('run_id', '=', other).execute()).toEqual([]);
    const { chosen } = await server.app.db
      .selectFrom('event_choices')
      .select('chosen')
      .where('organization_id', '=', member.organization_id)
      .executeTakeFirstOrThrow();
    expect(chosen).toEqual([]);
  });

  test('are one of each kind, also if the carrier reports again, late, or at once', async () => {
    const member = await newOrganization({ server });
    await givenEndpoint(member, 'http://127.0.0.1:9/', { events: every });
    const id = await givenPlacedCall(member);

    await report(member, id, 'ringing');
    await report(member, id, 'ringing');
    expect(await namesOf(member)).toEqual(['call_queued', 'call_ringing']);
    await Promise.all(
      (['ringing', 'answered', 'ringing', 'answered', 'completed', 'ringing'] as const).map(
        (event) => report(member, id, event),
      ),
    );

    const analyzed = server.app.db.updateTable('pending_events').set({ due_at: server.app.now() });
    await analyzed.where('run_id', '=', id).execute();
    expect(await namesOf(member)).toEqual(every);

    const late = await givenPlacedCall(member, (await runOf(member, id)).workflow_id);
    await report(member, late, 'answered');
    await report(member, late, 'ringing');
    expect((await namesOf(member)).slice(every.length)).toEqual(['call_queued', 'call_answered']);
  });

  test('of a campaign name it, and are gone with an attempt that is taken back', async () => {
    const member = await newOrganization({ server });
    await givenEndpoint(member, 'http://127.0.0.1:9/', { events: ['call_queued'] });
    const campaign = await givenCallableCampaign(member, { digits: ['00', '01'] });
    await member.post(`${campaign.path}/start`);

    await dialNow(member);
    await until(
      () => runsOf(member, campaign),
      (runs) => runs.length === 2 && runs.every(({ state }) => state === 'completed'),
    );
    const runs = await runsOf(member, campaign);
    const queued = (await bodiesOf(member)).filter(({ type }) => type === 'call_queued');
    expect(queued.map(({ call }) => [call.run_id, call.campaign_id])).toEqual(
      runs.map(({ id }) => [id, campaign.id]),
    );

    const id = await givenPlacedCall(member, campaign.workflow_id);
    await server.app.db.deleteFrom('workflow_runs').where('id', '=', id).execute();
    const left = server.app.db
      .selectFrom('pending_events')
      .select('event')
      .where('run_id', '=', id);
    expect(await left.execute()).toEqual([]);
  });

  test('come from the simulated network as from a carrier', async () => {
    const working = await startServer({ role: 'all' });
    const member = await newOrganization({ server: working });
    await givenEndpoint(member, 'http://127.0.0.1:9/', { events: every });
    const { workflow_id } = await givenCallable(member);
    const path = '/api/v1/telephony/initiate-call';

    const { body } = await member.post(path, { workflow_id, to_number: '+12025550101' });
    await ended(member, body);

    // It does not report that a call rings. Its worker composes too.
    const names = await until(
      () => namesOf(member),
      (found) => found.includes('call_ended'),
    );
    expect(names.slice(0, 3)).toEqual(['call_queued', 'call_answered', 'call_ended']);
    await working.close();
  });
});
