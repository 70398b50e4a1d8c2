import { pageOf } from '../../db/page.ts';
import { invalid, InvalidRequest } from '../../errors.ts';
import type { Some } from '../../http/contract.ts';
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
    return pageOf(rows, query, (row) => row);
  },

  async addDoNotCallNumbers({ body, caller }, app) {
    const sent = body.phone_numbers;
    const texts = sent.map((entry) => entry.phone_number);
    const read = await numbersIn(texts, (index) => [String(index), 'phone_number']);
    const reasons = new Map<string, string | null>();
    for (const [index, number] of read.entries()) {
      if (!reasons.has(number)) reasons.set(number, sent[index]?.reason ?? null);
    }
    const added = await list.add(app.db, {
      organization_id: caller.organization_id,
      created_by: caller.kind === 'session' ? caller.user_id : null,
      created_at: app.now(),
      phone_numbers: [...reasons.keys()],
      reasons: [...reasons.values()],
    });
    return { added, already_there: sent.length - added };
  },

  async removeDoNotCallNumbers({ body, caller }, app) {
    const numbers = await numbersIn(body.phone_numbers, (index) => [String(index)]);
    const removed = await list.remove(app.db, caller.organization_id, numbers);
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
} satisfies Some<
  | 'listDoNotCallNumbers'
  | 'addDoNotCallNumbers'
  | 'removeDoNotCallNumbers'
  | 'checkDoNotCallNumbers'
>;

/** All of them in E.164; throws the faults where one is no number. */
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
