import type { ReleaseContacts } from '../../telephony/calls/give-back.ts';
import { removeAttempts } from '../../workflows/runs/call-queries.ts';
import * as contacts from './contact-queries.ts';

/** Undoes attempts that were never placed: their contacts return to their previous state, or wait until `due_at`. */
export const release: ReleaseContacts = async (trx, runIds, { now, due_at }) => {
  await contacts.release(trx, await removeAttempts(trx, runIds), { now, due_at });
};
