import { randomBytes } from 'node:crypto';
import { digest, newAccessToken } from '../../../src/auth/credentials.ts';
import type { Role } from '../../../src/caller.ts';
import { later } from '../../../src/timestamp.ts';
import type { Member } from '../../support/organizations.ts';

export const membersPath = '/api/v1/organizations/members';
export const freshEmail = (): string => `${randomBytes(6).toString('hex')}@example.com`;

interface Joined {
  readonly id: number;
  readonly email: string;
  readonly token: string;
  readonly path: string;
}

/** Adds a user with a session to the organization, directly in the database. */
export async function givenMember(
  { server: { app }, organization_id }: Member,
  role: Role,
): Promise<Joined> {
  const email = freshEmail();
  const created_at = app.now();
  const { id } = await app.db
    .insertInto('users')
    .values({ organization_id, email, role, password_hash: 'none', created_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, email, token: await givenSession(app, id), path: `${membersPath}/${id}` };
}

/** Starts another session of the user. */
export async function givenSession(app: Member['server']['app'], id: number) {
  const token = newAccessToken(0);
  const created_at = app.now();
  const { organization_id } = await app.db
    .selectFrom('users')
    .select('organization_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('sessions')
    .values({
      organization_id,
      user_id: id,
      token_hash: digest(token),
      created_at,
      expires_at: later(created_at, 86_400_000),
    })
    .execute();
  return token;
}
