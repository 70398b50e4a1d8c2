import { randomBytes } from 'node:crypto';
import type { TestServer } from '../../support/server.ts';

export const path = '/api/v1/organizations/current';
export const password = 'correct horse battery';
export const dayMs = 24 * 60 * 60 * 1000;

/** Somebody who signed up, and what they do with their organization. */
export async function givenOwner({ app, send }: TestServer) {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const { body } = await send('POST', '/api/v1/auth/signup', { body: { email, password } });
  const { access_token: token, user } = body;
  const { id: user_id, organization_id } = user as { id: number; organization_id: number };
  return {
    email,
    token,
    user_id,
    organization_id,
    get: (where = path) => send('GET', where, { token }),
    logIn: () => send('POST', '/api/v1/auth/login', { body: { email, password } }),
    delete: (secret = password) =>
      send('POST', `${path}/delete`, { token, body: { password: secret } }),
    restore: () => send('POST', `${path}/restore`, { token }),
    setRole: (role: 'owner' | 'admin') =>
      app.db.updateTable('users').set({ role }).where('id', '=', user_id).execute(),
  };
}
