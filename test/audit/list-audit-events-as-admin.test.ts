import { describe, expect, test } from 'vitest';
import { type Cause, type Change, recordChange } from '../../src/audit/actions.ts';
import { later } from '../../src/timestamp.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { emailOf, eventsOf, path } from './given.ts';

interface Options extends Partial<Change>, Partial<Cause> {}

/** Inserts an event of the member. Default: its user has just changed its limits. */
async function givenEvent(member: Member, options: Options = {}): Promise<void> {
  const { organization_id, user_id } = member;
  const { app } = member.server;
  const cause = {
    caller: { kind: 'session', user_id },
    requestId: 'r',
    at: app.now(),
    ...options,
  } as const;
  const change = {
    action: 'organization.limits_updated',
    organization_id,
    subject_id: organization_id,
    before: { concurrent_call_limit: 1 },
    after: { concurrent_call_limit: 2 },
    ...options,
  } as const;
  await app.db.transaction().execute((trx) => recordChange(trx, cause, change));
}

const subjects = (events: readonly { subject_id: string }[]): string[] =>
  events.map(({ subject_id }) => subject_id);

describe('listAuditEventsAsAdmin', () => {
  test('returns everything without a filter', async () => {
    const [member, admin] = [await newOrganization(), await newOrganization({ superAdmin: true })];
    await givenEvent(member, { subject_id: 'of one' });
    await givenEvent(admin, { subject_id: 'of another', organization_id: null });

    const { items } = (await admin.get(`${path}?limit=2`)).body;

    expect(subjects(items)).toEqual(['of another', 'of one']);
  });

  test('names the user, the API key or the system as the actor', async () => {
    const member = await newOrganization();
    const key = await member.server.app.db
      .selectFrom('api_keys')
      .select(['id', 'name'])
      .where('organization_id', '=', member.organization_id)
      .executeTakeFirstOrThrow();
    await givenEvent(member);
    await givenEvent(member, { caller: { kind: 'api_key', api_key_id: key.id } });
    await givenEvent(member, { caller: null, requestId: null });

    const events = await eventsOf(member, { organization_id: member.organization_id });

    expect(events.map(({ actor, request_id }) => ({ ...actor, request_id }))).toEqual([
      { kind: 'system', id: null, name: null, request_id: null },
      { kind: 'api_key', ...key, request_id: 'r' },
      { kind: 'user', id: member.user_id, name: await emailOf(member), request_id: 'r' },
    ]);
  });

  test('filters by action, subject and organization', async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    const id = `s-${member.organization_id}`;
    await givenEvent(member, { subject_id: id });
    await givenEvent(member, { subject_id: id, action: 'api_key.created' });
    await givenEvent(member, { subject_id: id, action: 'api_key.archived' });
    await givenEvent(other, { subject_id: `other ${id}`, action: 'api_key.archived' });
    const actions = async (query: Record<string, string | number>) =>
      (await eventsOf(member, query)).map(({ action }) => action);

    expect(await actions({ subject_id: id })).toEqual([
      'api_key.archived',
      'api_key.created',
      'organization.limits_updated',
    ]);
    expect(await actions({ subject_id: id, subject_type: 'api_key' })).toEqual([
      'api_key.archived',
      'api_key.created',
    ]);
    expect(await actions({ subject_id: id, action: 'api_key.created' })).toEqual([
      'api_key.created',
    ]);
    expect(
      await actions({ subject_id: id, action: 'api_key.created', subject_type: 'organization' }),
    ).toEqual([]);
    expect(await actions({ organization_id: other.organization_id })).toEqual(['api_key.archived']);
    const archived = await eventsOf(member, { action: 'api_key.archived', limit: 200 });
    expect(subjects(archived)).toEqual(expect.arrayContaining([id, `other ${id}`]));
    expect(new Set(archived.map(({ action }) => action))).toEqual(new Set(['api_key.archived']));
  });

  test('filters by the acting user, and does not match an API key with the same id', async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    await givenEvent(other, { subject_id: 'by other' });
    await givenEvent(member, {
      subject_id: 'by key',
      caller: { kind: 'api_key', api_key_id: member.user_id },
    });
    await givenEvent(member, { subject_id: 'by member' });

    expect(subjects(await eventsOf(member, { actor_user_id: member.user_id }))).toEqual([
      'by member',
    ]);
  });

  test('filters by time: created_after inclusive, created_before exclusive, in any UTC offset', async () => {
    const member = await newOrganization();
    const noon = '2026-03-01T12:00:00.000Z';
    for (const ms of [-1, 0, 1])
      await givenEvent(member, { subject_id: String(ms), at: later(noon, ms) });
    const within = async (query: object) =>
      subjects(await eventsOf(member, { organization_id: member.organization_id, ...query }));

    expect(await within({ created_after: noon })).toEqual(['1', '0']);
    expect(await within({ created_before: noon })).toEqual(['-1']);
    expect(await within({ created_after: noon, created_before: later(noon, 1) })).toEqual(['0']);
    expect(await within({ created_after: '2026-03-01T14:00:00.001+02:00' })).toEqual(['1']);
    expect(
      await within({
        created_after: '2026-03-01T06:00:00-06:00',
        created_before: '2026-03-01t12:00:00.0010z',
      }),
    ).toEqual(['0']);
    expect(
      await within({
        created_after: '0001-01-01T00:00:00Z',
        created_before: '9999-12-31T23:59:59.999Z',
      }),
    ).toHaveLength(3);
  });

  test.each([
    ['action=catalog_entry.deleted', 'enum'],
    ['subject_type=users', 'enum'],
    ['subject_id=', 'string_too_short'],
    [`subject_id=${'x'.repeat(65)}`, 'string_too_long'],
    ['actor_user_id=0', 'greater_than_equal'],
    ['actor_user_id=9007199254740992', 'less_than_equal'],
    ['organization_id=mine', 'int_parsing'],
    ['created_after=yesterday', 'format'],
    ['created_before=2026-02-30T00:00:00Z', 'format'],
    ['created_before=2026-03-01T00:00:00', 'format'],
    ['created_after=0000-01-01T00:00:00Z', 'value_error'],
    ['created_after=0001-01-01T00:00:00%2B01:00', 'value_error'],
    ['created_before=9999-12-31T23:59:59-01:00', 'value_error'],
    ['created_before=2026-06-30T23:59:60Z', 'value_error'],
  ])('refuses %s', async (query, type) => {
    const admin = await newOrganization({ superAdmin: true });

    const answer = await admin.get(`${path}?${query}`);

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([
      expect.objectContaining({ loc: ['query', query.split('=')[0]], type }),
    ]);
  });

  test.each([`subject_id=${'x'.repeat(64)}`, 'actor_user_id=9007199254740991', 'limit=200'])(
    'accepts %s',
    async (query) => {
      const admin = await newOrganization({ superAdmin: true });

      expect((await admin.get(`${path}?${query}`)).status).toBe(200);
    },
  );
});
