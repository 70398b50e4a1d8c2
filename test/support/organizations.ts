import { randomBytes } from 'node:crypto';
import { digest, newAccessToken, newApiKey, prefixOf } from '../../src/auth/credentials.ts';
import { defaultScopes } from '../../src/auth/rules.ts';
import type { Role, Scope } from '../../src/caller.ts';
import { later } from '../../src/timestamp.ts';
import type { Answer, Options } from './client.ts';
import { sharedServer, type TestServer } from './server.ts';

/** The password of the users that `newOrganization` makes; hashed once, since that is slow. */
export const password = 'correct-horse-battery';
const password_hash =
  '$argon2id$v=19$m=19456,t=2,p=1$BqefZQ/wmUFrHjRSYGEB4Q$DIf5iVuQnDEEl6MN0negpDeJs52C9Fys3UzVlqi9Y04';

/** One organization with a user, and clients that call as its session and as its API key. */
export interface Member {
  readonly server: TestServer;
  readonly organization_id: number;
  readonly user_id: number;
  readonly token: string;
  readonly key: string;
  /** Sends with the session; `options` may contain other credentials. */
  send(method: string, path: string, options?: Options): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body?: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
}

interface Overrides {
  readonly superAdmin?: boolean;
  /** The role of the user; default: owner. */
  readonly role?: Role;
  /** The connector of the API key. */
  readonly connector?: string;
  /** The scopes of the API key; default: those of a key created without any. */
  readonly scopes?: readonly Scope[];
  readonly server?: TestServer;
  /** Whether the user's address is verified; default: true. */
  readonly isVerified?: boolean;
}

/** Creates an organization for the test, directly in the database. Not in one statement, which Citus would ask two nodes for. */
export async function newOrganization(overrides: Overrides = {}): Promise<Member> {
  const server = overrides.server ?? (await sharedServer());
  const { db } = server.app;
  const now = server.app.now();
  const name = `Test ${randomBytes(6).toString('hex')}`;
  const token = newAccessToken(0);
  const key = newApiKey(0);
  const connector_name = overrides.connector ?? null;
  const { id: organization_id } = await db
    .insertInto('organizations')
    .values({ name, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const adding = db
    .insertInto('api_keys')
    .values({
      organization_id,
      name,
      prefix: prefixOf(key),
      key_hash: digest(key),
      connector_name,
      scopes: overrides.scopes ?? defaultScopes(connector_name),
      created_at: now,
    })
    .execute();
  const joining = db
    .insertInto('users')
    .values({
      organization_id,
      email: `${name.replace(' ', '-')}@example.com`,
      password_hash,
      role: overrides.role ?? 'owner',
      is_super_admin: overrides.superAdmin === true,
      email_verified: overrides.isVerified !== false,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [{ id: user_id }] = await Promise.all([joining, adding]);
  await db
    .insertInto('sessions')
    .values({
      organization_id,
      user_id,
      token_hash: digest(token),
      created_at: now,
      expires_at: later(now, 30 * 86_400_000),
    })
    .execute();
  const send = (method: string, path: string, options: Options = {}): Promise<Answer> =>
    server.send(method, path, {
      ...(options.key === undefined && options.token === undefined ? { token } : {}),
      ...options,
    });
  return {
    server,
    organization_id,
    user_id,
    token,
    key,
    send,
    get: (path) => send('GET', path),
    post: (path, body, headers = {}) => send('POST', path, { body, headers }),
    put: (path, body, headers = {}) => send('PUT', path, { body, headers }),
    patch: (path, body) => send('PATCH', path, { body }),
    delete: (path) => send('DELETE', path),
  };
}
