import { describe, expect, test } from 'vitest';
import type { Scope } from '../../../src/caller.ts';
import { loadContract, resolve } from '../../../src/http/operations.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { givenTool } from '../given.ts';
import { startToolServer } from './given.ts';

const server = ownServer();
const { enum: scopes = [] } = resolve<{ enum?: Scope[] }>(loadContract().document, {
  $ref: '#/components/schemas/ApiKeyScope',
});

async function given(connector: string | undefined, needs_approval: boolean) {
  const member = await newOrganization({ server, scopes, ...(connector && { connector }) });
  const tools = await startToolServer();
  const { path } = await givenTool(member, {
    url_template: `${tools.url}/orders/{order_id}?lang={lang}`,
    secret: 'Bearer 0123456789',
    needs_approval,
  });
  const test = (credentials: object) =>
    member.send('POST', `${path}/test`, { ...credentials, body: { arguments: { order_id: 'A' } } });
  return { member, path, tools, test };
}

describe('testTool of a tool that asks a person', () => {
  test.each([['crm'], [undefined]])(
    'is refused to a key of the connector %s, whatever its scopes',
    async (connector) => {
      const { member, tools, test } = await given(connector, true);

      const { status, body } = await test({ key: member.key });

      expect([status, body.code]).toEqual([403, 'person_required']);
      expect(tools.received).toEqual([]);
    },
  );

  test('is accepted by the person who sends it', async () => {
    const { tools, test } = await given(undefined, true);

    const { status, body } = await test({});

    expect([status, body.status]).toEqual([200, 'succeeded']);
    expect(tools.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer 0123456789',
    ]);
  });

  test('is refused before its arguments are looked at', async () => {
    const { member, path } = await given('crm', true);

    const { status } = await member.send('POST', `${path}/test`, {
      key: member.key,
      body: { arguments: {} },
    });

    expect(status).toBe(403);
  });

  test('stays refused to a connector, which does not switch the question off', async () => {
    const { member, path, tools, test } = await given('crm', true);

    const patched = await member.send('PATCH', path, {
      key: member.key,
      body: { needs_approval: false },
    });
    const { status } = await test({ key: member.key });

    expect([patched.status, patched.body.code, status]).toEqual([403, 'protected_member', 403]);
    expect((await member.get(path)).body.needs_approval).toBe(true);
    expect(tools.received).toEqual([]);
  });
});

test('testTool of another tool takes the scope alone', async () => {
  const { member, tools, test } = await given('crm', false);

  expect((await test({ key: member.key })).status).toBe(200);
  expect(tools.received).toHaveLength(1);
});
