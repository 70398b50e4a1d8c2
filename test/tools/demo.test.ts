import { expect, test } from 'vitest';
import { demoUser } from '../../src/demo/accounts.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { startServer } from '../support/server.ts';
import { toolsPath } from './given.ts';

test('The demo has a tool with a secret', async () => {
  const server = await startServer({ demo: true });
  const { app } = server;
  await seedDemo(app.db, app.config, app.now());
  const login = await server.send('POST', '/api/v1/auth/login', { body: demoUser });

  const { body } = await server.send('GET', toolsPath, { token: login.body.access_token });

  expect(body.items).toMatchObject([{ name: 'find_appointments', has_secret: true }]);
  await server.close();
}, 60_000);
