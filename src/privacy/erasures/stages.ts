import type { Transaction } from 'kysely';
import { eraseEventsOf } from '../../audit/erasure-queries.ts';
import * as campaigns from '../../campaigns/erasures/actions.ts';
import { addedContacts, sourceRows } from '../../campaigns/erasures/queries.ts';
import type { Database } from '../../db/connect.ts';
import * as answers from '../../db/kept-answers.ts';
import * as jobs from '../../jobs/erasure-queries.ts';
import * as telephony from '../../telephony/erasures/queries.ts';
import { hangUp } from '../../telephony/hang-ups/actions.ts';
import { later } from '../../timestamp.ts';
import { removeEventsOf } from '../../webhooks/erasure-queries.ts';
import * as runs from '../../workflows/runs/erasure-queries.ts';
import type { Batch, Done } from './batch.ts';
import type { Stage } from './rules.ts';
import { eraseTexts } from './texts.ts';

type Trx = Transaction<Database>;
type Work = (trx: Trx, batch: Batch) => Promise<Done>;

/** How many rows of one kind a batch removes: its locks are held for some milliseconds. */
const runBatch = 20;
const rowBatch = 50;
const answerBatch = 200;
/** How long the end of calls is waited for before they are looked at again. */
const callsMs = 2000;

/**
 * Strips the calls that have ended, with everything that is only about them, and hangs up those in progress: what is
 * stored of a call is not removed while its carrier reports about it.
 */
const eraseCalls: Work = async (trx, { app, person, now }) => {
  const ended = await runs.endedRuns(trx, person, runBatch);
  if (ended.length === 0) {
    const ids = await runs.callsInProgress(trx, person);
    if (ids.length === 0) return { counts: {}, proceed: 'next' };
    const hungUp = await hangUp(trx, app.calls, { ids, now });
    return { counts: {}, proceed: 'again', due_at: later(now, callsMs), ended: hungUp };
  }
  const { organization_id } = person;
  const ids = ended.map(({ id }) => id);
  const contacts = ended.flatMap(({ contact_id, campaign_id }) =>
    contact_id === null || campaign_id === null ? [] : [{ id: contact_id, campaign_id }],
  );
  // Before the runs are locked: claims lock a campaign and then its contacts.
  const removed = await campaigns.removeContactsOf(trx, app.jobs, { organization_id, contacts });
  await runs.lockRuns(trx, ids);
  await telephony.removeInbound(trx, ids);
  const { events, deliveries } = await removeEventsOf(trx, { organization_id, ids });
  const consent_marks = await runs.stripRuns(trx, ids, now);
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

const eraseScheduled: Work = async (trx, { person }) => {
  const ids = await telephony.removeScheduled(trx, person, rowBatch);
  const { organization_id } = person;
  const subjects = { organization_id, subject_type: 'scheduled_call', ids } as const;
  const audit_events = await eraseEventsOf(trx, subjects);
  const counts = { scheduled_calls: ids.length, audit_events };
  return { counts, proceed: ids.length < rowBatch ? 'next' : 'again' };
};

/** Removes a few rows of sources with the contacts that were copied from them, and then contacts that were added. */
const eraseContacts: Work = async (trx, { app, person }) => {
  const { organization_id } = person;
  const [row] = await sourceRows(trx, person, 1);
  if (row) {
    const contacts = await campaigns.removeSourceRow(trx, app.jobs, { ...row, organization_id });
    return { counts: { source_rows: 1, contacts }, proceed: 'again' };
  }
  const [contact] = await addedContacts(trx, person, 1);
  if (!contact) return { counts: {}, proceed: 'next' };
  const removal = { organization_id, contacts: [contact] };
  const contacts = await campaigns.removeContactsOf(trx, app.jobs, removal);
  // It is being dialed.
  return { counts: { contacts }, proceed: contacts === 0 ? 'restart' : 'again' };
};

const eraseConsents: Work = async (trx, { person }) => {
  const { organization_id } = person;
  await telephony.forgetReason(trx, person);
  const simulated_calls = await telephony.removeSimulated(trx, person);
  const ids = await telephony.removeConsents(trx, person, rowBatch);
  const subjects = { organization_id, subject_type: 'consent', ids } as const;
  const audit_events = await eraseEventsOf(trx, subjects);
  const counts = { consents: ids.length, simulated_calls, audit_events };
  return { counts, proceed: ids.length < rowBatch ? 'next' : 'again' };
};

/** Removes the answers that are kept for repeated requests, and jobs of the queue, where they contain the number. */
const eraseAnswers: Work = async (trx, { app, person, spellings, position: { key = '' } }) => {
  const { organization_id } = person;
  const kept = await answers.after(trx, {
    organizationId: organization_id,
    key,
    limit: answerBatch,
  });
  const isFound = (text: string): boolean => spellings.replaced(text, '') !== undefined;
  const found = kept.filter(
    (answer) => isFound(answer.key) || isFound(textOf(app.secrets, answer.answer_encrypted)),
  );
  const keys = found.map((answer) => answer.key);
  if (keys.length > 0) await answers.remove(trx, organization_id, keys);
  const counts = { kept_answers: keys.length };
  const last = kept.at(-1);
  if (kept.length === answerBatch && last)
    return { counts, proceed: 'again', position: { key: last.key } };
  const waiting = await jobs.matching(trx, organization_id, spellings.rough);
  const ids = waiting.filter(({ text }) => isFound(text)).map(({ id }) => id);
  if (ids.length > 0) await jobs.remove(trx, ids);
  return { counts: { ...counts, jobs: ids.length }, proceed: 'next' };
};

/** What nobody can read, because its key is gone, is empty. */
function textOf(secrets: Batch['app']['secrets'], sealed: Buffer): string {
  try {
    return secrets.open(answers.answerPurpose, sealed);
  } catch {
    return '';
  }
}

export const work: Readonly<Record<Stage, Work>> = {
  calls: eraseCalls,
  scheduled_calls: eraseScheduled,
  contacts: eraseContacts,
  consents: eraseConsents,
  kept_answers: eraseAnswers,
  texts: eraseTexts,
};
