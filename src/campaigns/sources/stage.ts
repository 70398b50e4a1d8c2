import { invalid } from '../../errors.ts';
import type { Contacts } from './contacts.ts';
import type { Packer } from './packed-rows.ts';
import type { Summary } from './reading.ts';
import { duplicateOf, type RowFault, type SourceRow } from './row-rules.ts';
import { createSeenIds, createSeenNumbers } from './seen-rows.ts';

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
  const unrepeated = createUnrepeated();
  const faults: RowFault[] = [];
  const listed = skip ? maxRejected : maxFaults;
  let [row, total_rows, rejected_rows] = [0, 0, 0];
  for await (const group of contacts.rows) {
    for (const read of group) {
      row += 1;
      if (row > maxRows) throw invalid(['body'], `The file has more than ${maxRows} rows.`);
      const kept = 'reason' in read ? read : unrepeated(read);
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

/** Turns each row whose number or external ID an earlier valid row has into a fault. */
function createUnrepeated() {
  const [numbers, ids] = [createSeenNumbers(), createSeenIds()];
  return (row: SourceRow): SourceRow | RowFault => {
    const sameNumber = numbers.find(row.phone_number);
    if (sameNumber !== undefined) return duplicateOf(row, 'phone_number', sameNumber);
    if (row.external_id !== null) {
      const sameId = ids.find(row.external_id);
      if (sameId !== undefined) return duplicateOf(row, 'external_id', sameId);
      ids.add(row.row_number);
    }
    numbers.add(row.row_number);
    return row;
  };
}
