import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sweepsOf } from '../../src/process/workers.ts';
import { later } from '../../src/timestamp.ts';
import { givenPolicy } from '../approvals/given.ts';
import { givenMember } from '../auth/members/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { demoDirectory } from '../support/demo-directory.ts';
import { spawnServer } from '../support/process.ts';
import { startServer } from '../support/server.ts';
import { definition } from '../workflows/given.ts';

const path = '/api/v1/auth/api-keys';
const create = (member: Member, key: string, name = 'x') =>
  member.post(path, { name }, { 'idempotency-key': key });
/** Keeps the member's requests from completing; on the embedded database by taking its only connection. */
async function holdUp(member: Member): Promise<() => Promise<void>> {
  await member.get('/api/v1/auth/me');
  const client = await member.server.connection.pool.connect();
  await client.query('begin');
  await client.query('select from organizations where id = $1 for update', [
    member.organization_id,
  ]);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

const countNamed = async (member: Member, name: string): Promise<number> =>
  (await member.get(`${path}?limit=200`)).body.items.filter(
    (item: { name: string }) => item.name === name,
  ).length;

describe('Idempotency-Key', () => {
  test('has no second effect if the response is too large to store', async () => {
    const member = await newOrganization();
    const headers = { 'idempotency-key': randomUUID() };
    const body = {
      name: 'Large',
      workflow_definition: definition('large'),
      template_context_variables: { text: 'x'.repeat(300_000) },
    };

    const first = await member.post('/api/v1/workflow', body, headers);
    const second = await member.post('/api/v1/workflow', body, headers);

    expect(first.status).toBe(201);
    expect([second.status, second.body.code]).toEqual([409, 'idempotent_answer_too_large']);
    expect((await member.get('/api/v1/workflow')).body.items).toHaveLength(1);
  });

  test('returns a response of 240 kB again', async () => {
    const member = await newOrganization();
    const headers = { 'idempotency-key': randomUUID() };
    const template_context_variables = { text: 'x'.repeat(240_000) };
    const body = {
      name: 'Large',
      workflow_definition: definition('large'),
      template_context_variables,
    };

    const first = await member.post('/api/v1/workflow', body, headers);
    const second = await member.post('/api/v1/workflow', body, headers);

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
  });

  test('returns the first response again, including secrets, without a second effect', async () => {
    const member = await newOrganization();
    const key = randomUUID();

    const first = await create(member, key, 'once');
    const second = await create(member, key, 'once');

    expect(first.status).toBe(201);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.status).toBe(201);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(await countNamed(member, 'once')).toBe(1);
  });

  test('stores the response encrypted', async () => {
    const member = await newOrganization();
    const { body } = await create(member, randomUUID());

    const rows = await member.server.app.db
      .selectFrom('idempotent_answers')
      .selectAll()
      .where('organization_id', '=', member.organization_id)
      .execute();

    expect(rows).toHaveLength(1);
    expect(rows[0]?.answer_encrypted.toString('latin1')).not.toContain(body.key);
  });

  test.each([
    ['another body', (m: Member, key: string) => create(m, key, 'other')],
    [
      'another operation',
      (m: Member, key: string) =>
        m.post(`${path}/1/archive`, undefined, { 'idempotency-key': key }),
    ],
  ])('with %s is refused', async (_, again) => {
    const member = await newOrganization();
    const key = randomUUID();
    await create(member, key);

    const answer = await again(member, key);

    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe('idempotency_key_reused');
  });

  test('belongs to the organization', async () => {
    const [one, other] = await Promise.all([newOrganization(), newOrganization()]);
    const key = randomUUID();

    const answers = await Promise.all([create(one, key), create(other, key)]);

    expect(
      answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')]),
    ).toEqual([
      [201, null],
      [201, null],
    ]);
  });

  test('shows no user what another was answered', async () => {
    const member = await newOrganization();
    const other = await givenMember(member, 'admin');
    const key = randomUUID();
    const first = await create(member, key);

    const { status, body, text } = await member.send('POST', path, {
      token: other.token,
      headers: { 'idempotency-key': key },
      body: { name: 'x' },
    });

    expect([status, body.code]).toEqual([409, 'idempotency_key_reused']);
    expect(text).not.toContain(first.body.key);
  });

  test('keeps nothing from which a phone number can be computed', async () => {
    const member = await newOrganization();
    const where = '/api/v1/privacy/erasures';
    const body = { phone_number: '+12025550185' };
    await member.post(where, body, { 'idempotency-key': randomUUID() });

    const { fingerprint } = await member.server.app.db
      .selectFrom('idempotent_answers')
      .select('fingerprint')
      .where('organization_id', '=', member.organization_id)
      .executeTakeFirstOrThrow();

    const text = JSON.stringify(['createErasure', where, body]);
    const canonical = JSON.stringify(['createErasure', where, {}, body]);
    for (const guess of [text, canonical].flatMap((each) => [
      each,
      `user ${member.user_id}: ${each}`,
    ]))
      expect(fingerprint).not.toEqual(createHash('sha256').update(guess).digest());
  });

  test('lets one of many concurrent requests do the work', async () => {
    const member = await newOrganization();
    const key = randomUUID();

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create(member, key, 'raced')),
    );

    const worked = answers.filter(
      ({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'),
    );
    const others = answers.filter((answer) => !worked.includes(answer));
    expect(worked).toHaveLength(1);
    for (const { status, body, headers } of others) {
      if (status === 409) expect(body.code).toBe('idempotency_in_progress');
      else
        expect([status, headers.get('idempotent-replayed'), body]).toEqual([
          201,
          'true',
          worked[0]?.body,
        ]);
    }
    expect(await countNamed(member, 'raced')).toBe(1);
  });

  test('is refused while the first request is in progress', async () => {
    const member = await newOrganization();
    const key = randomUUID();
    const release = await holdUp(member);

    const both = [create(member, key), create(member, key)];
    const refused = await Promise.race(both);
    await release();

    expect([refused.status, refused.body.code]).toEqual([409, 'idempotency_in_progress']);
    expect((await Promise.all(both)).map(({ status }) => status)).toContain(201);
  });

  test('works across two servers on one database, and outlives both', async () => {
    const first = await startServer();
    const { dataDir } = first.app.config;
    const second = await startServer({ dataDir }, first.connection);
    const here = await newOrganization({ server: first });
    const there = {
      ...here,
      post: (at: string, body: unknown, headers = {}) =>
        second.send('POST', at, { token: here.token, body, headers }),
    };
    const key = randomUUID();

    const answers = await Promise.all([create(here, key, 'shared'), create(there, key, 'shared')]);
    const third = await startServer({ dataDir }, first.connection);
    const afterwards = await third.send('POST', path, {
      token: here.token,
      body: { name: 'shared' },
      headers: { 'idempotency-key': key },
    });

    expect(
      answers.filter(
        ({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'),
      ),
    ).toHaveLength(1);
    expect(afterwards.headers.get('idempotent-replayed')).toBe('true');
    expect(await countNamed(here, 'shared')).toBe(1);
    for (const server of [third, second, first]) await server.close();
  });

  test('is not used up by a refused request', async () => {
    const server = await startServer();
    const member = await newOrganization({ server });
    const key = randomUUID();
    const send = (id: string, reason = 'x') =>
      member.post(`/api/v1/approval-policies/${id}/revoke`, { reason }, { 'idempotency-key': key });
    const exhausted = await givenPolicy(member, { max_uses: 1, used_count: 1 });
    const active = await givenPolicy(member);

    const refusals = [
      await member.send('POST', `/api/v1/approval-policies/${active}/revoke`, {
        token: 'wrong',
        body: { reason: 'x' },
        headers: { 'idempotency-key': key },
      }),
      await member.send('POST', `/api/v1/approval-policies/${active}/revoke`, {
        key: member.key,
        body: { reason: 'x' },
        headers: { 'idempotency-key': key },
      }),
      await send(randomUUID()),
      await send(exhausted),
      await send(active, 'Not A Word'),
    ];
    const done = await send(active);

    expect(refusals.map(({ status }) => status)).toEqual([401, 403, 404, 409, 422]);
    expect([done.status, done.headers.get('idempotent-replayed')]).toEqual([200, null]);
    await server.close();
  });

  test('is free again after a day, and expired responses are removed', async () => {
    const server = await startServer();
    const member = await newOrganization({ server });
    const key = randomUUID();
    await create(member, key, 'daily');

    server.setNow(later(server.app.now(), 24 * 60 * 60 * 1000 + 1));
    const again = await create(member, key, 'daily');

    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null]);
    server.setNow(later(server.app.now(), 25 * 60 * 60 * 1000));
    await sweepsOf(server.app)
      .find(({ name }) => name === 'idempotency.remove_expired_answers')
      ?.sweep();
    expect(await server.app.db.selectFrom('idempotent_answers').select('key').execute()).toEqual(
      [],
    );
    await server.close();
  });

  test.each([[''], ['x'.repeat(256)], ['two words']])('%j is refused', async (key) => {
    const member = await newOrganization();

    const answer = await create(member, key);

    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['header', 'idempotency-key']);
  });

  test('runs each request once even if the server is killed at any time', async () => {
    const env = { DATA_DIR: await demoDirectory(), DEMO: '1' };
    const names = Array.from({ length: 40 }, (_, i) => `key ${i}`);
    let server = await spawnServer(env);
    const call = (method: string, at: string, token: string, body?: unknown, key?: string) =>
      fetch(`${server.url}/api/v1${at}`, {
        method,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const login = await call('POST', '/auth/login', '', {
      email: 'demo@example.com',
      password: 'demo-password',
    });
    const { access_token } = (await login.json()) as { access_token: string };
    const sendAll = () =>
      Promise.all(
        names.map((name) =>
          call('POST', '/auth/api-keys', access_token, { name }, name.replace(' ', '-')).catch(
            () => undefined,
          ),
        ),
      );

    for (let kill = 0; kill < 3; kill++) {
      const sent = sendAll();
      await new Promise((done) => setTimeout(done, 5 + Math.random() * 60));
      await server.kill('SIGKILL');
      await sent;
      server = await spawnServer(env);
    }
    await sendAll();
    const answers = await sendAll();

    expect(answers.map((answer) => answer?.headers.get('idempotent-replayed'))).toEqual(
      names.map(() => 'true'),
    );
    const list = (await (await call('GET', '/auth/api-keys?limit=200', access_token)).json()) as {
      items: { name: string }[];
    };
    const made = list.items.map(({ name }) => name).filter((name) => name.startsWith('key '));
    expect(made.toSorted()).toEqual(names.toSorted());
    await server.kill('SIGTERM');
  });
});
