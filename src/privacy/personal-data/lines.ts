import { exportedEventsOf } from '../../audit/erasure-queries.ts';
import * as campaigns from '../../campaigns/erasures/queries.ts';
import type { Db } from '../../db/connect.ts';
import { exportedSimulated } from '../../telephony/erasures/queries.ts';
import { exportedEvents } from '../../webhooks/erasure-queries.ts';
import * as runs from '../../workflows/runs/erasure-queries.ts';
import { leftOutOf, personalTables } from '../personal-columns.ts';
import { exportedRows } from '../personal-queries.ts';

/** How many runs are in memory together: each may have a transcript of 1 MiB and as much in events. */
const runsAtOnce = 5;

const exported = personalTables.flatMap((table) =>
  table.exported === undefined ? [] : [{ ...table, exported: table.exported }],
);
const ofNumber = exported.filter(
  ({ ofNumber: own, ofRuns }) => own && own[1] !== 'removed by its area' && !ofRuns,
);
const ofRuns = exported.filter(
  ({ name, ofRuns: own }) => own && own !== 'removed by its area' && name !== 'workflow_runs',
);

/** What an organization stores about a person, a line of JSON for each row, read while it is sent. */
export async function* exportedLines(
  db: Db,
  person: runs.Person,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { organization_id, phone_number } = person;
  yield line('person', { phone_number });
  for (const table of ofNumber) {
    const rows = await exportedRows(db, table, person);
    yield* lines(table.exported, rows);
    if (!table.audited) continue;
    const ids = rows.map(({ id }) => Number(id));
    const subjects = { organization_id, subject_type: table.audited, ids };
    yield* lines('audit_event', await exportedEventsOf(db, subjects));
  }
  const simulated = await exportedSimulated(db, person, leftOutOf('simulated_calls'));
  yield* lines('simulated_call', simulated);
  const contactIds = new Set<number>();
  let place: runs.RunPlace | undefined = { part: 'called' };
  const leftOut = leftOutOf('workflow_runs');
  while (place && !signal.aborted) {
    const page = await runs.exportedRuns(db, person, { ...place, limit: runsAtOnce, leftOut });
    place = page.next;
    const ids = page.runs.map(({ id }) => id);
    for (const { value } of page.runs)
      if (typeof value['contact_id'] === 'number') contactIds.add(value['contact_id']);
    yield* lines(
      'run',
      page.runs.map(({ value }) => value),
    );
    const of = { organization_id, ids };
    for (const table of ofRuns) yield* lines(table.exported, await exportedRows(db, table, of));
    yield* lines('event', await exportedEvents(db, of, leftOutOf('webhook_events')));
    const subjects = { organization_id, subject_type: 'workflow_run', ids } as const;
    yield* lines('audit_event', await exportedEventsOf(db, subjects));
  }
  if (signal.aborted) return;
  const { source_rows, contacts } = await campaigns.exported(db, person, [...contactIds]);
  yield* lines('source_row', source_rows);
  yield* lines('contact', contacts);
  let contactPlace: campaigns.ContactPlace | undefined = { campaign_id: 0, row_number: 0 };
  while (contactPlace) {
    if (signal.aborted) return;
    const page = await campaigns.contactsWithoutSource(db, person, contactPlace);
    contactPlace = page.next;
    // Those that were called are among the others.
    const others = page.contacts.filter(({ id }) => !contactIds.has(Number(id)));
    yield* lines('contact', others);
  }
  yield line('end', {});
}

const line = (kind: string, value: object): string => `${JSON.stringify({ kind, value })}\n`;

const lines = (kind: string, values: readonly object[]): string[] =>
  values.map((value) => line(kind, value));
