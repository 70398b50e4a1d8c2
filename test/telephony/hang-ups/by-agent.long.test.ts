import { afterEach, describe, expect, test } from 'vitest';
import { runToken } from '../../../src/auth/run-tokens.ts';
import type { Member } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { carrierFor, givenQueued } from './given.ts';

const server = ownServer();
afterEach(async () => {
  await server.app.db.updateTable('live_calls').set({ hang_up_at: null }).execute();
});

/** What the workflow's settings say, as they may have been stored before they had a meaning. */
const configure = ({ organization_id }: Member, settings: object) =>
  server.app.db
    .updateTable('workflows')
    .set({ workflow_configurations: JSON.stringify(settings) })
    .where('organization_id', '=', organization_id)
    .execute();

/** A call that its carrier has accepted, and the requests of its agent. */
async function givenCall(settings: object = { run_token_scopes: ['run:act'] }) {
  const carrier = carrierFor(server);
  const call = await givenQueued(server);
  const { member, run, placeWith } = call;
  await configure(member, settings);
  await placeWith(carrier.app);
  const { organization_id } = member;
  const key = runToken(server.app.secrets, { organization_id, run_id: run.id });
  return {
    ...call,
    carrier,
    endByAgent: () => member.send('POST', `/api/v1/runs/${run.id}/hang-up`, { key }),
    sweep: async () => {
      await carrier.app.calls.hangUp();
      await carrier.app.calls.settled();
    },
  };
}

const audited = ({ member, run }: Awaited<ReturnType<typeof givenCall>>) =>
  server.app.db
    .selectFrom('audit_events')
    .select(['actor_kind', 'actor_id', 'before', 'after'])
    .where('organization_id', '=', member.organization_id)
    .where('action', '=', 'workflow_run.hung_up')
    .where('subject_id', '=', String(run.id))
    .execute();

describe('hangUpRun with the token of the run', () => {
  test('ends an answered call as its carrier reports, with one request and one audit event', async () => {
    const call = await givenCall();
    await call.report('answered');

    const answers = await Promise.all([call.endByAgent(), call.endByAgent()]);
    await call.sweep();
    await call.endByAgent();
    await call.sweep();
    await call.report('completed');

    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(answers[0].body).toMatchObject({ phase: 'talking', hang_up_requested_at: null });
    expect(call.carrier.asked).toMatchObject([{ carrier_call_id: 'call-1', answered: true }]);
    expect(await call.show()).toMatchObject({ outcome: 'completed', hang_up_requested_at: null });
    expect(await audited(call)).toEqual([
      {
        actor_kind: 'run_token',
        actor_id: call.run.id,
        before: { is_carrier_requested: false },
        after: { is_carrier_requested: true },
      },
    ]);
  });

  test('cancels a call that nobody has answered', async () => {
    const call = await givenCall();

    await call.endByAgent();
    await call.sweep();
    await call.report('completed');

    expect(await call.show()).toMatchObject({
      outcome: 'canceled',
      hang_up_requested_at: expect.any(String),
    });
  });

  test('leaves a call canceled that a user hangs up as well, before or after', async () => {
    const [first, second] = [await givenCall(), await givenCall()];
    await Promise.all([first.report('answered'), second.report('answered')]);

    await first.endByAgent();
    await first.hangUp();
    await second.hangUp();
    await second.endByAgent();
    await Promise.all([first.report('completed'), second.report('completed')]);

    expect(await first.show()).toMatchObject({ outcome: 'canceled' });
    expect(await second.show()).toMatchObject({ outcome: 'canceled' });
  });

  test('asks the carrier anew once it has been asked in vain', async () => {
    const call = await givenCall();
    await call.report('answered');
    await call.endByAgent();
    await server.app.db
      .updateTable('live_calls')
      .set({ hang_up_at: null, hang_ups: 10 })
      .where('run_id', '=', call.run.id)
      .execute();

    await call.endByAgent();
    await call.sweep();

    expect(call.carrier.asked).toHaveLength(1);
  });

  test.each([
    {},
    { run_token_scopes: [] },
    { run_token_scopes: 'run:act' },
    { run_token_scopes: { 'run:act': true } },
    { run_token_scopes: ['run:acts'] },
  ])('is refused if the settings are %j', async (settings) => {
    const call = await givenCall(settings);

    const answer = await call.endByAgent();

    expect([answer.status, answer.body]).toEqual([
      403,
      expect.objectContaining({ code: 'insufficient_scope', required_scope: 'run:act' }),
    ]);
    expect(answer.body.detail).toContain('run_token_scopes');
    expect(await audited(call)).toEqual([]);
  });

  test('is refused within a second after the scope was withdrawn', async () => {
    const call = await givenCall();
    expect((await call.endByAgent()).status).toBe(202);

    await configure(call.member, {});

    await expect.poll(async () => (await call.endByAgent()).status, { timeout: 5000 }).toBe(403);
  });
});
