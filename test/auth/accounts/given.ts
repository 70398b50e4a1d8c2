import { digest, newAccessToken, newMailToken } from '../../../src/auth/credentials.ts';
import { later } from '../../../src/timestamp.ts';
import type { Member } from '../../support/organizations.ts';

const hourMs = 3_600_000;

/** Begins another session of the user; returns its id. */
export async function givenSession(
  { server, ...owner }: Member,
  token = newAccessToken(0),
): Promise<number> {
  const now = server.app.now();
  const { id } = await server.app.db
    .insertInto('sessions')
    .values({
      organization_id: owner.organization_id,
      user_id: owner.user_id,
      token_hash: digest(token),
      created_at: now,
      expires_at: later(now, 24 * hourMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const tokenOf = ({ server, user_id, organization_id }: Member) => {
  const now = server.app.now();
  const token = newMailToken(0);
  const row = {
    user_id,
    organization_id,
    token_hash: digest(token),
    expires_at: later(now, hourMs),
    mails: 1,
    hour_began_at: now,
  };
  return { token, row };
};

/** A token with which the user's password can be reset. */
export async function givenReset(owner: Member): Promise<string> {
  const { token, row } = tokenOf(owner);
  await owner.server.app.db.insertInto('password_resets').values(row).execute();
  return token;
}

/** A token with which the user gets this address. */
export async function givenChange(owner: Member, email: string): Promise<string> {
  const { token, row } = tokenOf(owner);
  await owner.server.app.db
    .insertInto('email_changes')
    .values({ ...row, email })
    .execute();
  return token;
}

/** Has the address count as not verified, as after a sign-up where everybody can. */
export async function givenUnverified(owner: Member): Promise<void> {
  await owner.server.app.db
    .updateTable('users')
    .set({ email_verified: false })
    .where('id', '=', owner.user_id)
    .execute();
  owner.server.app.callers.forgetUser(owner.user_id);
}

interface SentMail {
  readonly to: string;
  readonly template: string;
  readonly values: { readonly token?: string; readonly new_email?: string };
}

/** The organization's emails that wait to be sent, oldest first. */
export async function mailsOf({ server: { app }, organization_id }: Member): Promise<SentMail[]> {
  const rows = await app.db
    .selectFrom('pending_mails')
    .select(['id', 'template', 'content_encrypted'])
    .where('organization_id', '=', organization_id)
    .orderBy('id')
    .execute();
  return rows.map(({ id, template, content_encrypted }) => ({
    template,
    ...(JSON.parse(app.secrets.open(`mail ${id}`, content_encrypted)) as Omit<
      SentMail,
      'template'
    >),
  }));
}

export const emailOf = async ({ server, user_id }: Member): Promise<string> => {
  const { email } = await server.app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  return email ?? '';
};
