import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaultScopes } from '../../src/auth/rules.ts';
import type { Scope } from '../../src/caller.ts';
import type { OperationId } from '../../src/http/contract.ts';
import { loadContract, type Operation, resolve } from '../../src/http/operations.ts';
import type { Options } from '../support/client.ts';
import { bodyAsSent, exampleRequest } from '../support/examples.ts';
import { type Member, newOrganization } from '../support/organizations.ts';

const { document, operations } = loadContract();
const scopes =
  resolve<{ enum?: Scope[] }>(document, { $ref: '#/components/schemas/ApiKeyScope' }).enum ?? [];
const named = (which: (operation: Operation) => boolean) =>
  operations.filter(which).map((operation) => [operation.id as OperationId, operation] as const);
const forKeys = named(({ apiKey }) => apiKey);
const scoped = forKeys.filter(([, { scope }]) => scope !== undefined);

const members = new Map<string, Promise<Member>>();
/** An organization whose API key has only these scopes. */
function withScopes(...granted: readonly Scope[]): Promise<Member> {
  const name = granted.join(' ');
  const member = members.get(name) ?? newOrganization({ scopes: granted });
  members.set(name, member);
  return member;
}

interface Other extends Options {
  /** A parameter that it does not know: the request is refused once the scope has been accepted. */
  readonly query?: string;
}

function send({ server }: Member, id: OperationId, { query, ...options }: Other) {
  const example = exampleRequest(id);
  const { method, path, headers } = example;
  const more = query === undefined ? '' : `${path.includes('?') ? '&' : '?'}${query}`;
  return server.send(method, path + more, {
    ...options,
    headers: { ...headers, ...options.headers },
    ...(options.raw === undefined ? bodyAsSent(example) : {}),
  });
}

/** The scopes that include another. */
const wider: Partial<Record<Scope, Scope[]>> = {
  'run:read': ['read'],
  'run:write': ['runs:write'],
  'run:act': ['calls:place'],
  'consents:write': ['telephony:write'],
};

describe('Every operation for API keys', () => {
  test('require a scope, except whoami, which accepts any', async () => {
    const unscoped = forKeys.filter(([, { scope }]) => scope === undefined);
    const member = await withScopes('models:write');

    const answer = await send(member, 'getCurrentUser', { key: member.key });

    expect(unscoped.map(([id]) => id)).toEqual(['getCurrentUser']);
    expect([answer.status, answer.body.api_key.scopes]).toEqual([200, ['models:write']]);
  });

  test.each(scoped)(
    '%s accepts its scope and those that include it, and refuses a key with all others',
    async (id, { scope }) => {
      const allowed = [scope!, ...(wider[scope!] ?? [])];
      for (const granted of allowed) {
        const member = await withScopes(granted);
        const { status } = await send(member, id, { key: member.key, query: 'surprise=1' });
        expect([granted, status]).toEqual([granted, 422]);
      }

      const member = await withScopes(...scopes.filter((each) => !allowed.includes(each)));
      const { status, body } = await send(member, id, { key: member.key });

      expect([status, body.code, body.required_scope]).toEqual([403, 'insufficient_scope', scope]);
    },
  );

  test.each(scoped.filter(([, { body, bodySchema }]) => bodySchema !== undefined && !body?.isForm))(
    '%s checks the scope before it reads the body',
    async (id) => {
      const member = await withScopes('audit:read');
      const headers = { 'content-type': 'application/json' };

      const answer = await send(member, id, { key: member.key, raw: '{"a":', headers });

      expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope']);
    },
  );

  test.each(forKeys)('%s requires no scope of a session', async (id) => {
    const member = await withScopes('audit:read');

    const answer = await send(member, id, { token: member.token });

    expect(answer.body?.code).not.toBe('insufficient_scope');
  });
});

describe('The description of scopes', () => {
  const { description } = resolve<{ description: string }>(document, {
    $ref: '#/components/schemas/ApiKeyScope',
  });
  const lineOf = (scope: Scope) =>
    description.split('\n').find((line) => line.startsWith(`- \`${scope}\`:`)) ?? '';

  test.each(scopes)('says of %s what it allows, and nothing else', (scope) => {
    const changes = operations.filter((each) => each.scope === scope && !isRead(each));
    const said = [
      ...lineOf(scope)
        .split(' Includes ')[0]!
        .matchAll(/`(\w+)`/g),
    ];

    expect(said.map(([, name]) => name).filter((name) => name !== scope)).toEqual(
      changes.map(({ id }) => id),
    );
  });

  test.each(Object.entries(wider))('says that %s is included', (scope, [including]) => {
    const matrix = readFileSync(new URL('../../generated/roles.md', import.meta.url), 'utf8');

    expect(lineOf(including!)).toContain(`Includes \`${scope}\`.`);
    expect(matrix).toContain(`| \`${including}\` | \`${scope}\` |`);
  });
});

/** Whether the scope `read` allows it as it does all that shows data. */
const isRead = ({ scope, method }: Operation): boolean => scope === 'read' && method === 'GET';

describe('The default scopes', () => {
  const changing = (granted: readonly Scope[]): string[] =>
    operations
      .filter(
        ({ method, scope }) =>
          method !== 'GET' &&
          scope &&
          [scope, ...(wider[scope] ?? [])].some((each) => granted.includes(each)),
      )
      .map(({ id }) => id);

  test("let a connector's key place calls, control campaigns and request policies, and change nothing else", () => {
    expect(changing(defaultScopes('crm')).toSorted()).toEqual([
      'cancelCampaign',
      'cancelCampaignStart',
      'cancelContactCallback',
      'cancelRunTransfer',
      'cancelScheduledCall',
      'checkDoNotCallNumbers',
      'createApprovalRequest',
      'createRunInstruction',
      'createRunTransfer',
      'createScheduledCall',
      'hangUpRun',
      'initiateCall',
      'pauseCampaign',
      'previewCall',
      'previewRunTransfer',
      'redialCampaign',
      'resumeCampaign',
      'scheduleCampaignStart',
      'scheduleContactCallback',
      'sendRunKeys',
      'startCampaign',
      'testWorkflow',
      'updateScheduledCall',
      'validateWorkflow',
      'withdrawApprovalRequest',
    ]);
  });

  test('are all but audit:read, privacy:write and protections:write without a connector, and those that others include', () => {
    const left = ['audit:read', 'privacy:write', 'protections:write', ...Object.keys(wider)];
    expect(defaultScopes(null)).toEqual(scopes.filter((scope) => !left.includes(scope)));
  });
});
