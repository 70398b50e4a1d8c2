import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { namesOf } from '../../webhooks/events/given.ts';
import { givenFailing } from './given-handoffs.ts';
import { transferServer } from './given.ts';

const server = transferServer();

const given = givenFailing(server);

const refused = { kind: 'refused', detail: 'No.', carrier_code: '21220' } as const;

describe('A handoff that fails', () => {
  test.each([
    ['refuses it', refused, 'refused', []],
    [
      'has no room',
      { kind: 'rate_limited', detail: '', retry_after_ms: null },
      'connection_error',
      [],
    ],
    ['refuses it after the agent has left', { ...refused, has_left: true }, 'refused', [true]],
    ['does not answer', { kind: 'unknown', detail: '' }, 'unknown', [true]],
  ] as const)(
    'as the carrier %s leaves the call with the former agent',
    async (_, result, code, back) => {
      const { member, handOff, sendAll, network, returns, show, session, tokenOf, run, ...made } =
        await given();
      network.handOff = async () => result;
      const { id } = (await handOff()).body;
      await sendAll();
      network.handOff = async () => ({ kind: 'accepted' });
      await sendAll();
      made.wait(12_000);
      await sendAll();
      await sendAll();

      expect(await show(id)).toMatchObject({ status: 'failed', failure: { code } });
      expect(returns()).toEqual([false, ...back]);
      for (const { is_return, agent } of network.asked)
        expect(agent.run_token).toBe(is_return ? tokenOf() : tokenOf(id));
      expect((await session(tokenOf())).status).toBe(200);
      expect((await session(tokenOf(id))).status).toBe(401);
      expect(await run()).toMatchObject({ handoff_id: null, phase: 'talking' });
      expect(await namesOf(member)).toEqual(['transfer_requested', 'transfer_failed']);
    },
  );

  test('is never sent again after a kill before the answer, and is taken back after 30 seconds', async () => {
    const { handOff, network, returns, show, app, restart, wait } = await given();
    network.handOff = () => new Promise(() => undefined);
    const { id } = (await handOff()).body;
    await app.calls.sendTransfers();
    await expect.poll(() => network.asked.length).toBe(1);
    network.handOff = async () => ({ kind: 'accepted' });
    const send = restart();

    await send();
    wait(29_000);
    await send();
    const before = (await show(id)).status;
    wait(1001);
    await send();
    await send();

    expect(before).toBe('requested');
    expect(await show(id)).toMatchObject({ status: 'failed', failure: { code: 'unknown' } });
    expect(returns()).toEqual([false, true]);
  });

  test('is taken back again while the carrier does not answer, five times at most', async () => {
    const { handOff, sendAll, network, returns, wait } = await given();
    network.handOff = async () => ({ kind: 'unknown', detail: '' });
    await handOff();

    for (let tries = 0; tries < 8; tries += 1) {
      await sendAll();
      wait(10_000);
    }

    expect(returns()).toEqual([false, true, true, true, true, true]);
  });

  test('is not taken back by a process that stood still, but after the pause', async () => {
    const { handOff, sendAll, network, returns, wait } = await given();
    network.handOff = async () => ({ kind: 'unknown', detail: '' });
    await handOff();
    await sendAll();
    const now = performance.now.bind(performance);
    let stoodMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + (stoodMs += 3000));
    onTestFinished(() => clock.mockRestore());

    await sendAll();
    const meanwhile = returns();
    clock.mockRestore();
    await sendAll();
    const before = returns();
    wait(10_000);
    await sendAll();

    expect([meanwhile, before, returns()]).toEqual([[false], [false], [false, true]]);
  });

  test('lets a later one wait for its last request to be taken back', async () => {
    const { handOff, sendAll, network, returns, wait } = await given();
    network.handOff = async () => ({ kind: 'unknown', detail: '' });
    await handOff();
    for (let tries = 0; tries < 4; tries += 1) {
      await sendAll();
      wait(10_000);
    }
    await sendAll();
    wait(10_000);
    await sendAll();
    network.handOff = async () => ({ kind: 'accepted' });
    await handOff();

    await sendAll();
    const meanwhile = returns();
    wait(10_000);
    await sendAll();
    // The two are due at once, and the handoff waits while the other is locked.
    await sendAll();

    expect(meanwhile).toEqual([false, true, true, true, true, true]);
    expect(returns()).toEqual([...meanwhile, false]);
  });

  test('and was taken over meanwhile stays with the next agent', async () => {
    const { handOff, sendAll, network, returns, show, session, tokenOf, run, member } =
      await given();
    const { id } = (await handOff()).body;
    const statuses: number[] = [];
    network.handOff = async () => {
      statuses.push((await session(tokenOf(id))).status, (await session(tokenOf())).status);
      return { kind: 'unknown', detail: '' };
    };

    await sendAll();
    await sendAll();

    expect(statuses).toEqual([200, 401]);
    expect((await show(id)).status).toBe('bridged');
    expect((await run()).handoff_id).toBe(id);
    expect(returns()).toEqual([false]);
    expect(await namesOf(member)).toEqual(['transfer_requested', 'transfer_bridged']);
  });

  test('does not let its agent take over later', async () => {
    const { handOff, sendAll, network, session, tokenOf, run } = await given();
    network.handOff = async () => ({ kind: 'unknown', detail: '' });
    const { id } = (await handOff()).body;
    await sendAll();

    const { status, body } = await session(tokenOf(id));

    expect([status, body.code]).toEqual([401, 'run_held_by_another_agent']);
    expect((await run()).handoff_id).toBeNull();
  });

  test('is taken back to the agent of the handoff before it', async () => {
    const { member, next, handOff, sendAll, network, tokenOf, transfers, session, wait } =
      await given();
    const first = (await handOff()).body;
    await sendAll();
    network.handOff = async () => ({ ...refused, has_left: true });
    await member.post(transfers, { destination: 'third', kind: 'handoff' });
    await sendAll();
    wait(12_000);
    network.handOff = async () => ({ kind: 'accepted' });

    await sendAll();

    expect(network.asked.at(-1)).toMatchObject({
      is_return: true,
      agent: { workflow_id: next.id, workflow_version: 2, run_token: tokenOf(first.id) },
    });
    expect((await session(tokenOf(first.id))).status).toBe(200);
  });

  test('is not taken back once a later one has the call', async () => {
    const { handOff, sendAll, network, returns, wait, run } = await given();
    network.handOff = async () => ({ kind: 'unknown', detail: '' });
    const first = (await handOff()).body.id;
    await sendAll();
    network.handOff = async () => ({ kind: 'accepted' });
    const { id } = (await handOff()).body;

    for (let rounds = 0; rounds < 4; rounds += 1) {
      await sendAll();
      wait(12_000);
    }

    expect((await run()).handoff_id).toBe(id);
    expect(returns().lastIndexOf(true)).toBeLessThan(returns().lastIndexOf(false));
    // As the later one leaves it, whose request comes before that of the recall.
    const before = returns();
    await server.app.db
      .updateTable('run_transfers')
      .set({ recall_at: server.app.now() })
      .where('id', '=', first)
      .execute();
    await sendAll();
    expect(returns()).toEqual(before);
  });
});
