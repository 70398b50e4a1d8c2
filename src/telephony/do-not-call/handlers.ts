import { type Cause, recordChange } from '../../audit/actions.ts';
import type { Caller } from '../../caller.ts';
import { pageOf } from '../../db/page.ts';
import { invalid, InvalidRequest } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { closeGate } from '../calls/gate-queries.ts';
import { untilAnswered } from '../calls/waiting.ts';
import { allToE164, notInternational, toE164 } from '../numbers.ts';
import * as list from './queries.ts';
import { faultsIn } from './rules.ts';

export const doNotCall = {
  async listDoNotCallNumbers({ query, caller }, app) {
    const { phone_number: text, ...page } = query;
    const phone_number = text === undefined ? undefined : toE164(text);
    if (text !== undefined && phone_number === undefined) {
      throw invalid(['query', 'phone_number'], notInternational, text);
    }
    const filter = phone_number === undefined ? page : { ...page, phone_number };
    const rows = await list.list(app.db, caller.organization_id, filter);
    return pageOf(rows, query);
  },

  async addDoNotCallNumbers({ body, caller, requestId }, app) {
    const sent = body.phone_numbers;
    const texts = sent.map((entry) => entry.phone_number);
    const read = await numbersIn(texts, (index) => [String(index), 'phone_number']);
    const reasons = new Map<string, string | null>();
    for (const [index, number] of read.entries()) {
      if (!reasons.has(number)) reasons.set(number, sent[index]?.reason ?? null);
    }
    const cause = { caller, requestId, at: app.now() };
    const added = await app.db.transaction().execute(async (trx) => {
      const changed = await list.add(trx, {
        organization_id: caller.organization_id,
        created_by: caller.kind === 'session' ? caller.user_id : null,
        created_at: cause.at,
        phone_numbers: [...reasons.keys()],
        reasons: [...reasons.values()],
      });
      await record(trx, cause, { action: 'do_not_call_list.numbers_added', changed });
      await closeGate(trx, caller.organization_id);
      return changed.count;
    });
    await app.afterCommit((outer) =>
      untilAnswered(outer, {
        organization_id: caller.organization_id,
        phone_numbers: [...reasons.keys()],
      }),
    );
    return { added, already_there: sent.length - added };
  },

  async removeDoNotCallNumbers({ body, caller, requestId }, app) {
    const numbers = await numbersIn(body.phone_numbers, (index) => [String(index)]);
    const cause = { caller, requestId, at: app.now() };
    const removed = await app.db.transaction().execute(async (trx) => {
      const changed = await list.remove(trx, caller.organization_id, numbers);
      await record(trx, cause, { action: 'do_not_call_list.numbers_removed', changed });
      return changed.count;
    });
    return { removed, not_there: numbers.length - removed };
  },

  async checkDoNotCallNumbers({ body, caller }, app) {
    const numbers = await numbersIn(body.phone_numbers, (index) => [String(index)]);
    const listed = await list.listedAmong(app.db, caller.organization_id, numbers);
    return {
      results: numbers.map((phone_number) => ({
        phone_number,
        is_listed: listed.has(phone_number),
      })),
    };
  },
} satisfies HandlersFor<
  | 'listDoNotCallNumbers'
  | 'addDoNotCallNumbers'
  | 'removeDoNotCallNumbers'
  | 'checkDoNotCallNumbers'
>;

interface ListChange {
  readonly action: 'do_not_call_list.numbers_added' | 'do_not_call_list.numbers_removed';
  readonly changed: list.Changed;
}

/**
 * Records how many numbers changed and the last digits of a few: audit events are never deleted, so they must not
 * contain full numbers.
 */
async function record(
  trx: Parameters<typeof recordChange>[0],
  cause: Cause & { readonly caller: Caller },
  { action, changed: { count, endings } }: ListChange,
): Promise<void> {
  if (count === 0) return;
  const { organization_id } = cause.caller;
  const list = { organization_id, subject_id: organization_id };
  const after = { numbers: count, endings };
  await recordChange(trx, cause, { action, ...list, before: null, after });
}

/** All numbers in E.164; throws a fault for each invalid one. */
async function numbersIn(
  texts: readonly string[],
  placeOf: (index: number) => string[],
): Promise<string[]> {
  const numbers = await allToE164(texts);
  const locOf = (index: number) => ['body', 'phone_numbers', ...placeOf(index)];
  const faults = faultsIn({ texts, numbers, msg: notInternational, locOf });
  if (faults.length > 0) throw new InvalidRequest(faults);
  return numbers.filter((number) => number !== undefined);
}
