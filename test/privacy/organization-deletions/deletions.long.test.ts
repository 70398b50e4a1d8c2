import { describe, expect, test } from 'vitest';
import { purgeOrganizations } from '../../../src/privacy/organization-deletions/jobs.ts';
import { later } from '../../../src/timestamp.ts';
import { dialNow, givenCallableCampaign } from '../../campaigns/lifecycle/given.ts';
import { givenAdmin, resume, suspend } from '../../billing/organizations/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { dayMs, givenOwner, path } from './given.ts';

const server = ownServer();

const workflows = '/api/v1/workflow';
const rowOf = (id: number) =>
  server.app.db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst();

/** The database of a process that is killed after so many transactions. */
function stoppingAfter(count: number): typeof server.app.db {
  let begun = 0;
  return new Proxy(server.app.db, {
    get(db, name: keyof typeof server.app.db) {
      if (name !== 'transaction') {
        const own: unknown = Reflect.get(db, name, db);
        return typeof own === 'function' ? (own.bind(db) as unknown) : own;
      }
      begun += 1;
      if (begun > count) throw new Error('killed');
      return () => db.transaction();
    },
  });
}

describe('deleteCurrentOrganization', () => {
  test('closes the organization at once; its owner sees it, logs in and restores it', async () => {
    const owner = await givenOwner(server);

    const deleted = await owner.delete();
    const [refused, shown, me, again] = [
      await owner.get(workflows),
      await owner.get(),
      await owner.get('/api/v1/auth/me'),
      await owner.logIn(),
    ];
    const restored = await owner.restore();

    expect([deleted.status, deleted.body]).toEqual([202, shown.body]);
    expect(shown.body).toMatchObject({
      id: owner.organization_id,
      status: 'deleted',
      deletion_due_at: later(deleted.body.deleted_at, 30 * dayMs),
    });
    expect([refused.status, refused.body.code]).toEqual([403, 'organization_suspended']);
    expect(refused.body.detail).toContain('Ask an owner to restore it');
    expect([me.status, again.status]).toEqual([200, 200]);
    expect([restored.status, restored.body.status, restored.body.deleted_at]).toEqual([
      200,
      'active',
      null,
    ]);
    expect((await owner.get(workflows)).status).toBe(200);
  });

  test('refuses a wrong password and changes nothing', async () => {
    const owner = await givenOwner(server);

    const { status, body } = await owner.delete('another password');

    expect([status, body.code]).toEqual([403, 'wrong_password']);
    expect((await owner.get()).body.status).toBe('active');
  });

  test('is for owners alone, and so is what follows', async () => {
    const owner = await givenOwner(server);
    await owner.setRole('admin');
    const ofAdmin = await owner.delete();
    await owner.setRole('owner');
    server.app.callers.forgetOrganization(owner.organization_id);
    await owner.delete();
    await owner.setRole('admin');
    server.app.callers.forgetOrganization(owner.organization_id);

    const answers = [await owner.get(), await owner.restore(), await owner.logIn()];

    expect([ofAdmin.status, ofAdmin.body.code]).toEqual([403, 'role_required']);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'organization_suspended'],
      [403, 'organization_suspended'],
      [403, 'organization_suspended'],
    ]);
  });

  test('keeps the first time when it is repeated', async () => {
    const owner = await givenOwner(server);
    const first = await owner.delete();
    server.setNow(later(server.app.now(), dayMs));

    const second = await owner.delete();

    expect([second.status, second.body]).toEqual([202, first.body]);
  });

  test('refuses an organization with a super admin', async () => {
    const owner = await givenOwner(server);
    await server.app.db
      .updateTable('users')
      .set({ is_super_admin: true })
      .where('id', '=', owner.user_id)
      .execute();

    const { status, body } = await owner.delete();

    expect([status, body.code]).toEqual([409, 'organization_has_super_admin']);
  });

  test('pauses running campaigns, and is shown to super admins', async () => {
    const [admin, owner] = [await givenAdmin(server), await givenOwner(server)];
    const member = {
      ...(await newOrganization({ server })),
      organization_id: owner.organization_id,
    } as Member;
    const campaign = await givenCallableCampaign(member);
    await server.send('POST', `${campaign.path}/start`, { token: owner.token });

    await owner.delete();
    await dialNow(member);
    const shown = await admin.get(
      `/api/v1/admin/organizations?status=deleted&email=${owner.email}`,
    );
    await owner.restore();

    expect((await owner.get(campaign.path)).body.state).toBe('paused');
    expect(shown.body.items).toMatchObject([{ id: owner.organization_id, status: 'deleted' }]);
  });

  test('leaves a suspension as it is: its owner is refused until the operator resumes it', async () => {
    const [admin, owner] = [await givenAdmin(server), await givenOwner(server)];
    const member = { organization_id: owner.organization_id } as Member;
    await owner.delete();

    await suspend(admin, member);
    const refused = await owner.restore();
    await resume(admin, member);

    expect([refused.status, refused.body.code]).toEqual([403, 'organization_suspended']);
    expect((await owner.restore()).status).toBe(200);
  });
});

describe('restoreCurrentOrganization', () => {
  test('changes nothing of an organization that was not deleted', async () => {
    const owner = await givenOwner(server);

    const { status, body } = await owner.restore();

    expect([status, body]).toEqual([200, (await owner.get()).body]);
  });

  test('refuses one that was deleted 30 days ago', async () => {
    const owner = await givenOwner(server);
    await owner.delete();
    // Sessions last as long as the days of grace.
    server.setNow(later(server.app.now(), 30 * dayMs - 1000));
    const { access_token: token } = (await owner.logIn()).body;
    server.setNow(later(server.app.now(), 2000));

    const { status, body } = await server.send('POST', `${path}/restore`, { token });

    expect([status, body.code]).toEqual([409, 'organization_deletion_begun']);
  });
});

describe('An organization that was deleted', () => {
  test('is removed after 30 days, not before, and one event of the service is left', async () => {
    const [admin, owner, other] = [
      await givenAdmin(server),
      await givenOwner(server),
      await givenOwner(server),
    ];
    const { body } = await owner.delete();

    server.setNow(later(body.deletion_due_at, -1));
    await purgeOrganizations(server.app);
    const before = await rowOf(owner.organization_id);
    server.setNow(body.deletion_due_at);
    await Promise.all([purgeOrganizations(server.app), purgeOrganizations(server.app)]);
    await purgeOrganizations(server.app);
    server.setNow(undefined);

    expect(before?.deleted_at).toBe(body.deleted_at);
    expect(await rowOf(owner.organization_id)).toBeUndefined();
    expect(await rowOf(other.organization_id)).toBeDefined();
    expect((await owner.logIn()).body.code).toBe('wrong_credentials');
    const events = await admin.get(
      `/api/v1/admin/audit-events?action=organization.purged&subject_id=${owner.organization_id}`,
    );
    expect(events.body.items).toMatchObject([
      {
        organization_id: null,
        actor: { kind: 'system' },
        subject_id: String(owner.organization_id),
        before: { deleted_at: body.deleted_at },
        after: null,
      },
    ]);
    expect(events.text).not.toContain(owner.email);
  });

  test('can no longer be restored once its removal has begun, whatever the time is elsewhere', async () => {
    const owner = await givenOwner(server);
    const { body } = await owner.delete();
    const now = () => later(body.deletion_due_at, 1000);

    await purgeOrganizations({ ...server.app, now, db: stoppingAfter(1) }, 1);
    const restored = await owner.restore();

    expect([restored.status, restored.body.code]).toEqual([409, 'organization_deletion_begun']);
  });

  test('waits for no other whose removal fails', async () => {
    const owners = await Promise.all(Array.from({ length: 11 }, () => newOrganization({ server })));
    const ids = owners.map(({ organization_id }) => organization_id);
    const { db } = server.app;
    await db
      .updateTable('organizations')
      .set({ deleted_at: '2020-01-01T00:00:00.000Z' })
      .where('id', 'in', ids)
      .execute();

    const log = { ...server.app.log, error: () => {} } as typeof server.app.log;
    for (let turn = 0; turn < 2; turn += 1)
      await purgeOrganizations({ ...server.app, log, db: stoppingAfter(0) });
    const waiting = await db
      .selectFrom('organizations')
      .select('id')
      .where('id', 'in', ids)
      .where('purged_at', 'is', null)
      .execute();

    expect(waiting).toEqual([]);
    await purgeOrganizations(server.app);
    await purgeOrganizations(server.app);
  });

  test('waits while the operator has it suspended', async () => {
    const [admin, owner] = [await givenAdmin(server), await givenOwner(server)];
    const member = { organization_id: owner.organization_id } as Member;
    const { body } = await owner.delete();
    await suspend(admin, member);
    const late = { ...server.app, now: () => body.deletion_due_at };

    await purgeOrganizations(late);
    const kept = await rowOf(owner.organization_id);
    await resume(admin, member);
    await purgeOrganizations(late);

    expect(kept).toBeDefined();
    expect(await rowOf(owner.organization_id)).toBeUndefined();
  });

  test('is removed in several turns, wherever each of them stops', async () => {
    const owner = await givenOwner(server);
    const { body } = await owner.delete();
    const { app } = server;
    server.setNow(body.deletion_due_at);
    let turns = 0;
    while ((await rowOf(owner.organization_id)) && turns < 500) {
      turns += 1;
      await purgeOrganizations({ ...app, db: stoppingAfter(turns) }, 1);
    }

    expect(await rowOf(owner.organization_id)).toBeUndefined();
    expect(turns).toBeGreaterThan(20);
  });
});
