import { describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { callBack, until } from '../calls/given.ts';
import { askedNetwork, auditOf, ending, givenAnswered, send, transferServer } from './given.ts';

const server = transferServer();

const given = (options?: Parameters<typeof givenAnswered>[1]) => givenAnswered(server, options);

describe('cancelRunTransfer', () => {
  test('before the carrier has heard of it lets nothing be sent', async () => {
    const network = askedNetwork(server);
    const { member, transfers, transfer, phase, run_id } = await given();
    const { id } = (await transfer()).body;

    const answer = await member.post(`${transfers}/${id}/cancel`);
    const again = await member.post(`${transfers}/${id}/cancel`);
    await send(network.app);

    expect([answer.status, answer.body.status]).toEqual([200, 'canceled']);
    expect(again.body).toEqual(answer.body);
    expect([network.asked, network.recalled]).toEqual([[], []]);
    expect(await phase()).toBe('talking');
    expect((await auditOf(server, run_id)).map(({ action }) => action)).toEqual([
      'workflow_run.transfer_requested',
      'workflow_run.transfer_canceled',
    ]);
  });

  test('while it rings has the carrier take the call back, again after a pause while it does not answer', async () => {
    const network = askedNetwork(server);
    network.recall = async () => ({ kind: 'failed', detail: 'No answer.' });
    const { member, transfers, transfer, run_id } = await given();
    const { id } = (await transfer()).body;
    await send(network.app);

    await member.post(`${transfers}/${id}/cancel`);
    for (let second = 0; second <= 90; second += 5) {
      await send(network.app);
      server.setNow(later(server.app.now(), 5000));
    }

    expect(network.recalled).toHaveLength(5);
    expect(network.recalled[0]).toMatchObject({ agent: { run_id, workflow_version: 1 } });
    expect(network.asked).toHaveLength(1);
  });

  test('while the carrier is being asked waits for its answer before it takes the call back', async () => {
    const network = askedNetwork(server);
    const answer = Promise.withResolvers<void>();
    network.transfer = async () => {
      await answer.promise;
      return { kind: 'accepted', leg_id: 'leg' };
    };
    const { member, transfers, transfer } = await given();
    const { id } = (await transfer()).body;
    await network.app.calls.sendTransfers();
    await expect.poll(() => network.asked.length).toBe(1);

    await member.post(`${transfers}/${id}/cancel`);
    const other = askedNetwork(server);
    await send(other.app);
    answer.resolve();
    await network.app.calls.settled();
    await send(network.app);

    expect(other.recalled).toEqual([]);
    expect(network.recalled).toMatchObject([{ leg_id: 'leg' }]);
  });

  test('while a killed process asked the carrier takes the call back later', async () => {
    const network = askedNetwork(server);
    network.transfer = () => new Promise(() => undefined);
    const { member, transfers, transfer } = await given();
    const { id } = (await transfer()).body;
    await network.app.calls.sendTransfers();
    await expect.poll(() => network.asked.length).toBe(1);
    await member.post(`${transfers}/${id}/cancel`);
    const next = askedNetwork(server);

    await send(next.app);
    const early = next.recalled.length;
    server.setNow(later(server.app.now(), 12_001));
    await send(next.app);

    expect([early, next.recalled.length]).toEqual([0, 1]);
  });

  test('of one that the carrier then refuses takes nothing back', async () => {
    const network = askedNetwork(server);
    const answer = Promise.withResolvers<void>();
    network.transfer = async () => {
      await answer.promise;
      return { kind: 'refused', detail: 'No.' };
    };
    const { member, transfers, transfer } = await given();
    const { id } = (await transfer()).body;
    await network.app.calls.sendTransfers();
    await expect.poll(() => network.asked.length).toBe(1);

    await member.post(`${transfers}/${id}/cancel`);
    answer.resolve();
    await network.app.calls.settled();
    server.setNow(later(server.app.now(), 20_000));
    await send(network.app);

    expect(network.recalled).toEqual([]);
  });

  test('just before somebody answers does not end the call of the two', async () => {
    const network = askedNetwork(server);
    const { member, transfers, transfer, run_id, configuration_id } = await given();
    const { id } = (await transfer()).body;
    await send(network.app);
    await member.post(`${transfers}/${id}/cancel`);
    const path = `/api/v1/telephony/transfer-callbacks/simulated/${configuration_id}?run_id=${run_id}&transfer_id=${id}`;

    await callBack(member, path, { transfer: 'answered' });
    await send(network.app);

    expect(network.recalled).toEqual([]);
  });

  test('is not done after the next transfer has replaced it, where it would end that', async () => {
    const network = askedNetwork(server, { byCall: true });
    network.recall = async () => ({ kind: 'failed', detail: 'No answer.' });
    const { member, transfers, transfer } = await given();
    const { id } = (await transfer()).body;
    await send(network.app);
    await member.post(`${transfers}/${id}/cancel`);
    await send(network.app);
    const next = (await transfer()).body.id;

    const recalled: number[] = [];
    for (let second = 0; second <= 90; second += 5) {
      await send(network.app);
      if (network.asked.length === 2) recalled.push(network.recalled.length);
      server.setNow(later(server.app.now(), 5000));
    }

    expect(network.asked.map(({ transfer_id }) => transfer_id)).toEqual([id, next]);
    expect(new Set(recalled).size).toBe(1);
  });

  test('is done if the carrier refuses the next transfer', async () => {
    const network = askedNetwork(server, { byCall: true });
    const { member, transfers, transfer } = await given();
    const { id } = (await transfer()).body;
    await send(network.app);
    await member.post(`${transfers}/${id}/cancel`);
    await transfer();
    network.transfer = async () => ({ kind: 'refused', detail: 'No.' });

    for (let second = 0; second <= 30; second += 5) {
      await send(network.app);
      server.setNow(later(server.app.now(), 5000));
    }

    expect([network.asked.length, network.recalled.length]).toEqual([2, 1]);
  });

  test('late does not end the next transfer on the simulated network', async () => {
    const { warmTransfer, show, carrier_call_id } = await given();
    const { id } = (await warmTransfer()).body;
    const shown = () => show(id);
    await send(server.app);
    await until(shown, ({ status }) => status === 'briefing');

    await server.app.calls.carriers.simulated.recall(
      {},
      {
        carrier_call_id: carrier_call_id,
        leg_id: `leg-${id - 1}`,
        agent: {
          run_id: 1,
          workflow_id: 1,
          workflow_version: 1,
          run_token: '',
          run_code: '',
          to_number: null,
          from_number: null,
        },
        timeout_ms: 1000,
      },
    );

    await expect
      .poll(async () => {
        await send(server.app);
        return (await shown()).status;
      })
      .toBe('bridged');
  });

  test('is not undone by a report that comes later', async () => {
    const { member, transfers, transfer, show, run_id, configuration_id } = await given({
      destinations: ending('97'),
    });
    const { id } = (await transfer()).body;
    await send(server.app);
    await member.post(`${transfers}/${id}/cancel`);

    const path = `/api/v1/telephony/transfer-callbacks/simulated/${configuration_id}?run_id=${run_id}&transfer_id=${id}`;
    const answer = await callBack(member, path, { transfer: 'answered' });

    expect([answer.status, answer.text]).toEqual([200, '<Response></Response>']);
    expect((await show(id)).status).toBe('canceled');
  });

  test('of a bridged one is refused', async () => {
    const { member, transfers, transfer, show } = await given();
    const { id } = (await transfer()).body;
    await send(server.app);
    await until(
      () => show(id),
      ({ status }) => status === 'bridged',
    );

    const { status, body } = await member.post(`${transfers}/${id}/cancel`);

    expect([status, body.code, body.state]).toEqual([409, 'transfer_ended', 'bridged']);
  });
});
