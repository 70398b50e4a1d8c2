import { purposeOf } from '../../../src/mail/actions.ts';
import type { Answer } from '../../support/client.ts';
import type { Member } from '../../support/organizations.ts';
import { freshEmail } from '../members/given.ts';

export const invitationsPath = '/api/v1/organizations/invitations';
export const password = 'correct-horse-battery';

export const invite = (
  member: Pick<Member, 'post'>,
  { email = freshEmail(), role = 'viewer' }: { email?: string; role?: string } = {},
): Promise<Answer> => member.post(invitationsPath, { email, role });

interface Mailed {
  readonly to: string;
  readonly values: {
    readonly organization_name: string;
    readonly role: string;
    readonly token: string;
  };
}

/** The invitations that wait to be mailed, oldest first. */
export async function mailed({ server: { app }, organization_id }: Member): Promise<Mailed[]> {
  const rows = await app.db
    .selectFrom('pending_mails')
    .select(['id', 'content_encrypted'])
    .where('organization_id', '=', organization_id)
    .where('template', '=', 'invitation')
    .orderBy('id')
    .execute();
  return rows.map(({ id, content_encrypted }) =>
    JSON.parse(app.secrets.open(purposeOf(id), content_encrypted)),
  );
}

/** The token of the newest mail to an address. */
export async function tokenFor(member: Member, email: string): Promise<string> {
  const mine = (await mailed(member)).filter(({ to }) => to === email);
  return mine.at(-1)!.values.token;
}

export const accept = ({ server }: Pick<Member, 'server'>, token: string): Promise<Answer> =>
  server.send('POST', '/api/v1/auth/accept-invitation', { body: { token, password } });
