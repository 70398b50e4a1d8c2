import { describe, expect, test } from 'vitest';
import { follow } from '../../../src/workflows/sessions/stream.ts';
import { givenPolicy } from '../../approvals/given.ts';
import { givenFailing } from './given-handoffs.ts';
import { transferServer } from './given.ts';

const server = transferServer();
const given = givenFailing(server);

describe('A handoff', () => {
  test.each([
    ['the call has ended', 'call_ended'],
    ['its workflow was archived', 'workflow_unavailable'],
    ['its destination was removed', 'destination_removed'],
    ['the organization was suspended', 'organization_suspended'],
    ['30 seconds have passed', 'too_late'],
  ])('is not sent when %s', async (what, code) => {
    const { member, next, handOff, sendAll, network, show, wait, end, workflow_id } = await given();
    const { db } = server.app;
    const { id } = (await handOff()).body;
    if (code === 'call_ended') await end();
    else if (code === 'too_late') wait(30_001);
    else if (code === 'destination_removed')
      await db
        .updateTable('workflows')
        .set({ workflow_configurations: JSON.stringify({}) })
        .where('id', '=', workflow_id)
        .execute();
    else if (code === 'workflow_unavailable')
      await db
        .updateTable('workflows')
        .set({ status: 'archived' })
        .where('id', '=', next.id)
        .execute();
    else
      await db
        .updateTable('organizations')
        .set({ suspended_at: server.app.now(), suspension_reason: what })
        .where('id', '=', member.organization_id)
        .execute();

    await sendAll();
    const { failure } = code === 'organization_suspended' ? await stored(id) : await show(id);

    expect(failure.code ?? failure).toBe(code);
    expect(network.asked).toEqual([]);
  });

  const stored = (id: number) =>
    server.app.db
      .selectFrom('run_transfers')
      .select('failure')
      .where('id', '=', id)
      .executeTakeFirstOrThrow() as Promise<{ failure: never }>;

  test('needs neither open calling hours nor a number that may be called', async () => {
    const calling_hours = { timezone: 'UTC', slots: [{ day: 0, start: '03:00', end: '03:01' }] };
    const { member, handOff, sendAll, show, workflow_id } = await given();
    await server.app.db
      .updateTable('workflows')
      .set({
        workflow_configurations: JSON.stringify({
          ...(await member.get(`/api/v1/workflow/${workflow_id}`)).body.workflow_configurations,
          calling_hours,
        }),
      })
      .where('id', '=', workflow_id)
      .execute();

    const { status, body } = await handOff();
    await sendAll();

    expect([status, (await show(body.id)).status]).toEqual([202, 'bridged']);
  });

  test('that is canceled before is not sent, and one that was sent is taken back', async () => {
    const { member, handOff, sendAll, transfers, network, returns, wait, show, run } =
      await given();
    const unsent = (await handOff()).body.id;
    const cancel = (id: number) => member.post(`${transfers}/${id}/cancel`);
    await cancel(unsent);
    await sendAll();
    const before = returns();
    const sent = (await handOff()).body.id;
    network.handOff = async () => {
      await cancel(sent);
      network.handOff = async () => ({ kind: 'accepted' });
      return { kind: 'accepted' };
    };

    await sendAll();
    wait(12_000);
    await sendAll();

    expect(before).toEqual([]);
    expect((await show(sent)).status).toBe('canceled');
    expect((await run()).handoff_id).toBeNull();
    expect(returns()).toEqual([false, true]);
  });

  test('waits until the carrier no longer hears of the one before it', async () => {
    const { member, handOff, transfers, network, returns, wait, restart, app, run } = await given();
    network.handOff = () => new Promise(() => undefined);
    const first = (await handOff()).body;
    await app.calls.sendTransfers();
    await expect.poll(() => network.asked.length).toBe(1);
    await member.post(`${transfers}/${first.id}/cancel`);
    const { id } = (await handOff()).body;
    network.handOff = async () => ({ kind: 'accepted' });
    const send = restart();

    await send();
    wait(11_000);
    await send();
    const before = returns();
    wait(1001);
    await send();
    await send();

    expect(before).toEqual([false]);
    expect((await run()).handoff_id).toBe(id);
    expect(returns().at(-1)).toBe(false);
  });

  test('of a connector needs a policy of its own in force, with which the call was placed', async () => {
    const { member, transfers, run_id, rows } = await given();
    const byKey = () =>
      member.send('POST', transfers, {
        key: member.key,
        body: { destination: 'billing', kind: 'handoff' },
      });
    await server.app.db
      .updateTable('api_keys')
      .set({ connector_name: 'crm' })
      .where('organization_id', '=', member.organization_id)
      .execute();
    server.app.callers.forgetOrganization(member.organization_id);

    const before = await byKey();
    const approval_policy_id = await givenPolicy(member, { connector_name: 'crm' });
    await server.app.db
      .updateTable('live_calls')
      .set({ approval_policy_id })
      .where('run_id', '=', run_id)
      .execute();
    const after = await byKey();

    expect([before.status, before.body.code]).toEqual([403, 'approval_required']);
    expect(after.status).toBe(202);
    expect(await rows()).toMatchObject([{ approval_policy_id }]);
  });

  test('ends when the approval of its call is revoked before it is sent', async () => {
    const { member, handOff, sendAll, network, show, run_id } = await given();
    const approval_policy_id = await givenPolicy(member, { connector_name: 'crm' });
    await server.app.db
      .updateTable('live_calls')
      .set({ approval_policy_id })
      .where('run_id', '=', run_id)
      .execute();
    const { id } = (await handOff()).body;
    await member.post(`/api/v1/approval-policies/${approval_policy_id}/revoke`, { reason: 'x' });

    await sendAll();

    expect((await show(id)).failure.code).toBe('approval_not_in_force');
    expect(network.asked).toEqual([]);
  });

  test('ends the stream of the former agent with what has changed, and begins that of the next', async () => {
    const { member, run_id, handOff, sendAll, path } = await given();
    const key = { organization_id: member.organization_id, run_id };
    const open = (agent: number | null) =>
      follow(server.app, { key, after: 0, agent, signal: new AbortController().signal });
    const former = open(null);
    const { id } = (await handOff()).body;
    const seen = [(await former.next()).value?.data];
    const waiting = former.next();
    await sendAll();
    await member.post(`${path}/instructions`, { text: 'Offer 10 %.' });

    seen.push((await waiting).value?.data);
    const last = await former.next();
    const next = open(id);
    const first = (await next.next()).value?.data;
    await next.return(undefined);

    expect(seen).toMatchObject([
      { transfer: { id, status: 'requested' } },
      { transfer: { id, status: 'bridged' } },
    ]);
    expect(last.done).toBe(true);
    expect(first).toMatchObject({ event: 'instruction', text: 'Offer 10 %.' });
  });
});
