import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Role } from '../../src/caller.ts';
import type { OperationId } from '../../src/http/contract.ts';
import { loadContract, type Operation } from '../../src/http/operations.ts';
import type { Options } from '../support/client.ts';
import { bodyAsSent, exampleRequest } from '../support/examples.ts';
import { type Member, newOrganization } from '../support/organizations.ts';

const { operations } = loadContract();
const roles: readonly Role[] = ['owner', 'admin', 'operator', 'editor', 'viewer'];
const forUsers = operations
  .filter(({ session, superAdmin }) => session && !superAdmin)
  .map((operation) => [operation.id as OperationId, operation] as const);
const some = forUsers.filter(([, operation]) => operation.roles!.length < roles.length);

const members = new Map<Role, Promise<Member>>();
/** An organization whose user has this role. It is refused, or only reads, so that nothing happens to it. */
function withRole(role: Role): Promise<Member> {
  const member = members.get(role) ?? newOrganization({ role });
  members.set(role, member);
  return member;
}

interface Other extends Options {
  /** A parameter that it does not know: the request is refused once the role has been accepted. */
  readonly query?: string;
}

function send(member: Member, id: OperationId, { query, ...options }: Other = {}) {
  const example = exampleRequest(id);
  const { method, path, headers } = example;
  const more = query === undefined ? '' : `${path.includes('?') ? '&' : '?'}${query}`;
  return member.send(method, path + more, {
    ...options,
    headers: { ...headers, ...options.headers },
    ...(options.raw === undefined ? bodyAsSent(example) : {}),
  });
}

describe('Every operation for users', () => {
  test.each(forUsers)('%s accepts its roles, and no other', async (id, { roles: own, method }) => {
    const allowed: Role[] = [];
    for (const role of roles) {
      // Its handler too is asked what the least of its roles may do.
      const isLeast = role === own!.at(-1);
      const writes = isLeast && method !== 'GET';
      const member = writes ? await newOrganization({ role }) : await withRole(role);
      const { status, body } = await send(member, id, isLeast ? {} : { query: 'surprise=1' });
      if (body?.code !== 'role_required') allowed.push(role);
      else expect([status, body.required_roles]).toEqual([403, own]);
    }

    expect(allowed).toEqual(own);
  });

  test.each(some.filter(([, { body, bodySchema }]) => bodySchema !== undefined && !body?.isForm))(
    '%s checks the role before it reads the body',
    async (id) => {
      const headers = { 'content-type': 'application/json' };

      const answer = await send(await withRole('viewer'), id, { raw: '{"a":', headers });

      expect([answer.status, answer.body.code]).toEqual([403, 'role_required']);
    },
  );

  test.each(some.filter(([, { apiKey }]) => apiKey))(
    '%s requires no role of an API key',
    async (id) => {
      const { key, ...member } = await withRole('viewer');

      const { body } = await send({ ...member, key }, id, { key });

      expect(body?.code).not.toBe('role_required');
    },
  );
});

describe('A user whose address is not verified', () => {
  const unverified = newOrganization({ isVerified: false });
  const writing = forUsers.filter(([, { method }]) => method !== 'GET');
  const own = writing.filter(([, { roles: allowed }]) => allowed!.includes('viewer'));
  const refused = writing.filter(([, { roles: allowed }]) => !allowed!.includes('viewer'));

  test.each(refused)('can not call %s', async (id) => {
    const { status, body } = await send(await unverified, id);

    expect([status, body.code]).toEqual([403, 'email_not_verified']);
  });

  test('can read everything that an owner can', async () => {
    const reading = forUsers.filter(([, { method }]) => method === 'GET');
    const codes = new Set<unknown>();

    for (const [id] of reading) codes.add((await send(await unverified, id)).body?.code);

    expect(reading.length).toBeGreaterThan(70);
    for (const code of ['email_not_verified', 'role_required']) expect(codes).not.toContain(code);
  });

  test.each(own)('can call %s, which every role may', async (id) => {
    const { body } = await send(await newOrganization({ isVerified: false }), id);

    expect(body?.code).not.toBe('email_not_verified');
  });
});

describe('The roles', () => {
  const tagOf = new Map(
    Object.values(loadContract().document.paths).flatMap((item) =>
      Object.values(item)
        .filter((part): part is { operationId: string; tags: string[] } => {
          return typeof part === 'object' && part !== null && 'operationId' in part;
        })
        .map(({ operationId, tags }) => [operationId, tags[0]!] as const),
    ),
  );
  /** The tags of which a role may call more than a viewer. */
  const tagsOf = (role: Role): string[] => {
    const tags = forUsers
      .filter(([, { roles: own }]) => own!.includes(role) && !own!.includes('viewer'))
      .map(([id]) => tagOf.get(id) ?? '');
    return [...new Set(tags)].toSorted((left, right) => left.localeCompare(right));
  };
  const checks = [
    'checkDoNotCallNumbers',
    'confirmEmailVerification',
    'deleteSession',
    'logOut',
    'logOutEverywhere',
    'removeMember',
    'requestEmailChange',
    'requestEmailVerification',
    'setPassword',
    'testWorkflow',
    'validateWorkflow',
  ];

  test('let viewers change nothing but their own account', () => {
    const changing = forUsers.filter(
      ([, { roles: own, method }]) => own!.includes('viewer') && method !== 'GET',
    );

    expect(changing.map(([id]) => id).toSorted()).toEqual(checks);
  });

  test('let operators run campaigns, calls and approvals, and editors write workflows and voices', () => {
    expect(tagsOf('operator')).toEqual([
      'approvals',
      'calls',
      'campaign-contacts',
      'campaign-sources',
      'campaigns',
      'compliance',
      'runs',
      'scheduled-calls',
      'simulation',
      'tools',
    ]);
    expect(tagsOf('editor')).toEqual([
      'generations',
      'runs',
      'stories',
      'test-cases',
      'voice-models',
      'voice-profiles',
      'voice-samples',
      'workflows',
    ]);
  });

  test('each include those below it', () => {
    const mayCall = (role: Role): string[] =>
      forUsers.filter(([, { roles: own }]) => own!.includes(role)).map(([id]) => id);

    for (const role of ['operator', 'editor'] as const) {
      expect(mayCall(role)).toEqual(expect.arrayContaining(mayCall('viewer')));
      expect(mayCall('admin')).toEqual(expect.arrayContaining(mayCall(role)));
    }
    expect(mayCall('owner')).toEqual(forUsers.map(([id]) => id));
  });

  test('are shown in generated/roles.md', () => {
    const matrix = readFileSync(new URL('../../generated/roles.md', import.meta.url), 'utf8');
    const rowOf = ({ roles: own, id, apiKey, scope }: Operation): string =>
      `| ${[id, ...roles.map((role) => (own!.includes(role) ? 'yes' : '')), apiKey ? (scope === undefined ? 'any' : `\`${scope}\``) : ''].join(' | ')} |`;

    for (const [, operation] of forUsers) expect(matrix).toContain(rowOf(operation));
  });
});
