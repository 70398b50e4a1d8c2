import { setImmediate as othersTurn } from 'node:timers/promises';
import { isZone } from '../../time/zone-rules.ts';
import { toE164 } from '../../telephony/numbers.ts';
import { objectOf } from '../sources/row-rules.ts';
import { type Read, withoutRepeated } from './rules.ts';

/** After this many contacts, about a millisecond of work, other requests get a turn. */
const contactsInARow = 100;

/** Checks the contacts of a request as those of a JSON source. Their row is their index. */
export async function readSent(contacts: readonly unknown[]): Promise<Read[]> {
  const read: Read[] = [];
  for (const [index, contact] of contacts.entries()) {
    if (index > 0 && index % contactsInARow === 0) await othersTurn();
    read.push(objectOf({ toE164, isZone }, contact, index));
  }
  return withoutRepeated(read);
}
