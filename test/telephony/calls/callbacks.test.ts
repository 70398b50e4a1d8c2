import { createSecretKey } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { sign, signatureHeader } from '../../../src/telephony/simulation/signature.ts';
import type { Answer } from '../../support/client.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import { givenConfiguration } from '../given.ts';
import {
  callBack,
  callBackRaw,
  callbackPath,
  eventsOf,
  expectUntouched,
  givenCall,
  stateOf,
  type Called,
  eventNames,
} from './given.ts';

const pair = ['call_ended', 'call_analyzed'];
const completed = { call_id: 'CA1', status: 'completed' };
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

async function givenCalled(member?: Member): Promise<Called> {
  const owner = member ?? (await newOrganization());
  const configuration_id = await givenConfiguration(owner);
  const run_id = await givenCall(owner, configuration_id);
  const path = callbackPath('simulated', configuration_id, run_id);
  return { member: owner, configuration_id, run_id, path };
}

describe('receiveCarrierCallback', () => {
  test('follows a call to its end and announces it once', async () => {
    const { member, run_id, path } = await givenCalled();

    const ringing = await callBack(member, path, { call_id: 'CA1', status: 'ringing' });
    const begun = await stateOf(member, run_id);
    const answered = await callBack(member, path, { call_id: 'CA1', status: 'answered' });
    const talking = await stateOf(member, run_id);
    const ended = await callBack(member, path, completed);

    expect([ringing.status, answered.status, ended.status]).toEqual([204, 204, 204]);
    expect(begun).toMatchObject({ state: 'running', carrier_call_id: 'CA1', started_at: null });
    expect(talking).toMatchObject({ state: 'running', started_at: expect.any(String) });
    expect(talking.has_derived_analysis).toBe(false);
    expect(await stateOf(member, run_id)).toMatchObject({
      state: 'completed',
      outcome: 'completed',
      started_at: talking.started_at,
      ended_at: expect.any(String),
      gathered_context: {},
    });
    expect(await eventNames(member, run_id)).toEqual(pair);
  });

  test.each([
    [{ status: 'completed' }, 'completed', 30_000],
    [{ status: 'completed', answered_by: 'machine' }, 'voicemail', 30_000],
    [{ status: 'busy' }, 'busy', 0],
    [{ status: 'no_answer' }, 'no_answer', 0],
    [{ status: 'failed' }, 'failed', 0],
    [{ status: 'canceled' }, 'canceled', 0],
  ])(
    'of %j ends the call as %s and waits %i ms for another analysis',
    async (report, outcome, wait) => {
      const { member, run_id, path } = await givenCalled();

      await callBack(member, path, { call_id: 'CA1', ...report });

      const { ended_at, ...run } = await stateOf(member, run_id);
      const [first, second] = await eventsOf(member, run_id);
      expect(run).toMatchObject({ state: 'completed', outcome, has_derived_analysis: true });
      expect(Date.parse(first!.due_at) - Date.parse(ended_at ?? '')).toBeLessThan(5000);
      expect(second?.due_at).toBe(later(first!.due_at, wait));
    },
  );

  test('changes nothing when duplicated, late or out of order', async () => {
    const { member, run_id, path } = await givenCalled();
    await callBack(member, path, { call_id: 'CA1', status: 'busy' });
    const before = await stateOf(member, run_id);

    const answers = [];
    for (const status of ['busy', 'completed', 'answered', 'ringing', 'failed'])
      answers.push(await callBack(member, path, { call_id: 'CA1', status, consent: true }));

    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
    expect(await stateOf(member, run_id)).toEqual(before);
    expect(await eventNames(member, run_id)).toEqual(pair);
    const marks = await member.server.app.db
      .selectFrom('consent_marks')
      .select('id')
      .where('run_id', '=', run_id)
      .execute();
    expect(marks).toEqual([]);
  });

  test('ends a call once when many callbacks report its end concurrently', async () => {
    const { member, run_id, path } = await givenCalled();
    const statuses = ['completed', 'busy', 'completed', 'failed', 'busy', 'completed'];

    const answers = await together(
      member.server,
      statuses.map((status) => () => callBack(member, path, { call_id: 'CA1', status })),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect((await stateOf(member, run_id)).state).toBe('completed');
    expect(await eventNames(member, run_id)).toEqual(pair);
  });

  test('ignores callbacks of another call of the carrier', async () => {
    const { member, run_id, path } = await givenCalled();
    await callBack(member, path, { call_id: 'CA1', status: 'answered' });
    const before = await stateOf(member, run_id);

    const answer = await callBack(member, path, { call_id: 'CA2', status: 'completed' });

    expect(answer.status).toBe(204);
    expect(await stateOf(member, run_id)).toEqual(before);
  });

  test.each([[{ call_id: 'CA1', status: 'dreaming' }], [{ status: 'busy' }], [{}]])(
    'accepts %j, which reports nothing, and changes nothing',
    async (report) => {
      const called = await givenCalled();

      const answer = await callBack(called.member, called.path, report);

      expect(answer.status).toBe(204);
      await expectUntouched(called);
    },
  );
});

describe('receiveCarrierCallback for a call of another owner', () => {
  test("changes nothing for another configuration's call", async () => {
    const mine = await givenCalled();
    const other = await givenConfiguration(mine.member);

    const answer = await callBack(
      mine.member,
      callbackPath('simulated', other, mine.run_id),
      completed,
    );

    expect(answer.status).toBe(204);
    await expectUntouched(mine);
  });

  test("changes nothing for another organization's call", async () => {
    const [mine, theirs] = [await givenCalled(), await givenCalled()];
    const path = callbackPath('simulated', mine.configuration_id, theirs.run_id);

    const answer = await callBack(mine.member, path, completed);

    expect(answer.status).toBe(204);
    await expectUntouched(theirs);
  });

  test('changes nothing for an unknown call', async () => {
    const mine = await givenCalled();
    const path = callbackPath('simulated', mine.configuration_id, 2_000_000_000);

    expect((await callBack(mine.member, path, completed)).status).toBe(204);
  });
});

describe('receiveCarrierCallback without a valid signature', () => {
  const raw = JSON.stringify(completed);
  const post = ({ member }: Called, path: string, headers: Record<string, string>, body = raw) =>
    member.server.send('POST', path, { raw: body, headers: { ...json, ...headers } });
  const signatureOf = ({ member }: Called, path: string, body = raw): string => {
    const [key] = member.server.app.secrets.keysFor('callbacks of the simulated network');
    return sign(key, member.server.url + path, body);
  };

  test.each<[string, (called: Called) => Promise<Answer>]>([
    ['none', (called) => post(called, called.path, {})],
    ['an empty one', (called) => post(called, called.path, { [signatureHeader]: '' })],
    ['another', (called) => post(called, called.path, { [signatureHeader]: '0'.repeat(64) })],
    [
      "another key's",
      (called) =>
        post(called, called.path, {
          [signatureHeader]: sign(
            createSecretKey(Buffer.alloc(32)),
            called.member.server.url + called.path,
            raw,
          ),
        }),
    ],
    [
      'that of another body',
      (called) =>
        post(called, called.path, {
          [signatureHeader]: signatureOf(called, called.path, raw.replace('completed', 'busy')),
        }),
    ],
    [
      "that of another run's address",
      (called) =>
        post(called, called.path, {
          [signatureHeader]: signatureOf(called, `${called.path}0`),
        }),
    ],
    [
      "a session's token in its place",
      (called) => post(called, called.path, { authorization: `Bearer ${called.member.token}` }),
    ],
  ])('is refused: %s', async (_, send) => {
    const called = await givenCalled();

    const answer = await send(called);

    expect([answer.status, answer.body.code]).toEqual([403, 'signature_invalid']);
    await expectUntouched(called);
  });

  test('accepts the same request with a valid one', async () => {
    const called = await givenCalled();
    const headers = { [signatureHeader]: signatureOf(called, called.path) };

    expect((await post(called, called.path, headers)).status).toBe(204);
    expect((await stateOf(called.member, called.run_id)).state).toBe('completed');
  });
});

describe('receiveCarrierCallback', () => {
  test('finds no configuration that is unknown or belongs to another carrier', async () => {
    const { member, configuration_id, run_id } = await givenCalled();

    const answers = [
      await callBack(member, callbackPath('simulated', 2_000_000_000, run_id), completed),
      await callBack(member, callbackPath('twilio', configuration_id, run_id), completed, {
        'x-twilio-signature': 'x',
      }),
    ];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
    ]);
    await expectUntouched({ member, run_id });
  });

  test('reports the position of a JSON syntax error', async () => {
    const called = await givenCalled();
    const raw = '{"call_id": "CA1", status}';

    const answer = await callBackRaw(called.member, called.path, raw);

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([
      expect.objectContaining({ loc: ['body'], type: 'json_invalid', ctx: { position: 19 } }),
    ]);
    await expectUntouched(called);
  });

  test.each([
    ['a list', '[]'],
    ['nothing', 'null'],
    ['a text', '"completed"'],
    ['endless nesting', '['.repeat(60_000)],
  ])('refuses %s', async (_, raw) => {
    const called = await givenCalled();

    const answer = await callBackRaw(called.member, called.path, raw);

    expect(answer.status).toBe(422);
    await expectUntouched(called);
  });

  test.each([
    ['a repeated member', '"status":"ringing","status":"completed"'],
    ['a large integer', '"status":"completed","sequence":12345678901234567890'],
    ['a number out of range', '"status":"completed","sequence":-1e999'],
    ['NUL', '"status":"completed","note":"\\u0000"'],
    ['half a pair', '"status":"completed","note":"\\ud800"'],
    ['nesting', `"status":"completed","deep":${'['.repeat(200)}${']'.repeat(200)}`],
  ])('loses no signed report for %s', async (_, members) => {
    const { member, run_id, path } = await givenCalled();

    const answer = await callBackRaw(member, path, `{"call_id":"CA1",${members}}`);

    expect(answer.status).toBe(204);
    expect(await stateOf(member, run_id)).toMatchObject({ outcome: 'completed' });
  });

  test.each([
    ['what is no JSON', json, 'no JSON'],
    ['endless nesting', json, '['.repeat(60_000)],
    ['a form of 16,000 names', form, '&a'.repeat(16_000)],
  ])('parses no unsigned body: %s', async (_, headers, raw) => {
    const called = await givenCalled();

    const answer = await called.member.server.send('POST', called.path, { raw, headers });

    expect([answer.status, answer.body.code]).toEqual([403, 'signature_invalid']);
    await expectUntouched(called);
  });

  test.each([
    [65_536, 204],
    [65_537, 413],
  ])('answers a body of %i bytes with %i', async (bytes, status) => {
    const { member, path } = await givenCalled();
    const padding = 'x'.repeat(bytes - JSON.stringify({ ...completed, padding: '' }).length);

    const answer = await callBack(member, path, { ...completed, padding });

    expect(answer.status).toBe(status);
  });

  test.each([
    ['no signature', {}, 403],
    ['a body that is too large', { [signatureHeader]: 'x', 'content-length': 65_537 }, 413],
    ['another type', { [signatureHeader]: 'x', 'content-type': 'text/plain' }, 415],
  ])('refuses %s before the body arrives', async (_, headers, status) => {
    const { member, path } = await givenCalled();
    const options = { method: 'POST', headers: { ...json, 'content-length': 9, ...headers } };
    const sending = request(member.server.url + path, options);
    sending.on('error', () => undefined).flushHeaders();

    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    sending.destroy();

    expect(answer.statusCode).toBe(status);
  });

  test('refuses a body of another type', async () => {
    const { member, path } = await givenCalled();

    const answer = await callBack(member, path, completed, { 'content-type': 'text/plain' });

    expect([answer.status, answer.body.allowed]).toEqual([
      415,
      ['application/json', 'application/x-www-form-urlencoded'],
    ]);
  });

  test.each(['', '0', 'x', '1.5'])('refuses the run %j', async (id) => {
    const { member, configuration_id } = await givenCalled();
    const path = `/api/v1/telephony/callbacks/simulated/${configuration_id}?run_id=${id}`;

    expect((await callBack(member, path, completed)).status).toBe(422);
  });
});
