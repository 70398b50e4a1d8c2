import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { removeUnused } from '../../src/cells/jobs.ts';
import { givenDirectory } from '../support/directory.ts';
import { newOrganization } from '../support/organizations.ts';
import { ownServer } from '../support/own-server.ts';

const path = (cell: number) => `/api/v1/admin/cells/${cell}`;
const reserve = (cell: number) => `${path(cell)}/reserve-address`;

const server = ownServer();
const givenAdmin = () => newOrganization({ server, superAdmin: true });

const updatesOf = async (cell: number, action = 'cell.updated') => {
  const { rows } = await sql<{ after: unknown }>`
    select after from audit_events
    where action = ${action} and subject_id = ${String(cell)} order by id`.execute(server.app.db);
  return rows.map(({ after }) => after);
};

describe('updateCellAsAdmin', () => {
  test('closes a cell to new organizations and opens it, each with one event', async () => {
    await givenDirectory(server, [0, 4]);
    const admin = await givenAdmin();
    const cellFor = () => server.app.directory?.cellFor('new@example.com', [0, 4]);

    const closed = await admin.patch(path(0), { is_open: false });

    expect(closed.body).toMatchObject({ number: 0, status: 'ready', is_open: false });
    expect((await admin.get(path(0))).body).toEqual(closed.body);
    expect(await cellFor()).toBe(4);
    await admin.patch(path(0), { is_open: false });
    await admin.patch(path(0), { is_open: true });
    expect(await cellFor()).toBe(0);
    expect(await updatesOf(0)).toEqual([{ is_open: false }, { is_open: true }]);
  });

  test('changes a cell that this process does not serve, and no unknown one', async () => {
    await givenDirectory(server, [0, 4]);
    const admin = await givenAdmin();
    const change = (cell: number) => admin.patch(path(cell), { is_open: false });

    expect((await change(4)).body).toMatchObject({ status: 'not_served', is_open: false });
    expect(await change(9)).toMatchObject({ status: 404, body: { param: 'cell' } });
    expect((await admin.get(path(9))).status).toBe(404);
  });

  test('refuses to close the only cell of a service without a directory', async () => {
    const admin = await givenAdmin();

    const refused = [
      await admin.patch(path(0), { is_open: false }),
      await admin.post(reserve(0), { email: 'ada@example.com' }),
    ];

    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'one_cell'],
      [409, 'one_cell'],
    ]);
    expect((await admin.get(path(0))).body.is_open).toBe(true);
  });
});

describe('reserveCellAddressAsAdmin', () => {
  const email = 'large@example.com';

  test('places whoever signs up with the address, in a closed cell too', async () => {
    await givenDirectory(server, [0, 4]);
    const admin = await givenAdmin();
    await admin.patch(path(4), { is_open: false });
    const { directory } = server.app;

    const reserved = await admin.post(reserve(4), { email });

    expect(reserved.status).toBe(200);
    const days = (Date.parse(reserved.body.expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(14, 1);
    expect(reserved.body).toMatchObject({ cell: 4, email });
    expect(await directory?.cellFor(email.toUpperCase(), [0])).toBe(4);
    expect((await admin.get(path(4))).body.address_count).toBe(1);
    expect((await admin.post(reserve(4), { email })).status).toBe(200);
    expect((await admin.get(path(4))).body.address_count).toBe(1);
    const events = await updatesOf(4, 'cell.address_reserved');
    expect(events[0]).toEqual({ expires_at: reserved.body.expires_at });
    expect(JSON.stringify(events)).not.toContain(email);
  });

  test('refuses an address of another cell, which keeps it', async () => {
    await givenDirectory(server, [0, 4]);
    const admin = await givenAdmin();
    await server.app.directory?.claim(email, 0);

    const refused = await admin.post(reserve(4), { email });

    expect(refused).toMatchObject({ status: 409, body: { code: 'email_exists', param: 'email' } });
    expect(await server.app.directory?.cellOf(email)).toBe(0);
  });

  test('keeps an address that nobody has for 14 days, also if a sign-up begins meanwhile', async () => {
    await givenDirectory(server, [0]);
    const admin = await givenAdmin();
    const { app } = server;
    const ago = (days: number) =>
      sql`update addresses set claimed_at = claimed_at - make_interval(days => ${days}::integer),
        checked_at = checked_at - make_interval(days => 2)`.execute(app.db);
    await admin.post(reserve(0), { email });
    await app.directory?.claim(email, 0);

    await ago(13);
    await removeUnused(app);
    const before = await app.directory?.cellOf(email);
    await ago(2);
    await removeUnused(app);

    expect([before, await app.directory?.cellOf(email)]).toEqual([0, undefined]);
  });
});
