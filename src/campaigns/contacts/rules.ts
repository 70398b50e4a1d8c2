import { type RowFault, type SourceRow, maxColumns } from '../sources/row-rules.ts';

/** A sent contact, by its place in the request, or why it is invalid. */
export type Read = SourceRow | RowFault;

export const isFault = (read: Read): read is RowFault => 'reason' in read;

/** How many contacts a campaign can have, as many as a source. */
export const maxContacts = 2_000_000;

/** Turns each contact whose number an earlier one of the request has into a fault. */
export function withoutRepeated(all: readonly Read[]): Read[] {
  const first = new Map<string, number>();
  return all.map((read) => {
    if (isFault(read)) return read;
    const earlier = first.get(read.phone_number);
    if (earlier !== undefined)
      return repeated(read, `The phone number repeats that of contact ${earlier}.`);
    first.set(read.phone_number, read.row_number);
    return read;
  });
}

/** Turns each contact whose number the campaign already has, in the row, into a fault. */
export const withoutExisting = (
  all: readonly Read[],
  rows: ReadonlyMap<string, number>,
): readonly Read[] =>
  rows.size === 0
    ? all
    : all.map((read) => {
        const row = isFault(read) ? undefined : rows.get(read.phone_number);
        return isFault(read) || row === undefined
          ? read
          : repeated(read, `The campaign already has this phone number in row ${row}.`);
      });

const repeated = ({ row_number: row, phone_number: input }: SourceRow, reason: string) => ({
  row,
  column: 'phone_number',
  reason,
  input,
});

interface Columns {
  readonly source: readonly string[];
  readonly added: readonly string[];
}

/**
 * The columns that added contacts have and the source has not, with those of further contacts; undefined if the campaign
 * had too many then.
 */
export function columnsWith(
  { source, added }: Columns,
  contacts: readonly SourceRow[],
): readonly string[] | undefined {
  const names = new Set([...source, ...added]);
  for (const { timezone, initial_context } of contacts) {
    if (timezone !== null) names.add('timezone');
    for (const name of Object.keys(JSON.parse(initial_context) as object)) names.add(name);
  }
  return names.size > maxColumns ? undefined : [...names].slice(new Set(source).size);
}
