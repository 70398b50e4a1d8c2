import { exportedEventsOf } from '../../audit/erasure-queries.ts';
import * as campaigns from '../../campaigns/erasures/queries.ts';
import type { Db } from '../../db/connect.ts';
import * as telephony from '../../telephony/erasures/queries.ts';
import { exportedOfRuns } from '../../tools/tool-executions/queries.ts';
import { exportedEvents } from '../../webhooks/erasure-queries.ts';
import * as runs from '../../workflows/runs/erasure-queries.ts';

/** How many runs are in memory together: each may have a transcript of 1 MiB and as much in events. */
const runsAtOnce = 5;

/** What an organization stores about a person, a line of JSON for each row, read while it is sent. */
export async function* exportedLines(
  db: Db,
  person: runs.Person,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { organization_id, phone_number } = person;
  yield line('person', { phone_number });
  for (const [kind, table] of entries) {
    const rows = await telephony.exported(db, person, table);
    yield* lines(kind, rows);
    if (kind === 'do_not_call_number') continue;
    const ids = rows.map(({ id }) => Number(id));
    const subjects = { organization_id, subject_type: kind, ids } as const;
    yield* lines('audit_event', await exportedEventsOf(db, subjects));
  }
  yield* lines('simulated_call', await telephony.exportedSimulated(db, person));
  const contactIds = new Set<number>();
  let place: runs.RunPlace | undefined = { part: 'called' };
  while (place && !signal.aborted) {
    const page = await runs.exportedRuns(db, person, { ...place, limit: runsAtOnce });
    place = page.next;
    const ids = page.runs.map(({ id }) => id);
    for (const { value } of page.runs)
      if (typeof value['contact_id'] === 'number') contactIds.add(value['contact_id']);
    yield* lines(
      'run',
      page.runs.map(({ value }) => value),
    );
    const of = { organization_id, ids };
    yield* lines('run_instruction', await runs.exportedInstructions(db, of));
    yield* lines('consent_mark', await runs.exportedMarks(db, ids));
    yield* lines('tool_execution', await exportedOfRuns(db, ids));
    yield* lines('event', await exportedEvents(db, of));
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

const entries = [
  ['do_not_call_number', 'do_not_call_numbers'],
  ['consent', 'consents'],
  ['scheduled_call', 'scheduled_calls'],
] as const;

const line = (kind: string, value: object): string => `${JSON.stringify({ kind, value })}\n`;

const lines = (kind: string, values: readonly object[]): string[] =>
  values.map((value) => line(kind, value));
