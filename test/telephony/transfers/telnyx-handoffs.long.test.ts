import { describe, expect, test } from 'vitest';
import { createTelnyx } from '../../../src/telephony/carriers/telnyx.ts';
import { mayReplace } from '../../../src/telephony/transfers/replacing-queries.ts';
import { later } from '../../../src/timestamp.ts';
import { namesOf } from '../../webhooks/events/given.ts';
import { withCarriers } from '../calls/with-carriers.ts';
import { carrierApi, json, telnyxCredentials } from '../carriers/given.ts';
import { givenNumber, tokenIn } from '../given.ts';
import { telnyxReports } from './given-carriers.ts';
import { givenHandoff } from './given-handoffs.ts';
import { send, transferServer } from './given.ts';

const server = transferServer();

const own = '+12025550199';
const stream_url = 'wss://agent.example.com/stream';

/** A call of Telnyx that can be handed on, and what Telnyx gets and reports. */
async function given() {
  server.setNow('2027-02-03T12:00:00.000Z');
  const made = await givenHandoff(server);
  const { placedWith, carrier_call_id, configuration_id, run_id, member } = made;
  await placedWith('telnyx', { ...telnyxCredentials, stream_url });
  await givenNumber(member, configuration_id, { phone_number: own });
  await server.app.db
    .updateTable('workflow_runs')
    .set({ from_number: own })
    .where('id', '=', run_id)
    .execute();
  const network = { status: (_path: string) => 200 };
  const api = await carrierApi((res) => {
    const status = network.status(api.received.at(-1)?.path ?? '');
    json(status, { data: { result: 'ok' } })(res);
  });
  const app = withCarriers(server, { telnyx: createTelnyx(api) });
  /** The commands so far, each with the token of the agent whose stream it starts. */
  const commands = () =>
    api.received.map(({ path, body }) => [
      path.replace(`/calls/${carrier_call_id}/actions/streaming_`, ''),
      tokenIn(server, new URL(JSON.parse(body).stream_url ?? 'x:').searchParams.get('run_code')) ??
        null,
    ]);
  const ofCall = `/api/v1/telephony/callbacks/telnyx/${configuration_id}?run_id=${run_id}`;
  const ofTransfer = (id: number) =>
    `/api/v1/telephony/transfer-callbacks/telnyx/${configuration_id}?run_id=${run_id}&transfer_id=${id}`;
  /** What Telnyx says of the stream that was started last. */
  const report = (event: string, path = ofCall, payload = {}) => {
    const { client_state } = JSON.parse(api.received.at(-1)?.body ?? '{}');
    const of = { call_control_id: carrier_call_id, stream_id: 's', client_state };
    return telnyxReports(server, path)(event, { ...of, ...payload });
  };
  return {
    ...made,
    network,
    commands,
    report,
    ofTransfer,
    sendAll: () => send(app),
    wait: (ms: number) => server.setNow(later(server.app.now(), ms)),
    events: () => namesOf(member),
  };
}

const failed = { failure_reason: 'connection_failed' };

describe('A handoff with Telnyx', () => {
  test('stops one stream, starts the other, and starts the former again after a refusal', async () => {
    const { handOff, sendAll, network, commands, report, show, tokenOf, run } = await given();
    network.status = (path) => (path.endsWith('streaming_start') ? 422 : 200);
    const first = (await handOff()).body;
    await sendAll();
    network.status = () => 200;
    await sendAll();
    const after = (await show(first.id)).status;
    const { id } = (await handOff()).body;
    await sendAll();
    await report('streaming.started');

    expect(commands()).toEqual([
      ['stop', null],
      ['start', tokenOf(first.id)],
      ['stop', null],
      ['start', tokenOf()],
      ['stop', null],
      ['start', tokenOf(id)],
    ]);
    expect(after).toBe('failed');
    expect((await run()).handoff_id).toBe(id);
  });

  test('is taken back before the call is transferred, so that no stream begins beside two who talk', async () => {
    const { handOff, transfer, sendAll, report, wait, commands, tokenOf, rows } = await given();
    await handOff();
    await sendAll();
    await report('streaming.failed', undefined, failed);
    await transfer();
    const { app } = server;
    const to = { now: app.now(), handoffsAlone: true, replaces: false };
    const next = (await rows())[1]!;
    // Also if its request comes before that of the recall.
    expect(await app.db.transaction().execute((trx) => mayReplace(trx, next, to))).toBe(false);

    await sendAll();
    await sendAll();
    wait(20_000);
    await sendAll();

    expect(commands().slice(2)).toEqual([
      ['stop', null],
      ['start', tokenOf()],
      [expect.stringMatching(/actions.transfer$/), null],
    ]);
  });

  test('is bridged when the stream of the next agent has begun', async () => {
    const { handOff, sendAll, report, show, run, events } = await given();
    const { id } = (await handOff()).body;
    await sendAll();
    const before = (await show(id)).status;

    const { status } = await report('streaming.started');
    await report('streaming.started');

    expect([before, status]).toEqual(['requested', 204]);
    expect((await show(id)).status).toBe('bridged');
    expect(await run()).toMatchObject({ handoff_id: id, phase: 'talking' });
    expect(await events()).toEqual(['transfer_requested', 'transfer_bridged']);
  });

  test('fails when the stream of the next agent cannot begin, and gives the former the call', async () => {
    const { handOff, sendAll, report, commands, show, session, tokenOf, run, events } =
      await given();
    const { id } = (await handOff()).body;
    await sendAll();

    await report('streaming.failed', undefined, failed);
    await sendAll();
    await sendAll();
    await report('streaming.started');

    expect(await show(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'carrier_failure', carrier_code: 'connection_failed' },
    });
    expect(commands().slice(2)).toEqual([
      ['stop', null],
      ['start', tokenOf()],
    ]);
    expect((await session(tokenOf())).status).toBe(200);
    expect((await session(tokenOf(id))).status).toBe(401);
    expect((await run()).handoff_id).toBeNull();
    expect(await events()).toEqual(['transfer_requested', 'transfer_failed']);
  });

  test('stays with the next agent if its stream fails after it has used its token', async () => {
    const { handOff, sendAll, report, commands, show, session, tokenOf } = await given();
    const { id } = (await handOff()).body;
    await sendAll();
    await session(tokenOf(id));

    await report('streaming.failed', undefined, failed);
    await sendAll();

    expect((await show(id)).status).toBe('bridged');
    expect(commands()).toHaveLength(2);
  });

  test.each(['streaming.started', 'streaming.failed'])(
    'is known by its own id, also where an earlier transfer is reported: %s',
    async (event) => {
      const { handOff, sendAll, report, ofTransfer, show, rows } = await given();
      const { id } = (await handOff()).body;
      await sendAll();

      const { status } = await report(event, ofTransfer(id + 1));

      expect(status).toBe(200);
      expect((await show(id)).status).toBe(event.endsWith('started') ? 'bridged' : 'failed');
      expect(await rows()).toHaveLength(1);
    },
  );

  test('changes nothing by the report of another stream or of a transfer to somebody', async () => {
    const { handOff, sendAll, report, show, transfers, member, run_id } = await given();
    const { id } = (await handOff()).body;
    await sendAll();
    for (const client_state of ['MTc=', undefined, Buffer.from('handoff 0').toString('base64')])
      await report('streaming.failed', undefined, { client_state });
    await member.post(`${transfers}/${id}/cancel`);
    const cold = await server.app.db
      .insertInto('run_transfers')
      .values({
        organization_id: member.organization_id,
        run_id,
        kind: 'cold',
        destination: 'reception',
        created_at: server.app.now(),
        sending_at: server.app.now(),
        deadline_at: later(server.app.now(), 60_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const client_state = Buffer.from(`handoff ${cold.id}`).toString('base64');

    for (const event of ['streaming.failed', 'streaming.started'])
      await report(event, undefined, { client_state });

    expect((await show(id)).status).toBe('canceled');
    expect((await show(cold.id)).status).toBe('requested');
  });

  test('of which nothing is reported is bridged after 30 seconds, and takes nothing back', async () => {
    const { handOff, sendAll, wait, commands, show, run } = await given();
    const { id } = (await handOff()).body;
    await sendAll();
    wait(29_000);
    await sendAll();
    const before = (await show(id)).status;
    wait(1001);
    await sendAll();
    await sendAll();

    expect(before).toBe('requested');
    expect((await show(id)).status).toBe('bridged');
    expect((await run()).handoff_id).toBe(id);
    expect(commands()).toHaveLength(2);
  });

  test('ends with its call before anything is reported', async () => {
    const { member, handOff, sendAll, report, show, run_id } = await given();
    const { id } = (await handOff()).body;
    await sendAll();
    await server.app.calls.report({
      run_id,
      organization_id: member.organization_id,
      at: server.app.now(),
      event: 'completed',
    });

    await report('streaming.started');

    expect(await show(id)).toMatchObject({ status: 'failed', failure: { code: 'call_ended' } });
  });
});
