import type { Transaction } from 'kysely';
import { eraseEndings, eraseEventsOf } from '../../audit/erasure-queries.ts';
import * as campaigns from '../../campaigns/erasures/actions.ts';
import { addedContacts, isUploading, sourceRows } from '../../campaigns/erasures/queries.ts';
import type { Database } from '../../db/connect.ts';
import { removeSimulated } from '../../telephony/erasures/queries.ts';
import { hangUp } from '../../telephony/hang-ups/actions.ts';
import { later } from '../../timestamp.ts';
import { settleOfRuns } from '../../tools/tool-executions/queries.ts';
import { removeEventsOf } from '../../webhooks/erasure-queries.ts';
import * as runs from '../../workflows/runs/erasure-queries.ts';
import { emptyOfNumber, eraseOfRuns, removeOfNumber } from '../personal-queries.ts';
import type { Batch, Done, Work } from './batch.ts';

/** How many rows of one kind a batch removes: its locks are held for some milliseconds. */
const runBatch = 20;
const rowBatch = 50;
/** How many events a batch reads. */
const eventBatch = 500;
/** How long the end of calls and uploads is waited for before they are looked at again. */
const waitMs = 2000;

/**
 * Strips the calls that have ended, with everything that is only about them, and hangs up those in progress: what is
 * stored of a call is not removed while its carrier reports about it.
 */
export const eraseCalls: Work = async (trx, { app, person, now }) => {
  const ended = await runs.endedRuns(trx, person, runBatch);
  if (ended.length === 0) {
    const ids = await runs.callsInProgress(trx, person);
    if (ids.length === 0) return { counts: {}, proceed: 'next' };
    const { ended: hungUp } = await hangUp(trx, app.calls, { ids, now });
    return { counts: {}, proceed: 'again', due_at: later(now, waitMs), ended: hungUp };
  }
  const { organization_id } = person;
  const ids = ended.map(({ id }) => id);
  const contacts = ended.flatMap(({ contact_id, campaign_id }) =>
    contact_id === null || campaign_id === null ? [] : [{ id: contact_id, campaign_id }],
  );
  // Before the runs are locked: claims lock a campaign and then its contacts.
  const removed = await campaigns.removeContactsOf(trx, app.jobs, { organization_id, contacts });
  await runs.lockRuns(trx, ids);
  const { events, deliveries } = await removeEventsOf(trx, { organization_id, ids });
  const consent_marks = await eraseOfRuns(trx, { organization_id, ids });
  await settleOfRuns(trx, ids, now);
  await runs.markErased(trx, ids, now);
  const subjects = { organization_id, subject_type: 'workflow_run', ids } as const;
  const audit_events = await eraseEventsOf(trx, subjects);
  return {
    counts: {
      runs: ids.length,
      contacts: removed,
      events,
      deliveries,
      consent_marks,
      audit_events,
    },
    proceed: 'again',
  };
};

export const eraseScheduled: Work = async (trx, { person }) => {
  const ids = await removeOfNumber(trx, person, { name: 'scheduled_calls', limit: rowBatch });
  const { organization_id } = person;
  const subjects = { organization_id, subject_type: 'scheduled_call', ids } as const;
  const audit_events = await eraseEventsOf(trx, subjects);
  const counts = { scheduled_calls: ids.length, audit_events };
  return { counts, proceed: ids.length < rowBatch ? 'next' : 'again' };
};

/** Removes a few rows of sources with the contacts that were copied from them, and then contacts that were added. */
export const eraseContacts: Work = async (trx, batch) => {
  const { app, person, created_at, now } = batch;
  const { organization_id } = person;
  const [row] = await sourceRows(trx, person, 1);
  if (row) {
    const contacts = await campaigns.removeSourceRow(trx, app.jobs, { ...row, organization_id });
    return { counts: { source_rows: 1, contacts }, proceed: 'again' };
  }
  const [contact] = await addedContacts(trx, person, 1);
  if (contact) return eraseContact(trx, batch, contact);
  // Its rows are found when it is whole.
  if (await isUploading(trx, organization_id, created_at))
    return { counts: {}, proceed: 'again', due_at: later(now, waitMs) };
  return { counts: {}, proceed: 'next' };
};

/** Removes a contact, or ends its call first. */
export async function eraseContact(
  trx: Transaction<Database>,
  batch: Batch,
  contact: { readonly id: number; readonly campaign_id: number },
): Promise<Done> {
  const { app, person, now } = batch;
  const removal = { organization_id: person.organization_id, contacts: [contact] };
  const contacts = await campaigns.removeContactsOf(trx, app.jobs, removal);
  if (contacts > 0) return { counts: { contacts }, proceed: 'again' };
  return { due_at: later(now, waitMs), ...(await eraseCalls(trx, batch)), proceed: 'again' };
}

/** Removes consents, and then the last digits of the number from the events of the do-not-call list. */
export const eraseConsents: Work = async (trx, { person, position: { event } }) => {
  const { organization_id } = person;
  if (event !== undefined) {
    const ending = person.phone_number.slice(-4);
    const page = { organization_id, ending, after: event, limit: eventBatch };
    const { erased, last } = await eraseEndings(trx, page);
    const counts = { audit_events: erased };
    return last === undefined
      ? { counts, proceed: 'next' }
      : { counts, proceed: 'again', position: { event: last } };
  }
  await emptyOfNumber(trx, person);
  const simulated_calls = await removeSimulated(trx, person);
  const ids = await removeOfNumber(trx, person, { name: 'consents', limit: rowBatch });
  const subjects = { organization_id, subject_type: 'consent', ids } as const;
  const audit_events = await eraseEventsOf(trx, subjects);
  const counts = { consents: ids.length, simulated_calls, audit_events };
  return { counts, proceed: 'again', ...(ids.length < rowBatch && { position: { event: 0 } }) };
};
