import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dialAll, givenCallableCampaign } from '../campaigns/lifecycle/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { startServer } from '../support/server.ts';
import { callBack, callbackPath, givenCall } from '../telephony/calls/given.ts';
import { givenConfiguration } from '../telephony/given.ts';
import { deliver, givenEndedRun, givenEndpoint, startReceiver } from '../webhooks/given.ts';
import { givenRun, givenWorkflow } from '../workflows/given.ts';
import { eventsOf } from './given.ts';

const password = 'correct horse battery';
const doNotCall = '/api/v1/do-not-call';
const endpoints = '/api/v1/webhooks/endpoints';
const own = async (member: Member) => (await member.get('/api/v1/audit-events')).body.items;
const actionsOf = (events: readonly { readonly action: string }[]): string[] =>
  events.map(({ action }) => action);

describe('An audit event', () => {
  test('reports sign-up, log-in, a failed log-in and log-out, and never the password', async () => {
    const server = await startServer();
    const email = 'ada@example.com';
    const logIn = (secret: string) =>
      server.send('POST', '/api/v1/auth/login', { body: { email, password: secret } });
    const signedUp = await server.send('POST', '/api/v1/auth/signup', {
      body: { email, password },
    });
    const { id, organization_id } = signedUp.body.user;

    await logIn('not the right one');
    const token = (await logIn(password)).body.access_token;
    await server.send('POST', '/api/v1/auth/logout', { token });

    const events = await eventsOf({ server }, { organization_id });
    const user = { kind: 'user', id, name: email };
    const subject = { subject_type: 'user', subject_id: String(id) };
    const { expires_at } = signedUp.body;
    expect(events.toReversed()).toEqual([
      expect.objectContaining({ action: 'user.signed_up', actor: user, after: { expires_at } }),
      expect.objectContaining({
        action: 'user.log_in_failed',
        actor: { kind: 'anonymous', id: null, name: null },
        ...subject,
        after: { reason: 'wrong_password' },
      }),
      expect.objectContaining({ action: 'user.logged_in', actor: user, ...subject }),
      expect.objectContaining({ action: 'user.logged_out', actor: user, after: null }),
    ]);
    expect(JSON.stringify(events)).not.toMatch(/correct horse|not the right/);
    await server.close();
  });

  test('reports a log-in to an unknown address to the platform only, without the address', async () => {
    const server = await startServer();
    const body = { email: 'a-password@typed.example', password };

    await server.send('POST', '/api/v1/auth/login', { body });

    const events = await eventsOf({ server }, { action: 'user.log_in_failed' });
    expect(events).toEqual([
      expect.objectContaining({
        organization_id: null,
        subject_id: 'unknown',
        after: { reason: 'unknown_user' },
      }),
    ]);
    expect(JSON.stringify(events)).not.toContain('typed.example');
    await server.close();
  });

  test('is written for no more failed log-ins than the limits allow', async () => {
    const limits = { failuresPerAddress: 3, failuresPerAccount: 3 };
    const logInLimits = { ...limits, windowSeconds: 900, signUpsPerHour: 1 };
    const server = await startServer({ logInLimits });
    const guess = () =>
      server.send('POST', '/api/v1/auth/login', { body: { email: 'a@example.com', password } });

    const statuses = (await Promise.all([1, 2, 3, 4, 5, 6].map(guess))).map(({ status }) => status);

    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    expect(await eventsOf({ server }, { action: 'user.log_in_failed' })).toHaveLength(3);
    await server.close();
  });

  test('has the version of a definition, and the size of free-form members', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);

    await member.put(path, {
      workflow_definition: { nodes: [{ id: 'private-node' }], edges: [] },
      template_context_variables: { token: 'private-variable' },
    });

    const [event] = await own(member);
    expect(event).toMatchObject({
      action: 'workflow.updated',
      before: { version_number: 1 },
      after: { version_number: 2, template_context_variables: { bytes: 29 } },
    });
    expect(JSON.stringify(event)).not.toContain('private');
  });

  test('reports that a result was submitted and by whom, but not its content', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    const run = await givenRun(member, workflow);
    const result = `/api/v1/runs/${run}/result`;
    const transcript = [{ role: 'caller', text: 'private words', at: '2026-01-05T10:00:05.000Z' }];

    await member.post(result, { transcript, gathered_context: { name: 'private name' } });

    const [event] = await own(member);
    expect(event).toMatchObject({
      action: 'workflow_run.result_submitted',
      subject_id: String(run),
      before: null,
      after: { members: ['transcript', 'gathered_context'], transcript_turns: 1 },
    });
    expect(JSON.stringify(event)).not.toContain('private');
  });

  test('counts the numbers added to or removed from the do-not-call list, with the last digits of a few', async () => {
    const member = await newOrganization();
    const numbers = Array.from({ length: 30 }, (_, i) => `+120255501${10 + i}`);
    const added = numbers.map((phone_number) => ({ phone_number }));

    await member.post(doNotCall, { phone_numbers: added });
    await member.post(doNotCall, { phone_numbers: added });
    await member.post(`${doNotCall}/remove`, { phone_numbers: [numbers[3], '+12025550199'] });

    const events = await own(member);
    expect(events).toEqual([
      expect.objectContaining({
        action: 'do_not_call_list.numbers_removed',
        subject_id: String(member.organization_id),
        after: { numbers: 1, endings: ['0113'] },
      }),
      expect.objectContaining({
        action: 'do_not_call_list.numbers_added',
        after: {
          numbers: 30,
          endings: expect.arrayContaining([expect.stringMatching(/^01\d\d$/)]),
        },
      }),
    ]);
    expect(events[1].after.endings).toHaveLength(20);
  });

  test("reports an endpoint's life cycle; its secret and its URL's query only as changed", async () => {
    const member = await newOrganization();
    const url = 'http://127.0.0.1:9/hooks';

    const { id, secret } = (await member.post(endpoints, { url: `${url}?token=hush` })).body;
    await member.patch(`${endpoints}/${id}`, { url: `${url}?token=other` });
    await member.post(`${endpoints}/${id}/disable`);
    const rotated = (await member.post(`${endpoints}/${id}/rotate-secret`)).body.secret;
    await member.delete(`${endpoints}/${id}`);

    const events = await own(member);
    expect(actionsOf(events)).toEqual([
      'webhook_endpoint.deleted',
      'webhook_endpoint.secret_rotated',
      'webhook_endpoint.disabled',
      'webhook_endpoint.updated',
      'webhook_endpoint.created',
    ]);
    expect(events[2].after).toEqual({ status: 'disabled', disabled_reason: 'requested' });
    expect(events[3].before.url).toMatch(/^http:\/\/127\.0\.0\.1:9\/hooks\?sha256=[0-9a-f]{12}$/);
    expect(events[3].before.url).not.toBe(events[3].after.url);
    for (const hidden of ['hush', 'other', secret, rotated])
      expect(JSON.stringify(events)).not.toContain(hidden);
  });

  test('names the service when the service disabled an endpoint', async () => {
    const member = await newOrganization();
    const receiver = await startReceiver((_, response) => response.writeHead(410).end());
    const endpoint = await givenEndpoint(member, receiver.url);
    await givenEndedRun(member);

    await deliver(member.server);

    expect((await own(member))[0]).toMatchObject({
      action: 'webhook_endpoint.disabled',
      subject_id: String(endpoint.id),
      actor: { kind: 'system', id: null, name: null },
      before: { status: 'enabled', disabled_reason: null },
      after: { status: 'disabled', disabled_reason: 'gone' },
      request_id: null,
    });
  });

  test('is written for replaced credentials, even if their masks are the same', async () => {
    const member = await newOrganization();
    const credentials = (token: string) => ({
      account_sid: `AC${'0'.repeat(28)}7a1c`,
      auth_token: `${token.repeat(28)}e0b4`,
    });
    const id = await givenConfiguration(member, {
      provider: 'twilio',
      credentials: credentials('0'),
    });

    await member.patch(`/api/v1/organizations/telephony-configs/${id}`, {
      provider: 'twilio',
      credentials: credentials('1'),
    });

    expect(await own(member)).toEqual([
      expect.objectContaining({
        action: 'telephony_configuration.updated',
        before: { credentials_replaced: false },
        after: { credentials_replaced: true },
      }),
    ]);
  });

  test('names the carrier as the source of consent that it reported', async () => {
    const member = await newOrganization();
    const configuration = await givenConfiguration(member);
    const run = await givenCall(member, configuration);
    const report = { call_id: 'CA1', status: 'completed', consent: true };

    await callBack(member, callbackPath('simulated', configuration, run), report);

    const { db } = member.server.app;
    const marks = await db
      .selectFrom('consent_marks')
      .select(['consent_given', 'consent_source', 'consent_ts'])
      .where('run_id', '=', run)
      .execute();
    expect(marks).toEqual([expect.objectContaining({ consent_source: 'carrier' })]);
    expect(await own(member)).toEqual([
      expect.objectContaining({
        action: 'workflow_run.consent_marked',
        subject_id: String(run),
        actor: { kind: 'carrier', id: null, name: null },
        before: { consent_given: null, consent_ts: null },
        after: { consent_given: true, consent_ts: marks[0]?.consent_ts },
      }),
    ]);
  });

  test('is written for the request, not for the calls that the engine places for it', async () => {
    const member = await newOrganization();
    const campaign = await givenCallableCampaign(member, { digits: ['00', '41', '76'] });

    await member.post(`${campaign.path}/start`);
    const { state } = await dialAll(member, campaign);

    expect(state).toBe('running');
    expect(actionsOf(await own(member))).toEqual(['campaign.started']);
  });

  test('of a call has the last digits of the number, and nothing of the context', async () => {
    const member = await newOrganization();
    const { workflow_id } = await givenCallableCampaign(member);
    const initial_context = { name: 'private name' };

    const key = { 'idempotency-key': randomUUID() };
    const body = { workflow_id, to_number: '+12025550100', initial_context };
    const { id } = (await member.post('/api/v1/telephony/initiate-call', body, key)).body;

    const [event] = await own(member);
    expect(event).toMatchObject({
      action: 'workflow_run.call_initiated',
      subject_id: String(id),
      after: { workflow_id, to_number_ending: '0100' },
    });
    expect(JSON.stringify(event)).not.toMatch(/private|20255/);
  });
});
