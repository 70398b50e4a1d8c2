import type { ReleaseContacts } from '../../telephony/calls/index.ts';
import { uncount } from '../../telephony/phone-numbers/pool-queries.ts';
import { removeAttempts } from '../../workflows/runs/call-queries.ts';
import * as contacts from './contact-queries.ts';

/** Undoes attempts that were never placed: their contacts return to their previous state, or wait until `due_at`. */
export const release: ReleaseContacts = async (trx, runIds, { now, due_at }) => {
  const removed = await removeAttempts(trx, runIds);
  // Numbers before zones, as claims lock them.
  await uncount(trx, removed);
  // What a statement removes comes in no order of its own.
  const ids = removed.flatMap(({ contact_id }) => contact_id ?? []).toSorted((a, b) => a - b);
  await contacts.release(trx, ids, { now, due_at });
};
