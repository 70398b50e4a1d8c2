import { later, msBetween, type Timestamp } from '../../timestamp.ts';

export const hourMs = 60 * 60_000;

export const resetExpiry = (requestedAt: Timestamp): Timestamp => later(requestedAt, hourMs);
export const changeExpiry = (requestedAt: Timestamp): Timestamp => later(requestedAt, 24 * hourMs);

/** How many emails somebody may cause for one account in an hour. */
export const maxMailsPerHour = 5;

/** How many emails were sent for an account, since the hour that is counted began. */
export interface Sent {
  readonly mails: number;
  readonly hour_began_at: Timestamp;
}

/** The count with one email more; undefined if there were too many in this hour. */
export function oneMore(sent: Sent | undefined, now: Timestamp): Sent | undefined {
  if (!sent || msBetween(sent.hour_began_at, now) >= hourMs)
    return { mails: 1, hour_began_at: now };
  return sent.mails < maxMailsPerHour ? { ...sent, mails: sent.mails + 1 } : undefined;
}

/** Seconds until the count begins anew. */
export const secondsLeft = (sent: Sent, now: Timestamp): number =>
  Math.max(1, Math.ceil((hourMs - msBetween(sent.hour_began_at, now)) / 1000));

/** Whether a token is for the address that the user has, to verify it, and not for a new one. */
export const verifies = (email: string, user: { readonly email: string }): boolean =>
  email === user.email;

interface Owner {
  readonly email: string;
  readonly is_demo: boolean;
}

/** Whether the user's address is part of the configuration: the next start would make a user with it again. */
export const isConfigured = ({ email, is_demo }: Owner, superAdmin: string | undefined): boolean =>
  is_demo || email.toLowerCase() === superAdmin?.toLowerCase();
