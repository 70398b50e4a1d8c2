import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';

const path = '/api/v1/auth/api-keys';
const me = '/api/v1/auth/me';

describe('createApiKey', () => {
  test('shows the key once; it then acts for the organization', async () => {
    const member = await newOrganization();

    const { status, body } = await member.post(path, {
      name: 'Nightly import',
      connector_name: 'crm',
    });

    expect(status).toBe(201);
    expect(body.key).toMatch(/^vap_[A-Za-z0-9_-]{43}$/);
    expect(body.prefix).toBe(body.key.slice(0, 12));
    const seen = await member.send('GET', me, { key: body.key });
    expect(seen.body).toMatchObject({
      user: null,
      organization: { id: member.organization_id },
      api_key: { id: body.id, name: 'Nightly import', connector_name: 'crm' },
    });
    const listed = (await member.get(path)).body.items.find(
      (item: { id: number }) => item.id === body.id,
    );
    expect(listed).not.toHaveProperty('key');
    expect(Date.now() - Date.parse(listed.last_used_at)).toBeLessThan(60_000);
  });

  test.each([
    [{}, 12],
    [{ connector_name: null }, 12],
    [{ connector_name: 'crm' }, ['read', 'calls:place', 'campaigns:control', 'approvals:propose']],
    [{ scopes: ['audit:read', 'read'] }, ['audit:read', 'read']],
    [{ connector_name: 'crm', scopes: ['read', 'workflows:write'] }, ['read', 'workflows:write']],
  ])('gives a key created with %j its scopes permanently', async (part, expected) => {
    const member = await newOrganization();

    const { body: created } = await member.post(path, { name: 'x', ...part });

    if (typeof expected === 'number') expect(created.scopes).toHaveLength(expected);
    else expect(created.scopes).toEqual(expected);
    const seen = await member.send('GET', me, { key: created.key });
    expect(seen.body.api_key.scopes).toEqual(created.scopes);
    await member.post(`${path}/${created.id}/archive`);
    const unarchived = await member.post(`${path}/${created.id}/unarchive`);
    expect(unarchived.body.scopes).toEqual(created.scopes);
    expect((await member.get(path)).body.items[0]).toMatchObject({ scopes: created.scopes });
  });

  test.each([
    [[], ['scopes'], 'too_short'],
    [['read', 'read'], ['scopes'], 'not_unique'],
    [['write'], ['scopes', '0'], 'enum'],
    [null, ['scopes'], 'array_type'],
  ])('refuses the scopes %j', async (scopes, loc, type) => {
    const member = await newOrganization();

    const { status, body } = await member.post(path, { name: 'x', scopes });

    expect(status).toBe(422);
    expect(body.detail[0]).toMatchObject({ loc: ['body', ...loc], type });
  });

  test.each([
    ['', 'string_too_short'],
    ['two words', 'string_pattern_mismatch'],
    ['x'.repeat(101), 'string_too_long'],
  ])('refuses the connector %j', async (connector_name, type) => {
    const member = await newOrganization();

    const answer = await member.post(path, { name: 'x', connector_name });

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContainEqual(
      expect.objectContaining({ loc: ['body', 'connector_name'], type }),
    );
  });
});

describe('archiveApiKey and unarchiveApiKey', () => {
  test('refuse the key immediately and accept it again', async () => {
    const member = await newOrganization();
    const { body: created } = await member.post(path, { name: 'x' });
    const use = async () => (await member.send('GET', me, { key: created.key })).status;
    expect(await use()).toBe(200);

    const archived = await member.post(`${path}/${created.id}/archive`);
    expect(archived.body.archived_at).not.toBeNull();
    expect(await use()).toBe(401);

    const again = await member.post(`${path}/${created.id}/archive`);
    expect(again.body).toEqual(archived.body);

    const active = await member.post(`${path}/${created.id}/unarchive`);
    expect(active.body.archived_at).toBeNull();
    expect(await use()).toBe(200);
  });
});

describe('Credentials', () => {
  test.each([
    [
      'an invalid key with a valid session',
      (m: never) => ({ key: 'vap_wrong', token: (m as { token: string }).token }),
      401,
    ],
    [
      'an empty key with a valid session',
      (m: never) => ({ key: '', token: (m as { token: string }).token }),
      401,
    ],
    [
      'a valid key with an invalid session',
      (m: never) => ({ key: (m as { key: string }).key, token: 'wrong' }),
      200,
    ],
    ['a session token as the key', (m: never) => ({ key: (m as { token: string }).token }), 401],
    ['a key as the session token', (m: never) => ({ token: (m as { key: string }).key }), 401],
  ])('%s follow the specification', async (_, credentials, status) => {
    const member = await newOrganization();

    const answer = await member.send('GET', me, credentials(member as never));

    expect(answer.status).toBe(status);
  });
});
