import { describe, expect, test } from 'vitest';
import { demoAdmin, demoUser } from '../../src/demo/accounts.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { startServer } from '../support/server.ts';
import { eventsOf } from './given.ts';

describe('The demo', () => {
  test('has events of the service, the super admin, the user and its connector that match the data', async () => {
    const server = await startServer({ demo: true });
    await seedDemo(server.app);

    const events = await eventsOf({ server }, { limit: 200 });

    const who = new Set(events.map(({ actor }) => actor.name));
    expect(who).toEqual(new Set([null, demoAdmin.email, demoUser.email, 'CRM']));
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'api_key.created',
        'approval_policy.disabled',
        'approval_policy.revoked',
      ]),
    );
    const entries = await server.app.db.selectFrom('catalog_entries').selectAll().execute();
    for (const { id, active, tokens } of entries) {
      const [last, ...before] = events.filter(
        (event) => event.subject_type === 'catalog_entry' && event.subject_id === String(id),
      );
      expect({ ...before.at(-1)?.after, ...last?.after }).toMatchObject({ active, tokens });
    }
    const pricing = await server.app.db
      .selectFrom('knowledge_base_pricing')
      .select(['embedding_usd_per_1m_tokens'])
      .executeTakeFirstOrThrow();
    const repriced = events.find(({ action }) => action === 'knowledge_base_pricing.updated');
    expect(repriced?.after?.['embedding_usd_per_1m_tokens']).toBe(
      Number(pricing.embedding_usd_per_1m_tokens),
    );
    await server.close();
  });
});
