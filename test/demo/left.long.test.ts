import { expect, test } from 'vitest';
import { demoUser, hashesFor } from '../../src/demo/accounts.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { startServer } from '../support/server.ts';

test('The demo is not made again when one of its users has left', async () => {
  const server = await startServer({ demo: true });
  const { app, send } = server;
  await seedDemo(app);
  const { body } = await send('POST', '/api/v1/auth/login', { body: demoUser });
  const path = `/api/v1/organizations/members/${body.user.id}`;

  const { status } = await send('DELETE', path, { token: body.access_token });

  expect(status).toBe(204);
  expect(await hashesFor(app.db)).toBeUndefined();
  await server.close();
});

test('A demo whose making is cut off leaves nothing, and the next start makes all of it', async () => {
  const server = await startServer({ demo: true });
  const { app } = server;
  // The calls of campaigns come late, when most is made.
  await expect(seedDemo({ ...app, calls: undefined as never })).rejects.toThrow(/undefined/);

  const left = await app.db.selectFrom('audit_events').select('id').execute();

  expect(left).toEqual([]);
  await seedDemo(app);
  expect(await hashesFor(app.db)).toBeUndefined();
  await server.close();
});
