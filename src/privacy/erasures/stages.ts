import * as answers from '../../db/kept-answers.ts';
import type { Batch, Work } from './batch.ts';
import { eraseCalls, eraseConsents, eraseContacts, eraseScheduled } from './own-rows.ts';
import type { Stage } from './rules.ts';
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

export const work: Readonly<Record<Stage, Work>> = {
  calls: eraseCalls,
  scheduled_calls: eraseScheduled,
  contacts: eraseContacts,
  consents: eraseConsents,
  kept_answers: eraseAnswers,
  texts: eraseTexts,
};
