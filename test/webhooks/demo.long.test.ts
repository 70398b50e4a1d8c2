import { expect, test } from 'vitest';
import { demoUser } from '../../src/demo/accounts.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { startServer } from '../support/server.ts';
import { deliveriesPath, endpointsPath, newDeliverer } from './given.ts';

test('The demo has a disabled endpoint with deliveries to look at, and nothing left to send', async () => {
  const server = await startServer({ demo: true });
  const { app } = server;
  await seedDemo(app);
  const login = await server.send('POST', '/api/v1/auth/login', { body: demoUser });
  const token = login.body.access_token;

  await newDeliverer(server).deliver();

  const { body } = await server.send('GET', endpointsPath, { token });
  expect(body.items).toMatchObject([{ status: 'disabled', disabled_reason: 'requested' }]);
  const deliveries = (await server.send('GET', deliveriesPath, { token })).body.items;
  expect(deliveries.length).toBe(8);
  for (const each of deliveries) expect(each).toMatchObject({ status: 'delivered' });
  const first = deliveries.at(-1).id;
  const shown = await server.send('GET', `${deliveriesPath}/${first}`, { token });
  expect(shown.body.attempts.length).toBe(2);
  await server.close();
}, 60_000);
