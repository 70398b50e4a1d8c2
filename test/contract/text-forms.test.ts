import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { formsOf } from '../../src/text-rules.ts';
import { emailOf } from '../auth/accounts/given.ts';
import { givenCall, givenCallable } from '../telephony/calls/given.ts';
import { type Member, newOrganization, password } from '../support/organizations.ts';
import { givenRuns, givenWorkflow } from '../workflows/given.ts';

// The same text as two keyboards send it. What is compared is in openapi.yaml, under "Text".
const composed = 'Grün Café'.normalize('NFC');
const decomposed = composed.normalize('NFD');
/** One accent in each form, as texts that were put together have it. */
const mixed = `Gr${'ü'.normalize('NFC')}n Caf${'é'.normalize('NFD')}`;
const pairs = [
  ['composed', 'decomposed', composed, decomposed],
  ['decomposed', 'composed', decomposed, composed],
] as const;

describe.each(pairs)('A text that was sent %s is the same %s:', (_, __, sent, again) => {
  test('the name of a voice profile, which stays as it was sent', async () => {
    const member = await newOrganization();
    const path = '/api/v1/voice/profiles';
    const { body } = await member.post(path, { name: sent });

    const taken = await member.post(path, { name: again });
    const renamed = await member.patch(`${path}/${body.id}`, { name: again });

    expect([taken.status, taken.body.code]).toEqual([409, 'voice_profile_name_exists']);
    expect([body.name, renamed.status, renamed.body.name]).toEqual([sent, 200, again]);
    expect((await member.post(path, { name: mixed })).status).toBe(409);
  });

  test('the name of a telephony configuration', async () => {
    const member = await newOrganization();
    const path = '/api/v1/organizations/telephony-configs';
    const of = (name: string) => ({ name, provider: 'simulated', credentials: {} });
    const { body } = await member.post(path, of(sent));

    const taken = await member.post(path, of(again));
    const renamed = await member.patch(`${path}/${body.id}`, of(again));

    expect([taken.status, taken.body.code]).toEqual([409, 'telephony_configuration_name_exists']);
    expect([renamed.status, renamed.body.name]).toEqual([200, again]);
  });

  test('a password, also one of an earlier release', async () => {
    const member = await newOrganization();
    const { server } = member;
    const [first, other] = [`${sent} of the password`, `${again} of the password`];
    const email = await emailOf(member);
    const logIn = async (secret: string) =>
      (await server.send('POST', '/api/v1/auth/login', { body: { email, password: secret } }))
        .status;
    await member.post('/api/v1/auth/password', { current_password: password, password: first });

    expect([await logIn(first), await logIn(other)]).toEqual([200, 200]);
    await server.app.db
      .updateTable('users')
      .set({ password_hash: await hash(first) })
      .where('email', '=', email)
      .execute();
    expect([await logIn(first), await logIn(other)]).toEqual([200, 200]);
    expect([await logIn(`${other}s`), await logIn('Grun Cafe of the password')]).toEqual([
      401, 401,
    ]);
  });

  test('what lists of runs look for', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    const transcript = [{ index: 0, role: 'agent', text: `Hello ${sent}!`, kind: 'speech' }];
    await givenRuns(member, workflow, [
      { name: sent, call_disposition: sent, transcript: JSON.stringify(transcript) },
    ]);
    const found = async (query: string) =>
      (await member.get(`/api/v1/runs?${query}=${encodeURIComponent(again)}`)).body.items.length;

    expect(await found('name')).toBe(1);
    expect(await found('call_disposition')).toBe(1);
    expect(await found('transcript')).toBe(1);
  });

  test('a column of a file', async () => {
    const member = await newOrganization();
    const send = (query: string, raw: string) =>
      member.send('POST', `/api/v1/campaign-sources${query}`, {
        raw,
        headers: { 'content-type': 'text/csv' },
        token: member.token,
      });

    const { status, body } = await send(
      `?phone_number_column=${encodeURIComponent(again)}`,
      `${sent}\n+12025550123\n`,
    );
    const twice = await send('', `phone_number,${sent},${again}\n+12025550123,a,b\n`);

    expect([status, body.total_rows]).toEqual([201, 1]);
    expect([twice.status, JSON.stringify(twice.body)]).toEqual([
      422,
      expect.stringContaining('more than one column'),
    ]);
  });
});

test('A disposition opts out in either form', async () => {
  const member = await newOrganization();
  const { configuration_id, workflow_id } = await givenCallable(member);
  const run_id = await givenCall(member, configuration_id, { state: 'running' });
  const run = (await member.get(`/api/v1/runs/${run_id}`)).body;
  await member.put(`/api/v1/workflow/${run.workflow_id ?? workflow_id}`, {
    workflow_configurations: { opt_out_dispositions: [composed] },
  });

  await member.post(`/api/v1/runs/${run_id}/result`, { call_disposition: decomposed });

  expect((await member.get('/api/v1/do-not-call')).body.items).toHaveLength(1);
});

test('IDs of programs are compared character by character', async () => {
  const member: Member = await newOrganization();
  const create = async (external_id: string) =>
    (
      await member.post('/api/v1/workflow', {
        name: 'A',
        workflow_definition: { nodes: [], edges: [] },
        external_id,
      })
    ).status;

  expect([await create(composed), await create(decomposed), await create(composed)]).toEqual([
    201, 201, 409,
  ]);
});

test('Email addresses have one form: others than ASCII are refused', async () => {
  const { server } = await newOrganization();
  for (const email of ['grün@example.com', 'a@grün.example'])
    expect(
      (await server.send('POST', '/api/v1/auth/login', { body: { email, password } })).status,
    ).toBe(422);
});

test('formsOf has the comparable form first, and one form of ASCII', () => {
  expect(formsOf('abc')).toEqual(['abc']);
  expect(formsOf(decomposed)).toEqual([composed, decomposed]);
  expect(formsOf(mixed)).toEqual([composed, mixed, decomposed]);
});
