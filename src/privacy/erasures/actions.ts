import type { Transaction } from 'kysely';
import { type Cause, recordChange } from '../../audit/actions.ts';
import { authorOf } from '../../auth/rules.ts';
import type { Caller } from '../../caller.ts';
import type { Database } from '../../db/connect.ts';
import { conflict, limitReached } from '../../errors.ts';
import type { Secrets } from '../../db/secrets.ts';
import { closeGate } from '../../telephony/calls/index.ts';
import { record } from '../../telephony/do-not-call/actions.ts';
import { add } from '../../telephony/do-not-call/queries.ts';
import { isOwnNumber } from '../../telephony/erasures/queries.ts';
import { toE164 } from '../../telephony/numbers.ts';
import { hmacsOf, sealNumber } from './numbers.ts';
import * as erasures from './queries.ts';
import { maxInProgress } from './rules.ts';

/**
 * Begins the erasure of a number of the caller's organization, or returns the one in progress. Call it last in the
 * transaction, and wait for the calls that began before (`untilAnswered`) before its response is sent.
 */
export async function begin(
  trx: Transaction<Database>,
  cause: CallersCause,
  { secrets, phone_number }: { readonly secrets: Secrets; readonly phone_number: string },
): Promise<erasures.ErasureRow> {
  const { caller, at } = cause;
  const person = { organization_id: caller.organization_id, phone_number };
  const { organization_id } = person;
  const hmacs = hmacsOf(secrets, person);
  const running = await erasures.findInProgress(trx, organization_id, hmacs);
  if (running) {
    // Somebody may have removed it from the list meanwhile.
    const count = await addToList(trx, cause, phone_number);
    const changed = { count, endings: [] };
    await record(trx, cause, { action: 'do_not_call_list.numbers_added', changed });
    await closeGate(trx, organization_id);
    return running;
  }
  if (await isOwnNumber(trx, person)) throw ownNumber();
  if ((await erasures.countInProgress(trx, organization_id)) >= maxInProgress) throw tooMany();
  const created = await erasures.insert(trx, {
    organization_id,
    number_hmac: hmacs[0],
    number_encrypted: sealNumber(secrets, person),
    due_at: at,
    ...authorOf(caller),
    created_at: at,
  });
  // Another request for the number was faster.
  if (!created) return erasures.getNewest(trx, organization_id, hmacs);
  const added = await addToList(trx, cause, phone_number);
  await recordChange(trx, cause, {
    action: 'erasure.created',
    organization_id,
    subject_id: created.id,
    before: null,
    after: { status: created.state, do_not_call_numbers_added: added },
  });
  await closeGate(trx, organization_id);
  return created;
}

type CallersCause = Cause & { readonly caller: Caller };

/**
 * Adds the number, and the one that its country made of it, to the do-not-call list for good; returns how many entries that
 * changed.
 */
async function addToList(
  trx: Transaction<Database>,
  { caller, at }: CallersCause,
  phone_number: string,
): Promise<number> {
  const { user_id } = authorOf(caller);
  const phone_numbers = [...new Set([phone_number, toE164(phone_number) ?? phone_number])];
  const { count } = await add(trx, {
    organization_id: caller.organization_id,
    phone_numbers,
    reasons: phone_numbers.map(() => null),
    ends: phone_numbers.map(() => null),
    source: user_id === null ? 'api_key' : 'user',
    run_id: null,
    created_by: user_id,
    created_at: at,
  });
  return count;
}

export const ownNumber = () =>
  conflict(
    'own_phone_number',
    "This is a number that the organization calls from. If it is a person's now, remove it from the telephony configurations' phone numbers first.",
    { param: 'phone_number' },
  );

const tooMany = () =>
  limitReached('erasures', {
    limit: maxInProgress,
    detail: `The organization has ${maxInProgress} erasures in progress, which is the limit. Try again when some are completed.`,
  });
