import { expect, test } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { demoUser } from '../../src/demo/accounts.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { demoWebhook } from '../../src/demo/webhooks.ts';
import { signerOf } from '../../src/webhooks/endpoints/secrets.ts';
import { startServer } from '../support/server.ts';
import { deliveriesPath, endpointsPath, newDeliverer } from './given.ts';

test("The demo has an endpoint with the README's secret, and nothing left to send", async () => {
  const server = await startServer();
  const { app } = server;
  await seedDemo(app.db, app.config, app.now());
  const login = await server.send('POST', '/api/v1/auth/login', { body: demoUser });
  const token = login.body.access_token;

  await newDeliverer(server).deliver();

  const { body } = await server.send('GET', endpointsPath, { token });
  expect(body.items).toMatchObject([{ url: demoWebhook.url, status: 'enabled' }]);
  const deliveries = (await server.send('GET', deliveriesPath, { token })).body.items;
  expect(deliveries.length).toBe(8);
  for (const each of deliveries) expect(each).toMatchObject({ state: 'delivered' });
  const first = deliveries.at(-1).id;
  const shown = await server.send('GET', `${deliveriesPath}/${first}`, { token });
  expect(shown.body.attempts.length).toBe(2);
  const row = await app.db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', body.items[0].id)
    .executeTakeFirstOrThrow();
  const headers = signerOf(app.secrets, row, app.now())('msg_1', '{}', new Date());
  expect(new Webhook(demoWebhook.secret).verify('{}', headers)).toEqual({});
  await server.close();
}, 60_000);
