import { describe, expect, test } from 'vitest';
import { createRunTokens, runToken } from '../../src/auth/run-tokens.ts';
import { createSecrets } from '../../src/db/secrets.ts';
import { later } from '../../src/timestamp.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { givenRun, givenWorkflow } from '../workflows/given.ts';

type Run = NonNullable<Parameters<typeof givenRun>[2]>;

const minute = 60_000;

async function givenToken(member: Member, run: Run = {}) {
  const run_id = await givenRun(member, await givenWorkflow(member), run);
  const { organization_id } = member;
  const token = runToken(member.server.app.secrets, { organization_id, run_id });
  return { run_id, token, path: `/api/v1/runs/${run_id}` };
}

const read = (member: Member, { path, token }: { path: string; token: string }) =>
  member.send('GET', `${path}/session`, { key: token });

describe('The token of a run', () => {
  test('is the same each time, and says which run it is of', async () => {
    const member = await newOrganization();

    const { run_id, token } = await givenToken(member);

    const { secrets } = member.server.app;
    expect(runToken(secrets, { organization_id: member.organization_id, run_id })).toBe(token);
    expect(token).toMatch(new RegExp(`^vap_run_${member.organization_id}_${run_id}_[\\w-]{43}$`));
  });

  test('reads the session of the run and submits its result', async () => {
    const member = await newOrganization();
    const given = await givenToken(member);

    const session = await read(member, given);
    const result = await member.send('POST', `${given.path}/result`, {
      key: given.token,
      body: { gathered_context: { confirmed: true } },
    });

    expect([session.status, session.body.run_id]).toEqual([200, given.run_id]);
    expect([result.status, result.body.gathered_context]).toEqual([200, { confirmed: true }]);
    const events = await member.server.app.db
      .selectFrom('audit_events')
      .select(['actor_kind', 'actor_id'])
      .where('organization_id', '=', member.organization_id)
      .where('action', '=', 'workflow_run.result_submitted')
      .execute();
    expect(events).toEqual([{ actor_kind: 'run_token', actor_id: given.run_id }]);
  });

  test.each([
    [
      'another run',
      (token: string) => token.replace(/_(\d+)_(.{43})$/, (_, id, s) => `_${+id + 1}_${s}`),
    ],
    [
      'another organization',
      (token: string) => token.replace(/_(\d+)_/, (_, id) => `_${+id + 1}_`),
    ],
    [
      'another signature',
      (token: string) => token.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')),
    ],
    ['no signature', (token: string) => token.replace(/.{43}$/, '')],
    ['a leading zero', (token: string) => token.replace('vap_run_', 'vap_run_0')],
    ['something after it', (token: string) => `${token}A`],
  ])('is refused with %s', async (_, changed) => {
    const member = await newOrganization();
    const given = await givenToken(member);
    await givenToken(member);

    const { status } = await read(member, { ...given, token: changed(given.token) });

    expect(status).toBe(401);
  });

  test('is refused when another service has signed it', async () => {
    const member = await newOrganization();
    const { run_id, path } = await givenToken(member);
    const { organization_id } = member;

    const token = runToken(createSecrets([Buffer.alloc(32, 9)]), { organization_id, run_id });

    expect((await read(member, { path, token })).status).toBe(401);
  });

  test('is accepted by a service whose key was rotated meanwhile', async () => {
    const member = await newOrganization();
    const { app } = member.server;
    const { run_id } = await givenToken(member);
    const { organization_id } = member;
    const old = Buffer.alloc(32, 1);
    const token = runToken(createSecrets([old]), { organization_id, run_id });
    const lookUp = { now: app.now(), demo: true };

    const tokensWith = (...keys: Parameters<typeof createSecrets>[0]) =>
      createRunTokens({
        db: app.db,
        secrets: createSecrets(keys),
        takeOver: async () => false,
      });

    const rotated = tokensWith(Buffer.alloc(32, 2), old);
    const replaced = tokensWith(Buffer.alloc(32, 2));

    expect(await rotated.find(token, lookUp)).toMatchObject({ organization_id, run_id });
    expect(await replaced.find(token, lookUp)).toBeUndefined();
  });

  test.each([
    ['59 minutes after the end', 59, 200],
    ['61 minutes after the end', 61, 401],
  ])('is good until an hour after the end: %s', async (_, minutes, expected) => {
    const member = await newOrganization();
    const ended_at = later(member.server.app.now(), -minutes * minute);
    const ended = { state: 'completed', outcome: 'completed', ended_at } as const;

    const given = await givenToken(member, ended);

    expect((await read(member, given)).status).toBe(expected);
  });

  test.each([
    ['test', 25 * 60, 401],
    ['test', 23 * 60, 200],
    ['ad_hoc', 25 * 60, 200],
    ['inbound', 25 * 60, 200],
  ] as const)(
    'of a %s run, %i minutes old and not ended, gets %i',
    async (mode, minutes, expected) => {
      const member = await newOrganization();
      const created_at = later(member.server.app.now(), -minutes * minute);

      const given = await givenToken(member, { mode, created_at });

      expect((await read(member, given)).status).toBe(expected);
    },
  );

  test('is refused once the run was removed', async () => {
    const member = await newOrganization();
    const given = await givenToken(member);

    await member.server.app.db.deleteFrom('workflow_runs').where('id', '=', given.run_id).execute();

    expect((await read(member, given)).status).toBe(401);
  });

  test('has Idempotency-Keys of its own', async () => {
    const member = await newOrganization();
    const given = await givenToken(member);
    const headers = { 'idempotency-key': 'same' };
    const body = { gathered_context: { confirmed: true } };
    const post = (key: string, sent: object) =>
      member.send('POST', `${given.path}/result`, { key, headers, body: sent });

    const ofKey = await post(member.key, {});
    const ofToken = await post(given.token, body);
    const again = await post(given.token, body);

    expect([ofKey.status, ofToken.status, again.status]).toEqual([200, 200, 200]);
    expect(ofToken.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('revokeRunToken', () => {
  test('refuses the token at once, and keeps the first time', async () => {
    const member = await newOrganization();
    const given = await givenToken(member);
    const before = await read(member, given);

    const first = await member.post(`${given.path}/revoke-token`);
    const after = await read(member, given);
    const again = await member.post(`${given.path}/revoke-token`);

    expect([before.status, first.status, after.status]).toEqual([200, 200, 401]);
    expect(first.body.token_revoked_at).not.toBeNull();
    expect(again.body).toEqual(first.body);
    const events = await member.server.app.db
      .selectFrom('audit_events')
      .select('action')
      .where('organization_id', '=', member.organization_id)
      .where('action', '=', 'workflow_run.token_revoked')
      .execute();
    expect(events).toHaveLength(1);
  });

  test("leaves other runs' tokens as they are", async () => {
    const member = await newOrganization();
    const [revoked, other] = [await givenToken(member), await givenToken(member)];

    await member.post(`${revoked.path}/revoke-token`);

    expect((await read(member, other)).status).toBe(200);
  });
});
