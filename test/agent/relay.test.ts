import { request } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Asked } from '../support/model-server.ts';
import { apiKey, dial, givenAgent, givenTalkable } from './given-relay.ts';

const lastOf = ({ messages }: Asked): string => messages.at(-1)?.content ?? '';
const isConcluding = (asked: Asked): boolean => /the call is over/.test(lastOf(asked));

/** Greets, follows the edge when it is her, and says goodbye. */
function answer(asked: Asked) {
  const last = lastOf(asked);
  const prompt = asked.messages[0]?.content ?? '';
  if (isConcluding(asked))
    return { call: { name: 'submit_result', args: { call_disposition: 'booked' } } };
  if (last.endsWith('Begin.)')) return { words: 'Am I speaking with Ada?' };
  if (/It is me/.test(last))
    return { call: { name: 'follow_edge', args: { edge: 'right person' } } };
  if (/On Monday/.test(last))
    return { call: { name: 'follow_edge', args: { edge: 'A day is agreed.' } } };
  return { words: /Say goodbye/.test(prompt) ? 'Goodbye.' : 'Which day suits you?' };
}

const talk = { words: 'Hello, who is there?' };

describe('The agent at a relay socket', () => {
  test('holds a conversation with the token of its run, and stores it', async () => {
    const { server, url, model, logged } = await givenAgent(answer);
    const { member, run, run_id, run_token } = await givenTalkable(server);
    const carrier = await dial(url);
    carrier.setup({ run_id: String(run_id), run_token });
    await carrier.hears(1);
    carrier.prompt('It is', false);
    carrier.prompt('It is me.');
    await carrier.hears(2);
    carrier.send({
      type: 'interrupt',
      utteranceUntilInterrupt: 'Which day',
      durationUntilInterruptMs: '640',
    });
    carrier.prompt('On Monday.');
    await carrier.hears(3);

    await vi.waitFor(() => expect(carrier.commands.at(-1)).toEqual({ type: 'end' }));
    expect(carrier.said).toEqual(['Am I speaking with Ada?', 'Which day suits you?', 'Goodbye.']);
    const stored = () => member.get(run).then(({ body }) => body);
    await vi.waitFor(async () =>
      expect(await stored()).toMatchObject({
        call_disposition: 'booked',
        gathered_context: { path: ['start', 'ask', 'bye'] },
      }),
    );
    const { transcript } = await stored();
    expect(transcript.map(({ role, text }: Record<string, string>) => [role, text])).toEqual([
      ['agent', 'Am I speaking with Ada?'],
      ['caller', 'It is me.'],
      ['agent', 'Which day suits you?'],
      ['caller', 'On Monday.'],
      ['agent', 'Goodbye.'],
    ]);
    expect([...model.keys]).toEqual([`Bearer ${apiKey}`]);
    carrier.socket.close();
    const seen = JSON.stringify([carrier.commands, logged, server.logged, await stored()]);
    expect(seen).not.toContain(apiKey);
    expect(JSON.stringify([logged, carrier.commands])).not.toContain(run_token);
  });

  test('takes instructions of people and keys of the person into the conversation', async () => {
    const asked: Asked[] = [];
    const { server, url } = await givenAgent((each) => {
      asked.push(each);
      return { words: `Answer ${asked.length}.` };
    });
    const { member, run, run_id, run_token } = await givenTalkable(server);
    const carrier = await dial(url);
    carrier.setup({ run_id: String(run_id), run_token });
    await carrier.hears(1);
    await member.post(`${run}/instructions`, { text: 'Offer 10 %.' });
    await carrier.hears(2);
    for (const digit of ['4', '2']) carrier.send({ type: 'dtmf', digit });
    await carrier.hears(3);

    expect(asked[1]?.messages[0]?.content).toContain('Offer 10 %.');
    expect(lastOf(asked[2]!)).toMatch(/presses (4|42)\./);
    await vi.waitFor(async () => {
      const { items } = (await member.get(`${run}/instructions`)).body;
      expect(items[0]).toMatchObject({ status: 'taken' });
    });
    carrier.socket.close();
  });

  test.each([
    ['no token', () => ({}), 4401, 'run_token_missing'],
    [
      'a token that was never made',
      () => ({ run_id: '1', run_token: `vap_run_1_1_${'x'.repeat(43)}` }),
      4401,
      'unauthorized',
    ],
    [
      'a code that was never made',
      () => ({ run_code: `vap_code_1_1_0_1767607204000_${'x'.repeat(43)}` }),
      4401,
      'run_code_ended',
    ],
    [
      'the token of another run',
      ({ run_token }: { run_token: string }) => ({ run_id: '999999', run_token }),
      4401,
      'not_found',
    ],
  ])('refuses %s', async (_, parameters, code, reason) => {
    const { server, url } = await givenAgent(() => talk);
    const { run_token } = await givenTalkable(server);
    const carrier = await dial(url);
    carrier.setup(parameters({ run_token }));

    expect(await carrier.closed).toEqual([code, reason]);
  });

  test('refuses a second socket for a call, and keeps the first', async () => {
    const { server, url } = await givenAgent(() => talk);
    const { run_id, run_token } = await givenTalkable(server);
    const [first, second] = [await dial(url), await dial(url)];
    first.setup({ run_id: String(run_id), run_token });
    await first.hears(1);
    second.setup({ run_id: String(run_id), run_token });

    expect(await second.closed).toEqual([4409, 'run_held']);
    first.prompt('Ada.');
    await first.hears(2);
    first.socket.close();
  });

  test('refuses a run that has ended, and a revoked token', async () => {
    const { server, url } = await givenAgent(() => talk);
    const ended = await givenTalkable(server, {
      state: 'completed',
      outcome: 'completed',
      ended_at: server.app.now(),
    });
    const revoked = await givenTalkable(server);
    await revoked.member.post(`${revoked.run}/revoke-token`, undefined);
    const [one, two] = [await dial(url), await dial(url)];
    one.setup({ run_id: String(ended.run_id), run_token: ended.run_token });
    two.setup({ run_id: String(revoked.run_id), run_token: revoked.run_token });

    expect(await one.closed).toEqual([4410, 'run_ended']);
    expect((await two.closed)[0]).toBe(4401);
  });

  test('has places for so many conversations, half of them of one organization', async () => {
    const { server, url } = await givenAgent(() => talk, { maxConversations: 2 });
    const one = await givenTalkable(server);
    const [first, second] = [await dial(url), await dial(url)];
    first.setup({ run_id: String(one.run_id), run_token: one.run_token });
    await first.hears(1);
    second.setup({
      run_id: '5',
      run_token: `vap_run_${one.member.organization_id}_5_${'x'.repeat(43)}`,
    });

    expect(await second.closed).toEqual([1013, 'too_many_conversations']);
    first.socket.close();
  });

  test.each([
    ['another first message', ['{"type":"prompt","voicePrompt":"Hi"}'], 1008, 'setup_missing'],
    ['ten messages that cannot be read', Array<string>(10).fill('{"type":'), 1007, 'malformed'],
    [
      'messages without end',
      Array<string>(150).fill('{"type":"hum"}'),
      1008,
      /setup_missing|too_many_messages/,
    ],
    [
      'a message that is too long',
      [`{"type":"setup","callSid":"${'x'.repeat(70_000)}"}`],
      1009,
      '',
    ],
  ])('closes a socket with %s', async (_, messages, code, reason) => {
    const { url } = await givenAgent(() => talk);
    const carrier = await dial(url);
    for (const message of messages) carrier.send(message);

    expect(await carrier.closed).toEqual([
      code,
      typeof reason === 'string' ? reason : expect.stringMatching(reason),
    ]);
  });

  test('ends with the reason if the model fails, as an error of the socket', async () => {
    const { server, url } = await givenAgent(() => ({ status: 500 }));
    const { member, run, run_id, run_token } = await givenTalkable(server);
    const carrier = await dial(url);
    carrier.setup({ run_id: String(run_id), run_token });

    expect(await carrier.closed).toEqual([1011, 'model_unreachable']);
    expect(carrier.said).toEqual(['Leider geht es nicht.']);
    await vi.waitFor(async () =>
      expect((await member.get(run)).body).toMatchObject({
        analysis: { call_successful: false, disposition: 'model_unreachable', source: 'agent' },
      }),
    );
  });

  test('tells its conversations to end when the process stops, and takes no others', async () => {
    const { server, url, agent } = await givenAgent((each) => (isConcluding(each) ? {} : talk));
    const { member, run, run_id, run_token } = await givenTalkable(server);
    const carrier = await dial(url);
    carrier.setup({ run_id: String(run_id), run_token });
    await carrier.hears(1);
    const stopped = agent.stop(8000);
    const late = await dial(url);

    expect((await late.closed)[0]).toBe(1006);
    expect(await carrier.closed).toEqual([1011, 'agent_stopped']);
    await stopped;
    expect((await member.get(run)).body.analysis.disposition).toBe('agent_stopped');
  });

  test('stores what was said before the process stops, also of a turn that is still heard', async () => {
    const { server, url, agent } = await givenAgent(
      (each) =>
        isConcluding(each)
          ? {}
          : { words: Array.from({ length: 100 }, (_, at) => `${at} minutes`).join(', ') },
      { pace: { speechFactor: 1 } },
    );
    const { member, run, run_id, run_token } = await givenTalkable(server);
    const carrier = await dial(url);
    carrier.setup({ run_id: String(run_id), run_token });
    await carrier.hears(1);
    await agent.stop(200);

    const { body } = await member.get(run);
    expect(body).toMatchObject({
      analysis: { disposition: 'agent_stopped' },
      gathered_context: { path: ['start'] },
    });
    expect(body.transcript).toHaveLength(1);
  });

  const upgrade = (port: number, path: string, headers: object): Promise<number> =>
    new Promise((done, failed) => {
      const all = {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
      };
      request({ port, path, headers: all }, (res) => done(res.resume().statusCode ?? 0))
        .on('upgrade', (_, socket) => {
          socket.destroy();
          done(101);
        })
        .on('error', failed)
        .end();
    });

  test.each([
    ['the path', '/agent/relay', {}, 101],
    ['a query', '/agent/relay?x=1', {}, 101],
    ['another path', '/elsewhere', {}, 204],
    ['an offer of HTTP/2', '/agent/relay', { upgrade: 'h2c' }, 204],
    ['a host of somebody else', '/agent/relay', { host: 'rebound.example' }, 421],
    ['a page of somebody else', '/agent/relay', { origin: 'https://evil.example' }, 403],
    ['no key of a WebSocket', '/agent/relay', { 'sec-websocket-key': 'x' }, 400],
  ])('answers an upgrade with %s', async (_, path, headers, status) => {
    const { port } = await givenAgent(() => talk);

    expect(await upgrade(port, path, headers)).toBe(status);
  });

  test('refuses an address that opens many sockets without a credential', async () => {
    const { port, url } = await givenAgent(() => talk);
    for (let each = 0; each < 60; each += 1) {
      const carrier = await dial(url);
      carrier.setup({});
      await carrier.closed;
    }

    expect(await upgrade(port, '/agent/relay', {})).toBe(429);
  });

  test.each([
    ['say something else than a setup', '{"type":"prompt","voicePrompt":"Hi"}'],
    ['say nothing', undefined],
  ])('refuses an address whose sockets %s, also if they do not close', async (_, message) => {
    const { port, url } = await givenAgent(() => talk);
    for (let each = 0; each < 60; each += 1) {
      const { socket } = await dial(url);
      if (!message) socket.terminate();
      else socket.pause();
      if (message) socket.send(message);
    }

    await vi.waitFor(async () => expect(await upgrade(port, '/agent/relay', {})).toBe(429), {
      timeout: 5000,
      interval: 500,
    });
  });

  test('takes a call while sockets that say nothing have all places', async () => {
    const { server, url } = await givenAgent(() => talk);
    const { run_id, run_token } = await givenTalkable(server);
    const idle = [];
    for (let each = 0; each < 100; each += 1) idle.push(await dial(url));
    const carrier = await dial(url);
    carrier.setup({ run_id: String(run_id), run_token });
    await carrier.hears(1);

    expect((await idle[0]?.closed)?.[0]).toBe(1006);
    expect(idle[1]?.socket.readyState).toBe(WebSocket.OPEN);
    for (const { socket } of [carrier, ...idle]) socket.close();
  });
});
