import { permitted } from '../../db/permits.ts';
import { later } from '../../timestamp.ts';
import { partsOf } from '../../telephony/numbers.ts';
import type { PrivacyApp } from '../context.ts';
import { openNumber } from './numbers.ts';
import * as erasures from './queries.ts';
import { added, stageOf, type Stage } from './rules.ts';
import { spellingsOf } from './spelling-rules.ts';
import type { Batch, Done, Work } from './batch.ts';
import * as answers from '../../db/kept-answers.ts';
import { eraseCalls, eraseConsents, eraseContacts, eraseScheduled } from './own-rows.ts';
import { eraseTexts } from './texts.ts';

const answerBatch = 200;

/** Removes the answers that are kept for repeated requests, where they contain the number. */
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
  return { counts, proceed: 'next' };
};

/** What nobody can read, because its key is gone, is empty. */
function textOf(secrets: Batch['app']['secrets'], sealed: Buffer): string {
  try {
    return secrets.open(answers.answerPurpose, sealed);
  } catch {
    return '';
  }
}

const work: Readonly<Record<Stage, Work>> = {
  calls: eraseCalls,
  scheduled_calls: eraseScheduled,
  contacts: eraseContacts,
  consents: eraseConsents,
  kept_answers: eraseAnswers,
  texts: eraseTexts,
};

type Parts = Pick<PrivacyApp, 'calls' | 'db' | 'jobs' | 'log' | 'metrics' | 'now' | 'secrets'>;

/** How long one turn of the sweep works. The next one goes on with the organizations that waited longest. */
const turnMs = 5000;
/** The pause of an erasure whose batch failed. */
const failedMs = 60_000;

/**
 * Works on all erasures that are due: one batch of each organization after the other. A batch is a transaction that also
 * writes how far the erasure has come, so a process that ends loses nothing.
 */
export async function eraseDue(app: Parts, ms: number = turnMs): Promise<void> {
  const end = performance.now() + ms;
  for (;;) {
    let worked = false;
    for (const erasure of await erasures.due(app.db, app.now())) {
      worked = (await triedBatch(app, erasure)) || worked;
      if (performance.now() >= end) return;
    }
    if (!worked) return;
  }
}

/** The next batch of the erasure, or its pause; false if there was nothing to do. */
async function triedBatch(app: Parts, due: erasures.DueErasure): Promise<boolean> {
  try {
    return await eraseBatch(app, due);
  } catch (error) {
    const { organization_id, id: erasure_id } = due;
    app.metrics.work.failed('sweep', 'privacy.erase');
    app.log.error({ err: error, organization_id, erasure_id }, 'a batch of an erasure failed');
    await erasures.postpone(app.db, due, later(app.now(), failedMs));
    // Others of the organization may be due.
    return true;
  }
}

/** The next batch of the erasure; false if it is no longer due, or another process works on it. */
async function eraseBatch(app: Parts, due: erasures.DueErasure): Promise<boolean> {
  const ended = await app.db.transaction().execute(async (trx) => {
    const now = app.now();
    const row = await erasures.lockDue(trx, due, now);
    if (!row) return undefined;
    const stage = stageOf(row.step);
    // Events of the audit and consents are among what it changes.
    const done: Done = stage
      ? await permitted(trx, row.id, () => work[stage](trx, batchOf(app, row)))
      : finished;
    const step = { again: row.step, next: row.step + 1 }[done.proceed];
    const counts = added(row.counts, done.counts);
    const position = done.position ?? {};
    // After others of the organization that are due.
    const due_at = done.due_at ?? now;
    await erasures.advance(trx, row.id, { step, position, counts, due_at });
    if (stageOf(step) === undefined) await erasures.complete(trx, row.id, now);
    return done.ended ?? [];
  });
  for (const { outcome } of ended ?? []) if (outcome) app.metrics.work.ended(outcome);
  return ended !== undefined;
}

const finished: Done = { counts: {}, proceed: 'again' };

function batchOf(app: Parts, row: erasures.ErasureRow): Batch {
  const phone_number = openNumber(app.secrets, row);
  return {
    app,
    person: { organization_id: row.organization_id, phone_number },
    spellings: spellingsOf(partsOf(phone_number)),
    created_at: row.created_at,
    position: row.position ?? {},
    now: app.now(),
  };
}
