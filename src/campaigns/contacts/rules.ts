import { maxColumns } from '../sources/header-rules.ts';
import {
  columnsOf,
  type RowFault,
  type SourceRow,
  type Unique,
  uniqueNames,
} from '../sources/row-rules.ts';
import type { components } from '../../../generated/api.ts';
import type { Timestamp } from '../../timestamp.ts';
import { closedSentence, closingOf } from '../../telephony/calling-hours/rules.ts';
import {
  isOpen,
  nextOpeningOfAll,
  UnreadableSchedule,
} from '../../telephony/calling-hours/schedule-rules.ts';
import { type CampaignHours, hoursIn } from '../dialing/hours-rules.ts';

/** A sent contact, by its place in the request, or why it is invalid. */
export type Read = SourceRow | RowFault;

export const isFault = (read: Read): read is RowFault => 'reason' in read;

/** How many contacts a campaign can have, as many as a source. */
export const maxContacts = 2_000_000;

/** Rows by what only one contact has. */
export type Existing = Readonly<Record<Unique, ReadonlyMap<string, number>>>;

/** Turns each contact whose number or external ID an earlier one of the request has into a fault. */
export function withoutRepeated(all: readonly Read[]): Read[] {
  const first = { phone_number: new Map<string, number>(), external_id: new Map<string, number>() };
  return all.map((read) => {
    if (isFault(read)) return read;
    const found = repeatedIn(first, read);
    if (found)
      return repeated(
        read,
        found.column,
        `The ${found.name} repeats that of contact ${found.row}.`,
      );
    first.phone_number.set(read.phone_number, read.row_number);
    if (read.external_id !== null) first.external_id.set(read.external_id, read.row_number);
    return read;
  });
}

/** Turns each contact whose number or external ID the campaign already has, in the row, into a fault. */
export const withoutExisting = (all: readonly Read[], rows: Existing): readonly Read[] =>
  all.map((read) => {
    const found = isFault(read) ? undefined : repeatedIn(rows, read);
    return isFault(read) || !found
      ? read
      : repeated(
          read,
          found.column,
          `The campaign already has this ${found.name} in row ${found.row}.`,
        );
  });

/** What of a contact is there already, and where. */
function repeatedIn(rows: Existing, contact: SourceRow) {
  for (const column of ['phone_number', 'external_id'] as const) {
    const row = rows[column].get(contact[column] ?? '');
    if (row !== undefined) return { column, name: uniqueNames[column], row };
  }
  return undefined;
}

const repeated = (contact: SourceRow, column: Unique, reason: string): RowFault => ({
  row: contact.row_number,
  column,
  reason,
  input: contact[column],
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
  for (const contact of contacts) for (const name of columnsOf(contact)) names.add(name);
  return names.size > maxColumns ? undefined : [...names].slice(new Set(source).size);
}

type Hold = components['schemas']['ContactHold'];

interface Contact {
  readonly timezone: string | null;
  readonly due_at: Timestamp | null;
}

/**
 * Until when the contact waits: for its next attempt, and then until the schedule and the calling hours of the
 * organization and the workflow are open in its time zone.
 */
export function hoursHold(
  campaign: CampaignHours,
  { timezone, due_at }: Contact,
  now: Timestamp,
): Hold | undefined {
  const hours = hoursIn(campaign, timezone);
  try {
    if (due_at !== null && due_at > now)
      return {
        code: 'retry',
        message: 'The contact waits for its next attempt.',
        until: nextOpeningOfAll(hours, due_at) ?? null,
      };
    const closed = hours.find(({ schedule, zone }) => !isOpen(schedule, zone, now));
    if (!closed) return undefined;
    const closing = closingOf(campaign, timezone || null, now);
    const message = closing
      ? `${closedSentence(closing)}.`
      : `The campaign's schedule is closed in ${closed.zone}.`;
    return { code: 'hours', message, until: nextOpeningOfAll(hours, now) ?? null };
  } catch (error) {
    if (!(error instanceof UnreadableSchedule)) throw error;
    return { code: 'hours', message: error.message, until: null };
  }
}
