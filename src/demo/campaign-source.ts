import { v7 as uuid } from 'uuid';
import { bytesOf } from '../campaigns/sources/row-rules.ts';
import type { Demo } from './requests.ts';

export interface DemoRow {
  readonly row_number: number;
  readonly phone_number: string;
  readonly timezone?: string;
  readonly initial_context: Record<string, unknown>;
  readonly external_id?: string;
}

/** The contacts of the contract's examples, by the last two digits of their numbers. */
const known: Readonly<Record<string, string>> = {
  '85': 'Ada',
  '41': 'Ben',
  '55': 'Chloe',
  '72': 'Dan',
  '88': 'Emma',
};
const people = ['Finn', 'Grace', 'Hugo', 'Iris', 'Jack', 'Kim', 'Lena', 'Leo', 'Mia', 'Noah'];
/** The last two digits of the called numbers, which determine how the simulated network ends a call. */
const endings = [
  0, 3, 7, 12, 15, 19, 21, 26, 30, 34, 38, 41, 44, 48, 51, 55, 58, 62, 66, 70, 72, 73, 76, 78, 80,
  83, 85, 87, 90, 92,
];

export const rows: readonly DemoRow[] = endings.map((ending, index) => ({
  row_number: index + 1,
  phone_number: `+120255501${String(ending).padStart(2, '0')}`,
  initial_context: {
    first_name: known[ending] ?? people[index % people.length],
    appointment_on: '2026-06-15',
  },
}));
/** Rows of a campaign that is still calling: two time zones, mixed outcomes. */
export const checkUps: readonly DemoRow[] = [
  { area: '312', timezone: 'America/Chicago' },
  { area: '415', timezone: 'America/Los_Angeles' },
].flatMap(({ area, timezone }, half) =>
  endings.map((_, index) => ({
    row_number: half * endings.length + index + 1,
    phone_number: `+1${area}55501${String(endings[(index * 7) % endings.length]).padStart(2, '0')}`,
    timezone,
    initial_context: { first_name: people[(index + half) % people.length] },
  })),
);
const zones: Readonly<Record<string, string>> = {
  Ada: 'America/New_York',
  Ben: 'America/New_York',
  Chloe: 'America/Chicago',
};
/** The contacts of scripts/example/contacts.csv. */
export const five: readonly DemoRow[] = ['85', '41', '55', '72', '88'].map((ending, index) => {
  const first_name = known[ending] ?? '';
  const row = { row_number: index + 1, phone_number: `+120255501${ending}` };
  const timezone = zones[first_name];
  const external_id = `crm-${4711 + index}`;
  return {
    ...row,
    ...(timezone ? { timezone } : {}),
    initial_context: { first_name },
    external_id,
  };
});
/** Inserts the rows as an uploaded source, named for requests. */
export async function insertSource(
  { trx, organization_id, user_id: created_by, ...demo }: Demo,
  name: string,
  { at, contacts, id = uuid() }: { at: string; contacts: readonly DemoRow[]; id?: string },
): Promise<void> {
  const stored = contacts.map((row) => ({
    ...row,
    timezone: row.timezone ?? null,
    initial_context: JSON.stringify(row.initial_context),
    external_id: row.external_id ?? null,
    metadata: null,
  }));
  const source = {
    id,
    organization_id,
    total_rows: stored.length,
    bytes: stored.reduce((bytes, row) => bytes + bytesOf(row), 0),
    columns: JSON.stringify(columnsOf(contacts)),
    created_by,
    created_at: demo.timeOf(at),
  };
  await trx.insertInto('campaign_sources').values(source).execute();
  const rows = stored.map((row) => ({ ...row, organization_id, source_id: id }));
  await trx.insertInto('campaign_source_rows').values(rows).execute();
  demo.keep(name, id);
}

const columnsOf = ([first]: readonly DemoRow[]): string[] => [
  'phone_number',
  ...Object.keys(first?.initial_context ?? {}),
  ...(first?.timezone ? ['timezone'] : []),
  ...(first?.external_id ? ['external_id'] : []),
];
