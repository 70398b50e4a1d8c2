import { describe, expect, test } from 'vitest';
import { pathBelow } from '../../../src/voice/models/rules.ts';
import { newOrganization } from '../../support/organizations.ts';
import { startServer } from '../../support/server.ts';

const path = '/api/v1/voice/models/cache-dir';

describe('getModelsCacheDir', () => {
  test('returns the configured directory until a migration, then immediately the new one', async () => {
    const server = await startServer({ modelsCacheDir: '/srv/models' });
    try {
      const member = await newOrganization({ server });
      const before = await member.get(path);

      await server.app.db
        .insertInto('model_cache')
        .values({ path: '/mnt/large/models', updated_at: server.app.now() })
        .execute();
      const after = await member.send('GET', path, { key: member.key });

      expect(before.status).toBe(200);
      expect(before.body).toEqual({ path: '/srv/models' });
      expect(after.body).toEqual({ path: '/mnt/large/models' });
    } finally {
      await server.close();
    }
  });

  test('returns the absolute path to an operator only, where others use the service', async () => {
    const server = await startServer({
      isLocal: false,
      dataDir: '/srv',
      modelsCacheDir: '/srv/models',
    });
    try {
      const member = await newOrganization({ server });
      const stranger = await member.get(path);
      const key = await member.send('GET', path, { key: member.key });

      await server.app.db
        .updateTable('organizations')
        .set({ is_operator: true })
        .where('id', '=', member.organization_id)
        .execute();
      const operator = await member.get(path);

      expect([stranger.body, key.body, operator.body]).toEqual([
        { path: 'models' },
        { path: 'models' },
        { path: '/srv/models' },
      ]);
    } finally {
      await server.close();
    }
  });
});

test.each([
  ['/srv', '/srv/models', 'models'],
  ['/srv', '/srv/a/models', 'a/models'],
  ['/srv,/srv/a', '/srv/a/models', 'models'],
  ['/srv', '/srv', '.'],
  ['/srv', '/srv/..models', '..models'],
  ['/srv', '/mnt/secret/models', 'models'],
  ['/srv', '/', '.'],
])('Below %s the path of %s is shown as %s', (roots, directory, shown) => {
  expect(pathBelow(roots.split(','), directory)).toBe(shown);
});
