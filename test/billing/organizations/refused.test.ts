import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { OperationId } from '../../../src/http/contract.ts';
import { loadContract } from '../../../src/http/operations.ts';
import { bodyAsSent, exampleRequest } from '../../support/examples.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { sharedServer } from '../../support/server.ts';
import { givenAdmin, reason, resume, suspend } from './given.ts';

const secured = loadContract().operations.filter(({ session, apiKey }) => session || apiKey);

let suspended: Promise<Member> | undefined;
/** An organization that is suspended, the same one for each operation. */
const givenSuspended = (): Promise<Member> =>
  (suspended ??= newOrganization().then(async (member) => {
    await suspend(await givenAdmin(), member);
    return member;
  }));

describe('A suspended organization', () => {
  test.each(secured.map(({ id }) => id as OperationId))(
    'is refused by %s, with a session and with a key',
    async (id) => {
      const member = await givenSuspended();
      const example = exampleRequest(id);
      const { method, path, headers } = example;
      const send = (credentials: object) =>
        member.server.send(method, path, { headers, ...bodyAsSent(example), ...credentials });

      const answers = [await send({ token: member.token }), await send({ key: member.key })];

      for (const { status, body } of answers)
        expect([status, body.code, body.reason, body.suspended_at]).toEqual([
          403,
          'organization_suspended',
          reason,
          expect.any(String),
        ]);
    },
  );

  test('gets the reason at logIn, if the password is right, and gets no session', async () => {
    const admin = await givenAdmin();
    const { app, send } = await sharedServer();
    const email = `${randomBytes(6).toString('hex')}@example.com`;
    const password = 'correct horse battery';
    const { user } = (await send('POST', '/api/v1/auth/signup', { body: { email, password } }))
      .body;
    const member = { organization_id: user.organization_id } as Member;
    await suspend(admin, member);
    const logIn = (secret: string) =>
      send('POST', '/api/v1/auth/login', { body: { email, password: secret } });
    const sessions = () =>
      app.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute();
    const before = await sessions();

    const [right, wrong] = [await logIn(password), await logIn('wrong')];
    const after = await sessions();
    await resume(admin, member);

    expect([right.status, right.body.code, right.body.reason]).toEqual([
      403,
      'organization_suspended',
      reason,
    ]);
    expect([wrong.status, wrong.body.code]).toEqual([401, 'wrong_credentials']);
    expect(after).toEqual(before);
    expect((await logIn(password)).status).toBe(200);
  });
});
