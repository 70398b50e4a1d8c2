import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { runToken } from '../../../src/auth/run-tokens.ts';
import type { CommandResult } from '../../../src/telephony/carriers/carrier.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { givenRun, givenWorkflow } from '../../workflows/given.ts';
import { givenConfiguration, twilio } from '../given.ts';
import { givenTalking, keysAt } from './given.ts';

const server = ownServer();
afterEach(() => void vi.restoreAllMocks());

const keys = '1,204#w';

const auditedOf = (member: Member, run_id: number) =>
  member.server.app.db
    .selectFrom('audit_events')
    .select(['actor_kind', 'actor_id', 'before', 'after'])
    .where('organization_id', '=', member.organization_id)
    .where('action', '=', 'workflow_run.keys_requested')
    .where('subject_id', '=', String(run_id))
    .execute();

/** Has the network answer in another way once it has done what it does. */
function answering(answer: () => Promise<CommandResult>) {
  const { simulated } = server.app.calls.carriers;
  const send = simulated.sendKeys!;
  return vi.spyOn(simulated, 'sendKeys').mockImplementationOnce(async (credentials, request) => {
    await send(credentials, request);
    return answer();
  });
}

describe('sendRunKeys', () => {
  test('has the carrier send the keys, and audits their number alone', async () => {
    const member = await newOrganization({ server });
    const { path, run_id, carrier_call_id } = await givenTalking(member);

    const answer = await member.post(path, { keys });

    expect([answer.status, answer.body]).toEqual([
      200,
      { run_id, key_count: 5, sent_at: expect.any(String) },
    ]);
    expect(await keysAt(member, carrier_call_id)).toEqual([keys]);
    expect(await auditedOf(member, run_id)).toEqual([
      { actor_kind: 'user', actor_id: member.user_id, before: null, after: { key_count: 5 } },
    ]);
  });

  test.each([
    [['run:act'], 200],
    [[], 403],
  ])('takes the token of the run if its workflow grants %j: %i', async (granted, status) => {
    const member = await newOrganization({ server });
    const settings = { run_token_scopes: granted };
    const { path, run_id, carrier_call_id } = await givenTalking(member, { settings });
    const { organization_id } = member;
    const key = runToken(server.app.secrets, { organization_id, run_id });

    const answer = await member.send('POST', path, { key, body: { keys } });

    const isSent = status === 200;
    expect(answer.status).toBe(status);
    expect(await keysAt(member, carrier_call_id)).toEqual(isSent ? [keys] : []);
    expect((await auditedOf(member, run_id)).map(({ actor_kind }) => actor_kind)).toEqual(
      isSent ? ['run_token'] : [],
    );
  });

  test('sends keys again for another request, and once for one whose answer was lost', async () => {
    const member = await newOrganization({ server });
    const { path, carrier_call_id } = await givenTalking(member);
    const headers = { 'idempotency-key': 'lost' };
    const send = () => member.send('POST', path, { token: member.token, headers, body: { keys } });
    answering(async () => ({ kind: 'failed', detail: 'The network did not answer in time.' }));

    const lost = await send();
    const repeated = await send();
    const replayed = await send();
    const other = await member.post(path, { keys });

    expect([lost.status, lost.body.code]).toEqual([502, 'carrier_failed']);
    expect([repeated.status, replayed.status, other.status]).toEqual([200, 200, 200]);
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(await keysAt(member, carrier_call_id)).toEqual([keys, keys]);
  });

  test('keeps no hash of which few digits could be guessed', async () => {
    const member = await newOrganization({ server });
    const { path } = await givenTalking(member);
    const headers = { 'idempotency-key': 'guessed' };
    await member.send('POST', path, { token: member.token, headers, body: { keys: '4711' } });

    const { fingerprint } = await server.app.db
      .selectFrom('idempotent_answers')
      .select('fingerprint')
      .where('organization_id', '=', member.organization_id)
      .executeTakeFirstOrThrow();
    const request = JSON.stringify(['sendRunKeys', path, { keys: '4711' }]);
    const plain = [request, `user ${member.user_id}: ${request}`].map((text) =>
      createHash('sha256').update(text).digest(),
    );

    expect(plain).not.toContainEqual(fingerprint);
  });

  test('sends those of one request of a call at a time', async () => {
    const member = await newOrganization({ server });
    const { path, carrier_call_id } = await givenTalking(member);
    const [requested, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    answering(async () => {
      requested.resolve();
      await answer.promise;
      return { kind: 'accepted' };
    });

    const first = member.post(path, { keys: '1' });
    await requested.promise;
    const second = await member.post(path, { keys: '2' });
    answer.resolve();
    const third = await first.then(() => member.post(path, { keys: '3' }));

    expect([second.status, third.status]).toEqual([429, 200]);
    expect(await keysAt(member, carrier_call_id)).toEqual(expect.arrayContaining(['1', '3']));
  });

  test('lets ten calls of an organization wait for carriers, and others not wait for them', async () => {
    const [member, other] = [await newOrganization({ server }), await newOrganization({ server })];
    const calls = await Promise.all(Array.from({ length: 11 }, () => givenTalking(member)));
    const ofOther = await givenTalking(other);
    const answer = Promise.withResolvers<CommandResult>();
    const asked = vi
      .spyOn(server.app.calls.carriers.simulated, 'sendKeys')
      .mockImplementation((_, { carrier_call_id }) =>
        carrier_call_id === ofOther.carrier_call_id
          ? Promise.resolve({ kind: 'accepted' })
          : answer.promise,
      );
    const [last, ...waiting] = calls;

    const sent = waiting.map(({ path }) => member.post(path, { keys }));
    await expect.poll(() => asked.mock.calls.length).toBe(10);
    const refused = await member.post(last!.path, { keys });
    const accepted = await other.post(ofOther.path, { keys });
    answer.resolve({ kind: 'accepted' });

    expect([refused.status, accepted.status]).toEqual([429, 200]);
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(10).fill(200));
  });

  test.each(['test', 'text'] as const)('refuses a run with the mode %s', async (mode) => {
    const member = await newOrganization({ server });
    const run_id = await givenRun(member, await givenWorkflow(member), { mode });

    const answer = await member.post(`/api/v1/runs/${run_id}/keys`, { keys });

    expect([answer.status, answer.body]).toEqual([
      409,
      expect.objectContaining({ code: 'run_without_call', mode }),
    ]);
  });

  test.each([
    ['call_not_answered', { started_at: null }],
    ['call_not_answered', { state: 'initialized', started_at: null, carrier_call_id: null }],
    ['call_ended', { state: 'completed', outcome: 'completed', ended_at: '2026-01-05T10:00:46Z' }],
  ] as const)('refuses with %s a call that is %j', async (code, columns) => {
    const member = await newOrganization({ server });
    const { path, carrier_call_id, run_id } = await givenTalking(member, columns);

    const answer = await member.post(path, { keys });

    expect([answer.status, answer.body.code]).toEqual([409, code]);
    expect(await keysAt(member, carrier_call_id)).toEqual([]);
    expect(await auditedOf(member, run_id)).toEqual([]);
  });

  test('says that Twilio cannot send keys, and asks it nothing', async () => {
    const member = await newOrganization({ server });
    const id = await givenConfiguration(member, { provider: 'twilio', credentials: twilio });
    const { path } = await givenTalking(member, { telephony_configuration_id: id });

    const answer = await member.post(path, { keys });

    expect([answer.status, answer.body]).toEqual([
      409,
      expect.objectContaining({ code: 'keys_not_supported', provider: 'twilio' }),
    ]);
  });

  test('refuses keys that the carrier refuses: the call has ended there', async () => {
    const member = await newOrganization({ server });
    const { path, run_id, carrier_call_id } = await givenTalking(member);
    await server.app.db
      .updateTable('simulated_calls')
      .set({ hung_up_at: server.app.now() })
      .where('id', '=', carrier_call_id)
      .execute();

    const answer = await member.post(path, { keys });

    expect([answer.status, answer.body.code]).toEqual([409, 'keys_refused']);
    expect(await keysAt(member, carrier_call_id)).toEqual([]);
    expect(await auditedOf(member, run_id)).toHaveLength(1);
  });

  test.each([
    ['was deleted', { telephony_configuration_id: null }, undefined],
    ['is unreadable', {}, Buffer.from('damaged')],
  ])('refuses keys of a call whose telephony configuration %s', async (_, columns, damaged) => {
    const member = await newOrganization({ server });
    const { path, configuration_id } = await givenTalking(member, columns);
    if (damaged)
      await server.app.db
        .updateTable('telephony_configurations')
        .set({ credentials_encrypted: damaged })
        .where('id', '=', configuration_id)
        .execute();

    const answer = await member.post(path, { keys });

    expect([answer.status, answer.body.code]).toEqual([409, 'keys_refused']);
  });

  test('is refused by the network for a call that has got a hundred commands', async () => {
    const member = await newOrganization({ server });
    const { path, carrier_call_id } = await givenTalking(member);
    const commands = Object.fromEntries(Array.from({ length: 100 }, (_, id) => [id, '1']));
    await server.app.db
      .updateTable('simulated_calls')
      .set({ keys: JSON.stringify(commands) })
      .where('id', '=', carrier_call_id)
      .execute();

    const answer = await member.post(path, { keys });

    expect([answer.status, answer.body.code]).toEqual([502, 'carrier_failed']);
    expect(await keysAt(member, carrier_call_id)).toHaveLength(100);
  });

  test.each(['', '1'.repeat(65), '1 2', 'E', '+1', 'W', 7, null])(
    'refuses the keys %j',
    async (sent) => {
      const member = await newOrganization({ server });
      const { path } = await givenTalking(member);

      expect((await member.post(path, { keys: sent })).status).toBe(422);
    },
  );
});
