import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../src/http/contract.ts';
import { loadContract, type Operation } from '../../src/http/operations.ts';
import type { Credentials } from '../support/client.ts';
import { bodyAsSent, exampleRequest } from '../support/examples.ts';
import { type Member, newOrganization } from '../support/organizations.ts';

const { operations } = loadContract();
const json = { 'content-type': 'application/json' };
const named = (which: (operation: Operation) => boolean) =>
  operations.filter(which).map((operation) => [operation.id as OperationId, operation] as const);

/** Sends the operation's example with other credentials, and other parts if given. */
function send(
  member: Member,
  id: OperationId,
  credentials: Credentials,
  other: { raw?: string; query?: string; headers?: Record<string, string> } = {},
) {
  const example = exampleRequest(id);
  const { method, path, headers } = example;
  const separator = path.includes('?') ? '&' : '?';
  const where = other.query === undefined ? path : `${path}${separator}${other.query}`;
  return member.server.send(method, where, {
    ...credentials,
    headers: { ...headers, ...other.headers },
    ...(other.raw === undefined ? bodyAsSent(example) : { raw: other.raw }),
  });
}

// Every request here is refused, so that nothing happens to these.
let user: Member;
let admin: Member;
beforeAll(async () => {
  user = await newOrganization();
  admin = await newOrganization({ superAdmin: true });
});

/** Credentials that the operation accepts. */
function accepted(operation: Operation): [Member, Credentials] {
  const member = operation.superAdmin ? admin : user;
  return [member, operation.session || operation.apiKey ? { token: member.token } : {}];
}

describe('Every operation with security', () => {
  test.each(named(({ session, apiKey }) => session || apiKey))(
    '%s refuses a caller without credentials',
    async (id) => {
      expect((await send(user, id, {})).status).toBe(401);
    },
  );

  test.each(named(({ session, apiKey }) => session || apiKey))(
    '%s refuses a wrong token and a wrong key',
    async (id) => {
      const { token } = user;
      expect((await send(user, id, { token: 'wrong' })).status).toBe(401);
      expect((await send(user, id, { key: 'vap_wrong' })).status).toBe(401);
      expect((await send(user, id, { key: 'vap_wrong', token })).status).toBe(401);
    },
  );
});

describe('Every operation for sessions only', () => {
  test.each(named(({ session, apiKey }) => session && !apiKey))(
    '%s refuses an API key, even with a valid session',
    async (id) => {
      const { key, token } = admin;

      for (const credentials of [{ key }, { key, token }]) {
        const answer = await send(admin, id, credentials);
        expect(answer.status).toBe(403);
        expect(answer.body.code).toBe('api_key_not_allowed');
      }
    },
  );
});

describe('Every operation for super admins', () => {
  test.each(named(({ superAdmin }) => superAdmin))('%s refuses other users', async (id) => {
    const answer = await send(user, id, { token: user.token });

    expect(answer.status).toBe(403);
    expect(answer.body.code).toBe('super_admin_required');
  });
});

describe('Every operation', () => {
  test.each(named(() => true))('%s refuses an unknown query parameter', async (id, operation) => {
    const [member, credentials] = accepted(operation);

    const answer = await send(member, id, credentials, { query: 'surprise=1' });

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContainEqual(
      expect.objectContaining({ loc: ['query', 'surprise'], type: 'extra_forbidden' }),
    );
  });

  test('has an operationId of its own, one success status and a location in the source', () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  });
});

describe('Every operation with a body', () => {
  // Those of forms: test/http/forms.test.ts.
  const withJson = named(({ body, bodySchema }) => bodySchema !== undefined && !body?.isForm);

  // A carrier's body is read only after its signature is verified: test/telephony/calls/callbacks.test.ts.
  test.each(withJson.filter(([, { rawBody }]) => !rawBody))(
    '%s answers a body that is not JSON with the position',
    async (id, operation) => {
      const [member, credentials] = accepted(operation);

      const answer = await send(member, id, credentials, { raw: '{"a":', headers: json });

      expect(answer.status).toBe(422);
      expect(answer.body.detail).toEqual([
        expect.objectContaining({ loc: ['body'], type: 'json_invalid', ctx: { position: 5 } }),
      ]);
    },
  );

  test.each(withJson.filter(([, { rawBody }]) => !rawBody))(
    '%s refuses numbers that would be changed, and members that come twice, with their places',
    async (id, operation) => {
      const [member, credentials] = accepted(operation);
      const faultsOf = async (raw: string) =>
        (await send(member, id, credentials, { raw, headers: json })).body.detail;

      expect(await faultsOf('{"a":{"b":[725653563933458432]}}')).toEqual([
        expect.objectContaining({ loc: ['body', 'a', 'b', '0'], type: 'json_number' }),
      ]);
      expect(await faultsOf('{"a":{"b":1,"b":2}}')).toEqual([
        expect.objectContaining({ loc: ['body', 'a', 'b'], type: 'json_duplicate_member' }),
      ]);
    },
  );

  test.each(withJson)('%s refuses another content type', async (id, operation) => {
    const [member, credentials] = accepted(operation);

    expect(
      (
        await send(member, id, credentials, {
          raw: '{}',
          headers: { 'content-type': 'text/plain' },
        })
      ).status,
    ).toBe(415);
  });

  test.each(withJson)('%s refuses a body that is too large', async (id, operation) => {
    const [member, credentials] = accepted(operation);

    const raw = JSON.stringify('x'.repeat(operation.body?.limit ?? 0));

    expect((await send(member, id, credentials, { raw, headers: json })).status).toBe(413);
  });

  test.each(withJson.filter(([, { body }]) => body?.required))(
    '%s reports a missing body',
    async (id, operation) => {
      const [member, credentials] = accepted(operation);

      const answer = await send(member, id, credentials, { raw: '' });

      expect(answer.status).toBe(422);
      expect(answer.body.detail).toEqual([
        expect.objectContaining({ loc: ['body'], type: 'missing' }),
      ]);
    },
  );
});

describe('Every operation with an Idempotency-Key', () => {
  const headers = { 'idempotency-key': randomUUID() };
  beforeAll(async () => {
    await admin.post('/api/v1/auth/api-keys', { name: 'The first request' }, headers);
  });

  test.each(named(({ idempotent }) => idempotent))(
    '%s refuses the key of another request',
    async (id) => {
      const answer = await send(admin, id, { token: admin.token }, { headers });

      expect([answer.status, answer.body.code]).toEqual([409, 'idempotency_key_reused']);
    },
  );
});
