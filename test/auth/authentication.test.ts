import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { createAuthentication } from '../../src/auth/authentication.ts';
import { newOrganization } from '../support/organizations.ts';
import { sharedServer } from '../support/server.ts';

async function givenAuthentication() {
  const { app } = await sharedServer();
  let queries = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      queries++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const created = createAuthentication(app.db.withPlugin(counting), () => app.now(), {
    ...app.config,
    secrets: app.secrets,
    takeOver: async () => false,
  });
  return { ...created, queries: () => queries };
}

test('A credential is looked up once for concurrent requests, and the result is cached', async () => {
  const { token, user_id } = await newOrganization();
  const { authentication, queries } = await givenAuthentication();
  const credential = { kind: 'session', text: token } as const;

  const callers = await Promise.all(
    Array.from({ length: 30 }, () => authentication.find(credential)),
  );

  expect(callers).toEqual(callers.map(() => expect.objectContaining({ user_id })));
  expect(queries()).toBe(1);
});

test('A credential that is forgotten during its lookup is looked up again', async () => {
  const { token } = await newOrganization();
  const { authentication, callers, queries } = await givenAuthentication();
  const credential = { kind: 'session', text: token } as const;

  const before = authentication.find(credential);
  callers.forgetSession(0);
  const after = authentication.find(credential);
  await Promise.all([before, after]);

  expect(queries()).toBe(2);
});

test('A credential counts as good until something else is known', async () => {
  const { key } = await newOrganization();
  const { authentication } = await givenAuthentication();
  const [good, bad] = [
    { kind: 'api_key', text: key },
    { kind: 'api_key', text: 'vap_wrong' },
  ] as const;

  expect(authentication.wasGood(good)).toBe(false);
  for (const credential of [good, bad]) await authentication.find(credential);

  expect([good, bad].map((each) => authentication.wasGood(each))).toEqual([true, false]);
  expect(authentication.wasGood({ ...good, kind: 'session' })).toBe(false);
});
