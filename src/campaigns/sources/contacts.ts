import { invalid, InvalidRequest, valueError } from '../../errors.ts';
import { toE164 } from '../../telephony/numbers.ts';
import { isZone } from '../../time/zone-rules.ts';
import { rowsIn } from './csv.ts';
import { valueOf } from './json-lines.ts';
import { headerOf, maxColumns } from './header-rules.ts';
import { columnsOf, objectOf, type RowFault, rowOf, type SourceRow } from './row-rules.ts';

/** The contacts of a file, which are read once, while they arrive. */
export interface Contacts {
  /** What there is of each row, or why it is invalid; as many at once as have arrived. */
  readonly rows: AsyncIterable<Iterable<SourceRow | RowFault>>;
  /** The columns of the rows that were read. */
  columns(): readonly string[];
}

/** Reads the header of a CSV file. Throws the validation error for an invalid one. */
export async function csvContacts(body: AsyncIterable<Buffer>): Promise<Contacts> {
  const groups = rowsIn(body);
  const first = await groups.next();
  const [names = [], ...firstRows] = first.done === true ? [] : first.value;
  const header = headerOf(names);
  if (!('columns' in header))
    throw new InvalidRequest(
      header.map((msg) => valueError({ loc: ['body', 'header'], msg, input: null })),
    );
  const reading = { header, toE164, isZone };
  let row = 0;
  function* read(group: Iterable<readonly string[]>): Generator<SourceRow | RowFault> {
    for (const cells of group) yield rowOf(reading, cells, ++row);
  }
  async function* rows(): AsyncGenerator<Iterable<SourceRow | RowFault>> {
    yield read(firstRows);
    for await (const group of groups) yield read(group);
  }
  return { rows: rows(), columns: () => header.columns };
}

/** JSON objects, each as its bytes. The columns are the members that any of them has. */
export function jsonContacts(objects: AsyncIterable<Buffer>): Contacts {
  const names = new Set(['phone_number']);
  async function* rows(): AsyncGenerator<readonly (SourceRow | RowFault)[]> {
    let row = 0;
    for await (const bytes of objects) {
      row += 1;
      const read = valueOf(bytes);
      if ('reason' in read) yield [{ row, reason: read.reason, input: null }];
      else {
        const contact = objectOf({ toE164, isZone }, read.value, row);
        if (!('reason' in contact)) note(contact);
        yield [contact];
      }
    }
  }
  function note(contact: SourceRow): void {
    for (const name of columnsOf(contact)) names.add(name);
    if (names.size > maxColumns)
      throw invalid(['body'], `The contacts have more than ${maxColumns} different members.`);
  }
  return { rows: rows(), columns: () => [...names] };
}
