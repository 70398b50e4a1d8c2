import type { Transaction } from 'kysely';
import { type Cause, recordChange } from '../../audit/actions.ts';
import type { Role } from '../../caller.ts';
import type { AuthApp } from '../context.ts';
import type { Database } from '../../db/connect.ts';
import { emailExists, tooMany } from '../../errors.ts';
import { enqueueMail } from '../../mail/actions.ts';
import { msBetween, type Timestamp } from '../../timestamp.ts';
import { canGive } from '../members/rules.ts';
import { findUserByEmail, getOrganization } from '../queries.ts';
import * as queries from './queries.ts';
import { domainOf, mailsPerHour } from './rules.ts';
import type { InvitationRow } from './views.ts';

type Trx = Transaction<Database>;

/** Throws `email_exists` if the address, which `param` gives, has an account: a user belongs to one organization. */
export async function mustBeFree(trx: Trx, email: string, param: string): Promise<void> {
  if (await findUserByEmail(trx, email)) throw emailExists(param);
}

interface Sending {
  readonly invitation: InvitationRow;
  readonly token: string;
  readonly now: Timestamp;
}

/** Enqueues the email with the token, or throws 429 if the organization has sent too many, or too many to the address. */
export async function send(
  trx: Trx,
  app: AuthApp,
  { invitation, token, now }: Sending,
): Promise<void> {
  const { organization_id, email, role } = invitation;
  const { sent, began_at } = await queries.countSent(trx, organization_id, now);
  if (sent > mailsPerHour.limit) {
    const left = mailsPerHour.windowSeconds - Math.floor(msBetween(began_at, now) / 1000);
    throw tooMany(mailsPerHour, Math.max(1, left));
  }
  app.logInLimits.invitationTo({ organization_id, email });
  const { name } = await getOrganization(trx, organization_id);
  await enqueueMail(trx, app, {
    organization_id,
    to: email,
    template: 'invitation',
    values: { organization_name: name, role, token },
  });
}

interface Change {
  readonly action: 'invitation.created' | 'invitation.resent' | 'invitation.revoked';
  readonly invitation: InvitationRow;
  readonly before: InvitationRow | null;
  readonly after: InvitationRow | null;
}

interface Inviter {
  readonly organization_id: number;
  readonly user_id: number;
  /** The user's new role; undefined if the user was removed. */
  readonly role?: Role;
}

/** Deletes the open invitations of a locked user whose roles the user can no longer give. */
export async function revokeUnallowed(
  trx: Trx,
  cause: Cause,
  { organization_id, user_id, role }: Inviter,
): Promise<void> {
  const all = await queries.lockOf(trx, organization_id, user_id);
  for (const invitation of all.filter((each) => !canGive(role, each.role))) {
    await queries.remove(trx, invitation.id);
    const change = { action: 'invitation.revoked', before: invitation, after: null } as const;
    await record(trx, cause, { invitation, ...change });
  }
}

export const record = (
  trx: Trx,
  cause: Cause,
  { action, invitation, before, after }: Change,
): Promise<void> =>
  recordChange(trx, cause, {
    action,
    organization_id: invitation.organization_id,
    subject_id: invitation.id,
    before: before && audited(before),
    after: after && audited(after),
  });

const audited = ({ email, role, expires_at }: InvitationRow) => ({
  email_domain: domainOf(email),
  role,
  expires_at,
});
