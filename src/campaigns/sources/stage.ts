import { invalid } from '../../errors.ts';
import type { Contacts } from './contacts.ts';
import type { Packer } from './packed-rows.ts';
import type { Summary } from './reading.ts';
import { duplicateOf, type RowFault } from './row-rules.ts';
import { createSeenNumbers } from './seen-numbers.ts';

const maxRows = 2_000_000;
/** Maximum number of faults listed when a file is rejected. */
export const maxFaults = 100;
/** Maximum number of listed rows that were left out. */
const maxRejected = 1000;

interface Staging {
  readonly skip: boolean;
  readonly packer: Packer;
  /** Sends the rows that were collected; waits while too many are on the way. */
  readonly send: () => Promise<void>;
}

/** Checks all rows of a file and sends the valid ones, unless the file is rejected: then it stops at the last listed fault. */
export async function stage(
  contacts: Contacts,
  { skip, packer, send }: Staging,
): Promise<Omit<Summary, 'columns'>> {
  const numbers = createSeenNumbers();
  const faults: RowFault[] = [];
  const listed = skip ? maxRejected : maxFaults;
  let [row, total_rows, rejected_rows] = [0, 0, 0];
  for await (const group of contacts.rows) {
    for (const read of group) {
      row += 1;
      if (row > maxRows) throw invalid(['body'], `The file has more than ${maxRows} rows.`);
      const earlier = 'reason' in read ? undefined : numbers.seen(read.phone_number, row);
      const kept = earlier === undefined || 'reason' in read ? read : duplicateOf(read, earlier);
      if ('reason' in kept) {
        rejected_rows += 1;
        if (faults.length < listed) faults.push(kept);
        if (!skip && faults.length === listed) return { total_rows, rejected_rows, faults };
      } else if (skip || rejected_rows === 0) {
        total_rows += 1;
        packer.add(kept);
        if (packer.isFull()) await send();
      }
    }
  }
  await send();
  return { total_rows, rejected_rows, faults };
}
