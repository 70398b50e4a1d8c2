import { invalid, InvalidRequest, valueError } from '../../errors.ts';
import { readJson } from '../../http/json.ts';
import { toE164 } from '../../telephony/numbers.ts';
import { isZone } from '../../time/zone-rules.ts';
import { rowsIn } from './csv.ts';
import { headerOf, isBlank, maxColumns } from './header-rules.ts';
import { columnsOf, objectOf, type RowFault, rowOf, type SourceRow } from './row-rules.ts';

/** The contacts of a file, which are read once, while they arrive. */
export interface Contacts {
  /** What there is of each row, or why it is invalid; as many at once as have arrived. */
  readonly rows: AsyncIterable<Iterable<SourceRow | RowFault>>;
  /** The columns of the rows that were read. */
  columns(): readonly string[];
}

/**
 * Reads the header of a CSV file, whose phone numbers are in the column, or in `phone_number` without one. Throws the
 * validation error for an invalid one.
 */
export async function csvContacts(
  body: AsyncIterable<Buffer>,
  phoneColumn?: string,
): Promise<Contacts> {
  const groups = rowsIn(body);
  const { names, firstRows } = await firstOf(groups);
  const header = headerOf(names, phoneColumn);
  if (!('columns' in header))
    throw new InvalidRequest(
      header.map((msg) => valueError({ loc: ['body', 'header'], msg, input: null })),
    );
  const reading = { header, toE164, isZone };
  let row = 0;
  function* read(group: Iterable<readonly string[]>): Generator<SourceRow | RowFault> {
    // Spreadsheets write rows of nothing but separators, which are empty lines.
    for (const cells of group) if (!cells.every(isBlank)) yield rowOf(reading, cells, ++row);
  }
  async function* rows(): AsyncGenerator<Iterable<SourceRow | RowFault>> {
    yield read(firstRows);
    for await (const group of groups) yield read(group);
  }
  return { rows: rows(), columns: () => header.columns };
}

/** The first row that has a value, and those that arrived with it. */
async function firstOf(groups: AsyncGenerator<readonly (readonly string[])[]>) {
  for (let next = await groups.next(); next.done !== true; next = await groups.next()) {
    const first = next.value.findIndex((cells) => !cells.every(isBlank));
    if (first >= 0) return { names: next.value[first]!, firstRows: next.value.slice(first + 1) };
  }
  return { names: [], firstRows: [] };
}

/** JSON objects, each as its bytes. The columns are the members that any of them has. */
export function jsonContacts(objects: AsyncIterable<Buffer>): Contacts {
  const names = new Set(['phone_number']);
  async function* rows(): AsyncGenerator<readonly (SourceRow | RowFault)[]> {
    let row = 0;
    for await (const bytes of objects) {
      row += 1;
      const read = readJson(bytes);
      if ('fault' in read) {
        const [column] = read.path;
        const reason = read.fault;
        yield [{ row, ...(column !== undefined && { column }), reason, input: null }];
      } else {
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
