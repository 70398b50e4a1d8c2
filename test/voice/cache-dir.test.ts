import { describe, expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { startServer } from '../support/server.ts';

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
});
