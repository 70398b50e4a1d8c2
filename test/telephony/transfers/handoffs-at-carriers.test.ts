import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTwilio } from '../../../src/telephony/carriers/twilio.ts';
import { withCarriers } from '../calls/with-carriers.ts';
import { carrierApi, json, twilioCredentials } from '../carriers/given.ts';
import { givenHandoff } from './given-handoffs.ts';
import { send, transferServer } from './given.ts';
import { tokenIn } from '../given.ts';

const server = transferServer();

const stream_url = 'wss://agent.example.com/stream';

/** An agent runtime on this machine, to which the simulated network connects calls. */
async function givenRuntime(status: number) {
  const received: URL[] = [];
  const runtime = createServer((req, res) => {
    received.push(new URL(req.url ?? '', 'http://runtime'));
    res.writeHead(status).end();
  });
  await new Promise<void>((done) => runtime.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    runtime.close().closeAllConnections();
  });
  const { port } = runtime.address() as AddressInfo;
  return { received, voice_url: `http://127.0.0.1:${port}/voice` };
}

describe('A handoff', () => {
  test('with Twilio connects the stream of the next agent, once', async () => {
    const { handOff, placedWith, show, tokenOf, run } = await givenHandoff(server);
    const api = await carrierApi(json(200, { sid: 'CA1', status: 'in-progress' }));
    await placedWith('twilio', { ...twilioCredentials, stream_url });
    const app = withCarriers(server, { twilio: createTwilio(api) });
    const { id } = (await handOff()).body;

    await send(app);
    await send(app);

    expect(api.received).toHaveLength(1);
    const twiml = new URLSearchParams(api.received[0]!.body).get('Twiml');
    expect(twiml).toContain(`<Stream url="${stream_url}">`);
    expect(twiml).toContain(`name="run_token" value="${tokenOf(id)}"`);
    expect((await show(id)).status).toBe('bridged');
    expect((await run()).handoff_id).toBe(id);
  });

  test('with Twilio that is refused changes nothing', async () => {
    const { handOff, placedWith, show, tokenOf, session } = await givenHandoff(server);
    const api = await carrierApi(json(400, { code: 21220, status: 400 }));
    await placedWith('twilio', { ...twilioCredentials, stream_url });
    const app = withCarriers(server, { twilio: createTwilio(api) });
    const { id } = (await handOff()).body;

    await send(app);
    await send(app);

    expect(api.received).toHaveLength(1);
    expect((await show(id)).failure).toMatchObject({ code: 'refused', carrier_code: '21220' });
    expect((await session(tokenOf())).status).toBe(200);
  });

  test('with Twilio is what the call goes on with after a transfer that nobody answers', async () => {
    const made = await givenHandoff(server, {
      nextSettings: {
        transfer_destinations: [
          { name: 'desk', phone_number: '+12025550110', has_machine_detection: false },
        ],
      },
    });
    const { member, next, handOff, placedWith, sendAll, transfers, tokenOf, run_id } = made;
    const { id } = (await handOff()).body;
    await sendAll();
    await placedWith('twilio', { ...twilioCredentials, stream_url });
    await server.app.db
      .updateTable('workflow_runs')
      .set({ from_number: null })
      .where('id', '=', run_id)
      .execute();
    const { db } = server.app;
    const { organization_id } = member;
    const transfer = await db
      .insertInto('run_transfers')
      .values({
        organization_id,
        run_id,
        kind: 'cold',
        destination: 'desk',
        phone_number: '+12025550110',
        created_at: server.app.now(),
        sending_at: server.app.now(),
        deadline_at: server.app.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const form = { CallSid: 'CA1', DialCallSid: 'CA2', DialCallStatus: 'busy' };
    const path = `/api/v1/telephony/transfer-callbacks/twilio/${made.configuration_id}?run_id=${run_id}&transfer_id=${transfer.id}`;
    const text = Object.entries(form).reduce(
      (all, [name, value]) => all + name + value,
      server.url + path,
    );

    const answer = await server.send('POST', path, {
      raw: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': createHmac('sha1', twilioCredentials.auth_token)
          .update(text)
          .digest('base64'),
      },
    });

    expect(answer.text).toContain(`name="workflow_id" value="${next.id}"`);
    expect(answer.text).toContain(`name="workflow_version" value="2"`);
    expect(answer.text).toContain(`name="run_token" value="${tokenOf(id)}"`);
    expect((await member.get(`${transfers}/${transfer.id}`)).body.failure.code).toBe('busy');
  });

  test('on the simulated network connects the runtime with the next agent, and records it once', async () => {
    const { next, handOff, placedWith, show, tokenOf, carrier_call_id } =
      await givenHandoff(server);
    const { received, voice_url } = await givenRuntime(204);
    await placedWith('simulated', { ring_ms: 1, talk_ms: 3_600_000, voice_url });
    const { id } = (await handOff()).body;

    await send(server.app);
    await send(server.app);

    const [asked] = received.map(({ searchParams }) => Object.fromEntries(searchParams));
    expect(asked).toMatchObject({ workflow_id: String(next.id), workflow_version: '2' });
    expect(tokenIn(server, asked!['run_code']!)).toBe(tokenOf(id));
    expect((await show(id)).status).toBe('bridged');
    const call = await server.app.db
      .selectFrom('simulated_calls')
      .select('transfers')
      .where('id', '=', carrier_call_id)
      .executeTakeFirstOrThrow();
    expect(call.transfers.map(Number)).toEqual([id]);
  });

  test('on the simulated network is refused if the runtime does not take the call, or if it has ended', async () => {
    const { handOff, placedWith, show, tokenOf, session, carrier_call_id } =
      await givenHandoff(server);
    const { received, voice_url } = await givenRuntime(503);
    await placedWith('simulated', { ring_ms: 1, talk_ms: 3_600_000, voice_url });
    const first = (await handOff()).body;
    await send(server.app);
    await server.app.db
      .updateTable('simulated_calls')
      .set({ hung_up_at: server.app.now() })
      .where('id', '=', carrier_call_id)
      .execute();
    const second = (await handOff()).body;
    await send(server.app);

    for (const { id } of [first, second])
      expect((await show(id)).failure).toMatchObject({ code: 'refused' });
    expect(received).toHaveLength(1);
    expect((await session(tokenOf())).status).toBe(200);
  });
});
