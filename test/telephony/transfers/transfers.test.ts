import { describe, expect, test } from 'vitest';
import { runToken } from '../../../src/auth/run-tokens.ts';
import { later } from '../../../src/timestamp.ts';
import { together } from '../../support/together.ts';
import { givenWorkflow } from '../../workflows/given.ts';
import { until } from '../calls/given.ts';
import {
  askedNetwork,
  auditOf,
  ending,
  givenAnswered,
  reception,
  send,
  transferServer,
} from './given.ts';

const server = transferServer();

const given = (options?: Parameters<typeof givenAnswered>[1]) => givenAnswered(server, options);

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
    expect(await phase()).toBe('transferred');
    expect((await member.get(transfers)).body).toEqual({ items: [bridged], next_cursor: null });
    expect(await auditOf(server, run_id)).toEqual([
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

  test('refuses a call that has 50 transfers, to somebody and to another agent', async () => {
    const { member, transfers, transfer, run_id, rows } = await given();
    const workflow = await givenWorkflow(member, { versions: ['published'] });
    const ended = {
      organization_id: member.organization_id,
      run_id,
      kind: 'cold',
      destination: 'reception',
      status: 'canceled',
      created_at: server.app.now(),
      deadline_at: server.app.now(),
      ended_at: server.app.now(),
    } as const;
    await server.app.db
      .insertInto('run_transfers')
      .values(Array.from({ length: 49 }, () => ended))
      .execute();
    const last = await transfer();
    await member.post(`${transfers}/${last.body.id}/cancel`);

    const refused = await transfer();
    await server.app.db
      .updateTable('workflows')
      .set({
        workflow_configurations: JSON.stringify({
          transfer_destinations: [{ name: 'next', workflow_id: workflow.id }],
        }),
      })
      .where('organization_id', '=', member.organization_id)
      .execute();
    const handoff = await member.post(transfers, { destination: 'next', kind: 'handoff' });

    expect(last.status).toBe(202);
    for (const { status, body } of [refused, handoff])
      expect([status, body.code, body.limit_name, body.limit]).toEqual([
        409,
        'limit_reached',
        'run_transfers',
        50,
      ]);
    expect(await rows()).toHaveLength(50);
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
