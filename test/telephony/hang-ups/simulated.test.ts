import { describe, expect, onTestFinished, test } from 'vitest';
import { runToken } from '../../../src/auth/run-tokens.ts';
import { createSimulatedNetwork } from '../../../src/telephony/simulation/network.ts';
import { later } from '../../../src/timestamp.ts';
import { ownServer } from '../../support/own-server.ts';
import { ended, until } from '../calls/given.ts';
import { givenQueued } from './given.ts';

const server = ownServer();
const consents = '+12025550185';

/** An answered call on the simulated network whose agent may end it. */
async function givenTalking() {
  const pace = { ring_ms: 1, talk_ms: 3_600_000 };
  const call = await givenQueued(server, { to_number: consents, ...pace });
  const { member, run, placeWith, show } = call;
  const { organization_id } = member;
  await server.app.db
    .updateTable('workflows')
    .set({ workflow_configurations: '{"run_token_scopes":["run:act"]}' })
    .where('organization_id', '=', organization_id)
    .execute();
  await placeWith(server.app);
  await until(show, ({ phase }) => phase === 'talking');
  const key = runToken(server.app.secrets, { organization_id, run_id: run.id });
  await member.send('POST', `/api/v1/runs/${run.id}/hang-up`, { key });
  return call;
}

describe('A call on the simulated network that its agent ends', () => {
  test('has the consent that was given in it', async () => {
    const { member, run } = await givenTalking();

    await server.app.calls.hangUp();

    expect(await ended(member, run)).toMatchObject({
      outcome: 'completed',
      hang_up_requested_at: null,
      gathered_context: { consent_given: true, consent_ts: expect.any(String) },
    });
  });

  test('has ended the same way if the process ends that should report it', async () => {
    const { member, run } = await givenTalking();
    const now = server.app.now();
    await server.app.db
      .updateTable('simulated_calls')
      .set({ hung_up_at: now, ends_at: later(now, -60_000) })
      .where('run_id', '=', run.id)
      .execute();
    const { db, secrets, log } = server.app;
    const parts = {
      db,
      secrets,
      log,
      now: () => server.app.now(),
      connector: () => {},
      sign: async () => ({}),
    };
    const next = createSimulatedNetwork(parts);
    onTestFinished(() => next.stop());

    await next.recover();

    expect(await ended(member, run)).toMatchObject({
      outcome: 'completed',
      gathered_context: { consent_given: true },
    });
  });
});
