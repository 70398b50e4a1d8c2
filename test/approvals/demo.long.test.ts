import { expect, test } from 'vitest';
import { demoUser } from '../../src/demo/accounts.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { startServer } from '../support/server.ts';

test('The demo has a policy in every status, the newest active, with all their uses', async () => {
  const server = await startServer({ demo: true });
  await seedDemo(server.app);
  const { body } = await server.send('POST', '/api/v1/auth/login', { body: demoUser });
  const get = async (path: string) =>
    (await server.send('GET', `/api/v1${path}`, { token: body.access_token })).body;

  const { items } = await get('/approval-policies');

  expect(items[0].status).toBe('active');
  const statusesOf = (listed: { status: string }[]) => new Set(listed.map(({ status }) => status));
  expect(statusesOf(items).size).toBe(5);
  expect(statusesOf((await get('/approval-requests')).items)).toEqual(
    new Set(['pending', 'declined', 'withdrawn']),
  );
  const uses = [];
  for (const { id, used_count } of items) {
    const { items: listed } = await get(`/approval-policies/${id}/uses`);
    expect(listed).toHaveLength(used_count);
    uses.push(...listed);
    for (const { subject_id } of listed) {
      const runs = (await get('/runs?limit=200')).items;
      expect(runs.find((run: { id: number }) => run.id === subject_id)).toMatchObject({
        mode: 'ad_hoc',
      });
    }
  }
  expect(uses.length).toBeGreaterThan(3);
  await server.close();
});
