import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDirectory } from '../../src/cells/directory.ts';
import { createCellSchemas } from '../support/cells.ts';
import { onPostgres } from '../support/database.ts';
import { newOrganization } from '../support/organizations.ts';
import { ownServer } from '../support/own-server.ts';

const path = '/api/v1/admin/cells';

describe('listCellsAsAdmin', () => {
  const server = ownServer();

  test('shows the only cell, and when it is not ready', async () => {
    const admin = await newOrganization({ server, superAdmin: true });
    const cell = { number: 0, is_open: true, address_count: null };

    const ready = await admin.get(path);
    server.health.notReadyBecause = async () => 'The database is unreachable.';
    onTestFinished(() => void (server.health.notReadyBecause = async () => undefined));
    const away = await admin.get(path);

    expect(ready.body).toEqual({
      items: [{ ...cell, status: 'ready', reason: null }],
      next_cursor: null,
    });
    expect(away.body).toEqual({
      items: [{ ...cell, status: 'not_ready', reason: 'The database is unreachable.' }],
      next_cursor: null,
    });
  });

  test('is for super admins', async () => {
    const member = await newOrganization({ server });

    expect(await member.get(path)).toMatchObject({
      status: 403,
      body: { code: 'super_admin_required' },
    });
  });

  test.runIf(onPostgres)(
    'shows what the directory knows, also of cells of other processes',
    async () => {
      const schemas = await createCellSchemas([]);
      const directory = await openDirectory(schemas.directoryUrl, [0, 4, 9], { timeoutMs: 10_000 });
      onTestFinished(async () => {
        Object.assign(server.app, { directory: undefined });
        await directory.close();
        await schemas.remove();
      });
      await sql`update cells set is_open = false where number = 9`.execute(directory.db);
      await directory.claim('a@example.com', 9);
      Object.assign(server.app, { directory });
      const admin = await newOrganization({ server, superAdmin: true });

      const { body } = await admin.get(path);
      const first = await admin.get(`${path}?limit=1`);
      const rest = await admin.get(`${path}?limit=2&cursor=${first.body['next_cursor']}`);

      const elsewhere = { status: 'not_served', reason: 'This process does not serve the cell.' };
      expect([...first.body['items'], ...rest.body['items']]).toEqual(body['items']);
      expect(rest.body['next_cursor']).toBeNull();
      expect(body).toEqual({
        items: [
          { number: 0, status: 'ready', reason: null, is_open: true, address_count: 0 },
          { number: 4, ...elsewhere, is_open: true, address_count: 0 },
          { number: 9, ...elsewhere, is_open: false, address_count: 1 },
        ],
        next_cursor: null,
      });
    },
  );
});
