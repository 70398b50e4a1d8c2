import { expect, test } from 'vitest';
import { demoUser } from '../../src/demo/accounts.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { startServer } from '../support/server.ts';

test('A server without the demo refuses its users, sessions and keys like wrong ones', async () => {
  const demo = await startServer({ demo: true });
  await seedDemo(demo.app);
  const logIn = await demo.send('POST', '/api/v1/auth/login', { body: demoUser });
  const token = logIn.body.access_token as string;
  const made = await demo.send('POST', '/api/v1/auth/api-keys', { token, body: { name: 'A key' } });
  const { key } = made.body as { key: string };
  const me = '/api/v1/auth/me';
  expect((await demo.send('GET', me, { key })).status).toBe(200);
  const server = await startServer({}, demo.connection, demo.app.jobs);

  const refused = await server.send('POST', '/api/v1/auth/login', { body: demoUser });
  const wrong = await server.send('POST', '/api/v1/auth/login', {
    body: { ...demoUser, password: 'wrong' },
  });

  const { request_id: _, ...answer } = refused.body;
  expect([refused.status, wrong.body]).toEqual([401, expect.objectContaining(answer)]);
  expect((await server.send('GET', me, { token })).status).toBe(401);
  expect((await server.send('GET', me, { key })).status).toBe(401);
  await server.close();
  await demo.close();
});
