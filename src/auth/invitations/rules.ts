import { later, type Timestamp } from '../../timestamp.ts';

const validMs = 7 * 86_400_000;
/** How long an invitation is listed after it has expired. */
const listedMs = 30 * 86_400_000;

export const mailsPerHour = {
  name: 'invitation-mails',
  limit: 100,
  things: 'invitations',
  windowSeconds: 3600,
};

export const expiryOf = (now: Timestamp): Timestamp => later(now, validMs);

/** Invitations that expired before are deleted. */
export const deletedBefore = (now: Timestamp): Timestamp => later(now, -listedMs);

export const statusOf = (expiresAt: Timestamp, now: Timestamp): 'pending' | 'expired' =>
  expiresAt > now ? 'pending' : 'expired';

/** What audit events, which outlive the invitation and the user, show of an address. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);
