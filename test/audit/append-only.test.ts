import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { recordChange } from '../../src/audit/actions.ts';
import { newOrganization } from '../support/organizations.ts';
import { sharedServer } from '../support/server.ts';
import { eventsOf } from './given.ts';

const at = '2026-03-01T12:00:00.000Z';
const changeOf = (organization_id: number) =>
  ({
    action: 'api_key.created',
    organization_id,
    subject_id: 1,
    before: null,
    after: { name: 'x' },
  }) as const;

describe('The audit trail', () => {
  test.each([
    [
      'UPDATE',
      `update audit_events set request_id = 'forged' where id = (select max(id) from audit_events)`,
    ],
    ['UPDATE', 'update audit_events set request_id = null where false'],
    ['DELETE', 'delete from audit_events'],
    ['TRUNCATE', 'truncate audit_events'],
    [
      'UPDATE',
      `insert into audit_events select * from audit_events on conflict (id, created_at) do update set request_id = 'forged'`,
    ],
  ])('refuses %s: %s', async (operation, statement) => {
    const { app } = await sharedServer();
    const member = await newOrganization();
    const count = () =>
      app.db
        .selectFrom('audit_events')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow();
    await app.db
      .transaction()
      .execute((trx) =>
        recordChange(trx, { caller: null, requestId: null, at }, changeOf(member.organization_id)),
      );
    const before = await count();
    const overriding = statement.replace(
      'insert into audit_events select *',
      'insert into audit_events (id, created_at, actor_kind, action, subject_id, after) overriding system value select id, created_at, actor_kind, action, subject_id, after',
    );

    await expect(sql.raw(overriding).execute(app.db)).rejects.toThrow(
      `audit_events is append-only: ${operation} is refused`,
    );

    expect(await count()).toEqual(before);
    const [event] = await eventsOf(member, { organization_id: member.organization_id });
    expect(event?.request_id).toBeNull();
  });

  test('stores nothing of a transaction that is rolled back', async () => {
    const { app } = await sharedServer();
    const member = await newOrganization();

    const undone = app.db.transaction().execute(async (trx) => {
      await recordChange(
        trx,
        { caller: null, requestId: null, at },
        changeOf(member.organization_id),
      );
      throw new Error('changed my mind');
    });

    await expect(undone).rejects.toThrow('changed my mind');
    expect(await eventsOf(member, { organization_id: member.organization_id })).toEqual([]);
  });

  test.each([
    ['an unknown actor', { actor_kind: 'nobody', actor_id: 1 }],
    ['a user without id', { actor_kind: 'user', actor_id: null }],
    ['a system with id', { actor_kind: 'system', actor_id: 1 }],
    ['a nameless action', { action: 'Changed it' }],
    ['a change from nothing to nothing', { after: null }],
    ['a change to what is no object', { after: '[]' }],
  ])('accepts no event of %s', async (_, wrong) => {
    const { app } = await sharedServer();
    const event = {
      created_at: at,
      actor_kind: 'system',
      actor_id: null,
      action: 'api_key.created',
      subject_id: '1',
      after: '{}',
      ...wrong,
    };

    await expect(
      app.db
        .insertInto('audit_events')
        .values(event as never)
        .execute(),
    ).rejects.toThrow('violates check constraint');
  });
});
