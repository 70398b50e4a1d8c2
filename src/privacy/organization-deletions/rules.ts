import { later, type Timestamp } from '../../timestamp.ts';

/** For how long an organization that was deleted can be restored. */
const graceMs = 30 * 24 * 60 * 60 * 1000;

/** When the data of an organization goes that was deleted at this time. */
export const dueAt = (deleted_at: Timestamp): Timestamp => later(deleted_at, graceMs);

/** What was deleted before this time goes. */
export const dueBefore = (now: Timestamp): Timestamp => later(now, -graceMs);

export const canRestore = (deleted_at: Timestamp, now: Timestamp): boolean =>
  now < dueAt(deleted_at);
