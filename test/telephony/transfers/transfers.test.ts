import { afterEach, describe, expect, test } from 'vitest';
import { runToken } from '../../../src/auth/run-tokens.ts';
import { transferUrl } from '../../../src/telephony/transfers/callback-url.ts';
import { later } from '../../../src/timestamp.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { together } from '../../support/together.ts';
import { givenRun, givenWorkflow } from '../../workflows/given.ts';
import { callBack, until } from '../calls/given.ts';
import { askedNetwork, givenTransferable, reception, send } from './given.ts';

const server = ownServer();
afterEach(async () => {
  await server.app.db.deleteFrom('run_transfers').execute();
});

const given = async (options: Parameters<typeof givenTransferable>[1] = {}) => {
  const member = await newOrganization({ server });
  return { member, ...(await givenTransferable(member, options)) };
};

/** A destination whose last two digits the network decides by. */
const ending = (digits: string) => [{ ...reception, phone_number: `+120255501${digits}` }];

const auditOf = (run_id: number) =>
  server.app.db
    .selectFrom('audit_events')
    .select(['action', 'actor_kind', 'before', 'after'])
    .where('subject_id', '=', String(run_id))
    .where('action', 'in', ['workflow_run.transfer_requested', 'workflow_run.transfer_canceled'])
    .orderBy('created_at')
    .execute();

describe('createRunTransfer on the simulated network', () => {
  test('connects the person with the destination, while the phase shows it', async () => {
    const { run_id, transfer, show, phase, transfers, member } = await given();

    const answer = await transfer();

    expect([answer.status, answer.headers.get('location')]).toEqual([
      202,
      `${transfers}/${answer.body.id}`,
    ]);
    expect(answer.body).toMatchObject({
      run_id,
      kind: 'cold',
      destination: 'reception',
      phone_number: reception.phone_number,
      status: 'requested',
      failure: null,
      sent_at: null,
    });
    expect(await phase()).toBe('transferring');
    await send(server.app);
    const bridged = await until(
      () => show(answer.body.id),
      ({ status }) => status === 'bridged',
    );
    expect(bridged).toMatchObject({
      sent_at: expect.any(String),
      bridged_at: bridged.ended_at,
      failure: null,
    });
    expect(await phase()).toBe('talking');
    expect((await member.get(transfers)).body).toEqual({ items: [bridged], next_cursor: null });
    expect(await auditOf(run_id)).toEqual([
      {
        action: 'workflow_run.transfer_requested',
        actor_kind: 'user',
        before: null,
        after: {
          transfer: {
            id: answer.body.id,
            kind: 'cold',
            destination: 'reception',
            to_number_ending: '0110',
            status: 'requested',
          },
        },
      },
    ]);
  });

  test.each([
    ['40', 'busy', null],
    ['50', 'no_answer', null],
    ['70', 'carrier_failure', '503'],
    ['75', 'refused', '603'],
    ['99', 'connection_error', null],
  ])(
    'of a destination that ends with %s fails with %s, and the call goes on',
    async (digits, code, carrier_code) => {
      const { transfer, show, phase } = await given({ destinations: ending(digits) });
      const { id } = (await transfer()).body;

      await send(server.app);

      const failed = await until(
        () => show(id),
        ({ status }) => status === 'failed',
      );
      expect(failed.failure).toEqual({ code, message: expect.any(String), carrier_code });
      expect(await phase()).toBe('talking');
      expect((await transfer()).status).toBe(202);
    },
  );

  test('fails with unknown two minutes after a request of which nothing is heard, which is never repeated', async () => {
    const network = askedNetwork(server);
    network.transfer = async () => ({ kind: 'unknown', detail: 'No answer.' });
    const { transfer, show } = await given();
    const { id } = (await transfer()).body;

    await send(network.app);
    await send(network.app);
    const before = await show(id);
    server.setNow(later(server.app.now(), 120_001));
    await send(network.app);

    expect(network.asked).toHaveLength(1);
    expect(before.status).toBe('requested');
    expect(await show(id)).toMatchObject({ status: 'failed', failure: { code: 'unknown' } });
  });

  test('is not sent again by another process if the first was killed before the answer', async () => {
    const [killed, next] = [askedNetwork(server), askedNetwork(server)];
    killed.transfer = () => new Promise(() => undefined);
    const { transfer, show, rows } = await given();
    const { id } = (await transfer()).body;

    await killed.app.calls.sendTransfers();
    await expect.poll(() => killed.asked.length).toBe(1);
    await send(next.app);

    expect(next.asked).toEqual([]);
    expect(await rows()).toMatchObject([{ sending_at: expect.any(String), answered_at: null }]);
    expect((await show(id)).status).toBe('requested');
  });

  test('sends one request if two processes look at once', async () => {
    const [one, other] = [askedNetwork(server), askedNetwork(server)];
    const { transfer } = await given();
    await transfer();

    await Promise.all([send(one.app), send(other.app)]);

    expect([...one.asked, ...other.asked]).toHaveLength(1);
  });

  test('is accepted once if it is requested twice at once', async () => {
    const { transfer, rows } = await given();

    const answers = await together(server, [() => transfer(), () => transfer()]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
    const refused = answers.find(({ status }) => status === 409);
    const [row] = await rows();
    expect(refused?.body).toMatchObject({ code: 'transfer_in_progress', transfer_id: row?.id });
  });

  test('with the same Idempotency-Key gets the same answer', async () => {
    const { member, transfers, rows } = await given();
    const headers = { 'idempotency-key': 'transfer-1' };
    const body = { destination: 'reception', kind: 'cold' };

    const first = await member.send('POST', transfers, { token: member.token, headers, body });
    const again = await member.send('POST', transfers, { token: member.token, headers, body });

    expect(again.body).toEqual(first.body);
    expect(await rows()).toHaveLength(1);
  });

  test.each([
    [['run:act'], 202],
    [[], 403],
  ])('takes the token of the run if its workflow grants %j: %i', async (granted, status) => {
    const { member, run_id, transfers } = await given({ settings: { run_token_scopes: granted } });
    const { organization_id } = member;
    const key = runToken(server.app.secrets, { organization_id, run_id });

    const answer = await member.send('POST', transfers, {
      key,
      body: { destination: 'reception', kind: 'cold' },
    });

    expect(answer.status).toBe(status);
  });

  test('refuses an unknown destination with those that there are', async () => {
    const { transfer, rows } = await given();

    const { status, body } = await transfer('sales');

    expect([status, body.code, body.param, body.destinations]).toEqual([
      409,
      'transfer_destination_unknown',
      'destination',
      ['reception'],
    ]);
    expect(await rows()).toEqual([]);
  });

  test.each([
    [
      'call_ended',
      { state: 'completed', outcome: 'completed', ended_at: '2026-01-05T10:00:00.000Z' },
    ],
    ['call_ended', { hang_up_requested_at: '2026-01-05T10:00:00.000Z' }],
    ['call_not_answered', { started_at: null }],
    ['run_without_call', { mode: 'text' }],
  ] as const)('refuses a run with %s: %j', async (code, columns) => {
    const { transfer, rows } = await given(columns);

    const { status, body } = await transfer();

    expect([status, body.code]).toEqual([409, code]);
    expect(await rows()).toEqual([]);
  });

  test('of another organization is not found', async () => {
    const { transfers, transfer } = await given();
    const { id } = (await transfer()).body;
    const other = await newOrganization({ server });

    const answers = await Promise.all([
      other.post(transfers, { destination: 'reception', kind: 'cold' }),
      other.get(transfers),
      other.get(`${transfers}/${id}`),
      other.post(`${transfers}/${id}/cancel`),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  test('ends with its call', async () => {
    const { member, run_id, transfer, show } = await given();
    const { id } = (await transfer()).body;

    await server.app.calls.report({
      run_id,
      organization_id: member.organization_id,
      at: server.app.now(),
      event: 'completed',
    });
    const network = askedNetwork(server);
    await send(network.app);

    expect(await show(id)).toMatchObject({ status: 'failed', failure: { code: 'call_ended' } });
    expect(network.asked).toEqual([]);
  });
});

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
    expect((await auditOf(run_id)).map(({ action }) => action)).toEqual([
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
        agent: { run_id: 1, workflow_id: 1, workflow_version: 1, run_token: '' },
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

describe('receiveTransferCallback', () => {
  test('with a wrong signature changes nothing', async () => {
    const { member, transfer, show, run_id, configuration_id } = await given();
    const { id } = (await transfer()).body;
    const path = `/api/v1/telephony/transfer-callbacks/simulated/${configuration_id}?run_id=${run_id}&transfer_id=${id}`;

    const answer = await callBack(
      member,
      path,
      { transfer: 'answered' },
      { 'x-simulated-signature': 'x' },
    );

    expect([answer.status, answer.body.code]).toEqual([403, 'signature_invalid']);
    expect((await show(id)).status).toBe('requested');
  });

  test('changes no transfer of another run or configuration', async () => {
    const { member, transfer, show, run_id, configuration_id } = await given();
    const { id } = (await transfer()).body;
    const other = await given();
    const to = (configuration: number, run: number) =>
      `/api/v1/telephony/transfer-callbacks/simulated/${configuration}?run_id=${run}&transfer_id=${id}`;

    await callBack(member, to(other.configuration_id, run_id), { transfer: 'answered' });
    await callBack(member, to(other.configuration_id, other.run_id), { transfer: 'answered' });
    await callBack(member, to(configuration_id, other.run_id), { transfer: 'answered' });

    expect((await show(id)).status).toBe('requested');
  });
});

test('transfer_destinations with one name twice, or a zone that is none, are refused with the place', async () => {
  const member = await newOrganization({ server });
  const workflow = await givenWorkflow(member);
  await givenRun(member, workflow);
  const again = { ...reception, timezone: 'Nowhere' };

  const { status, body } = await member.put(workflow.path, {
    workflow_configurations: { transfer_destinations: [reception, again] },
  });

  expect(status).toBe(422);
  const at = (name: string) => [
    'body',
    'workflow_configurations',
    'transfer_destinations',
    '1',
    name,
  ];
  expect(body.detail.map(({ loc }: { loc: string[] }) => loc)).toEqual([
    at('name'),
    at('timezone'),
  ]);
});

test('receiveTransferCallback does not know a configuration that was deleted', async () => {
  const member = await newOrganization({ server });
  const call = { provider: 'simulated', configuration_id: 999_999, run_id: 1, id: 1 };

  const { status, body } = await callBack(member, transferUrl('', call), { transfer: 'ringing' });

  expect([status, body.param]).toEqual([404, 'config_id']);
});
