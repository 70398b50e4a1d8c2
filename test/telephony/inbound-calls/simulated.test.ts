import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSecrets } from '../../../src/db/secrets.ts';
import { sealCredentials } from '../../../src/telephony/credentials.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { ended, until } from '../calls/given.ts';
import { givenConfiguration, givenNumber, tokenFor } from '../given.ts';
import { caller, givenInbound, ours } from './given.ts';

const server = ownServer({ role: 'all' });

interface Received {
  readonly url: URL;
  readonly form: Record<string, string>;
}

/** An agent runtime that says hello in each call, as far as the call's token lets it. */
async function givenRuntime() {
  const received: Received[] = [];
  const take = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const url = new URL(req.url ?? '', 'http://runtime');
    received.push({ url, form: Object.fromEntries(new URLSearchParams(await text(req))) });
    const { run_id, run_code } = Object.fromEntries(url.searchParams);
    const run_token = await tokenFor(server, run_code!);
    await server.send('POST', `/api/v1/runs/${run_id}/result`, {
      key: run_token,
      body: {
        call_disposition: 'greeted',
        transcript: [{ role: 'agent', text: 'Hello, how can I help?', at: server.app.now() }],
      },
    });
    res.writeHead(204).end();
  };
  const runtime = createServer((req, res) => void take(req, res));
  await new Promise<void>((done) => runtime.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    runtime.close().closeAllConnections();
  });
  const { port } = runtime.address() as AddressInfo;
  return { received, voice_url: `http://127.0.0.1:${port}/voice?line=2` };
}

const path = '/api/v1/simulation/inbound-call';
const call = { from_number: '+1 (202) 555-0123', to_number: ours };

describe('simulateInboundCall', () => {
  test('brings the caller to the agent runtime, whose token submits the conversation', async () => {
    const { received, voice_url } = await givenRuntime();
    const { member, workflow } = await givenInbound({
      server,
      credentials: { ring_ms: 1, talk_ms: 1, voice_url },
    });

    const answer = await member.post(path, call);

    expect([answer.status, answer.body.rejection]).toEqual([200, null]);
    const { run_id, call_id } = answer.body;
    const run = await ended(member, { workflow_id: workflow.id, id: run_id });
    expect(run).toMatchObject({
      mode: 'inbound',
      outcome: 'completed',
      from_number: caller,
      to_number: ours,
      carrier_call_id: call_id,
      answered_at: expect.any(String),
      call_disposition: 'greeted',
      transcript: [{ role: 'agent', text: 'Hello, how can I help?' }],
    });
    expect(received).toHaveLength(1);
    expect(received[0]?.form).toMatchObject({
      CallSid: call_id,
      From: caller,
      To: ours,
      Direction: 'inbound',
    });
    expect(Object.fromEntries(received[0]!.url.searchParams)).toMatchObject({
      line: '2',
      run_id: String(run_id),
      workflow_id: String(workflow.id),
      workflow_version: '1',
    });
    expect(JSON.stringify(server.logged)).not.toContain('vap_run_');
  });

  test('says why a call was rejected', async () => {
    const { member, config_id } = await givenInbound({ server, isFull: true });
    await givenNumber(member, config_id, { phone_number: '+12025550197' });

    const full = await member.post(path, call);
    const nobody = await member.post(path, { ...call, to_number: '+12025550197' });

    expect([full.status, full.body.run_id, full.body.rejection]).toEqual([
      200,
      null,
      'no_free_slot',
    ]);
    expect([nobody.body.run_id, nobody.body.rejection]).toEqual([null, 'no_inbound_workflow']);
  });

  test('is ended by hanging up', async () => {
    const { member, workflow } = await givenInbound({
      server,
      credentials: { ring_ms: 1, talk_ms: 60_000 },
    });
    const { run_id } = (await member.post(path, { ...call, from_number: null })).body;
    const run = { workflow_id: workflow.id, id: run_id };
    const show = async () => (await member.get(`/api/v1/runs/${run_id}`)).body;
    const talking = await until(show, ({ answered_at }) => answered_at !== null);

    await member.post(`/api/v1/runs/${run_id}/hang-up`);

    expect(talking.from_number).toBeNull();
    expect((await ended(member, run)).outcome).toBe('canceled');
  });

  test('tells the state of its calls to those who query it', async () => {
    const { member } = await givenInbound({ server, credentials: { ring_ms: 1, talk_ms: 60_000 } });
    const { run_id, call_id } = (await member.post(path, call)).body;
    const query = { run_id, carrier_call_id: call_id, to_number: ours, from_number: caller };
    const now = server.app.now();

    const state = await server.app.network.status(
      { ring_ms: 1, talk_ms: 60_000 },
      { ...query, placing_at: now, now, timeout_ms: 1000 },
    );

    expect(state).toEqual({ kind: 'in_progress', status: 'answered', carrier_call_id: call_id });
    await member.post(`/api/v1/runs/${run_id}/hang-up`);
  });

  test('refuses numbers that are none, and those of others', async () => {
    const { member, config_id } = await givenInbound({ server });
    const other = await newOrganization({ server });
    const twilio = await givenConfiguration(member, { provider: 'twilio' });
    await givenNumber(member, twilio, { phone_number: '+12025550197' });
    const of = (id: number) => ({ ...call, telephony_configuration_id: id });

    const answers = [
      await member.post(path, { ...call, from_number: 'the front desk' }),
      await member.post(path, { ...call, to_number: '2025550196' }),
      await member.post(path, { ...call, to_number: '+12025550197' }),
      await other.post(path, call),
      await other.post(path, of(config_id)),
      await member.post(path, of(twilio)),
    ];

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 404, 404, 404, 404]);
    expect(answers.slice(2).map(({ body }) => body.param)).toEqual(Array(4).fill('to_number'));
    expect((await member.post(path, of(config_id))).body.rejection).toBeNull();
  });

  test('refuses a configuration whose settings cannot be read', async () => {
    const { member, config_id } = await givenInbound({ server });
    const { organization_id } = member;
    const foreign = createSecrets([randomBytes(32)]);
    await server.app.db
      .updateTable('telephony_configurations')
      .set({ credentials_encrypted: sealCredentials(foreign, organization_id, { ring_ms: 1 }) })
      .where('id', '=', config_id)
      .execute();

    const answer = await member.post(path, call);

    expect([answer.status, answer.body.code]).toEqual([409, 'credentials_unreadable']);
  });
});
