import { makeChange } from '../../audit/actions.ts';
import { pageOf } from '../../db/page.ts';
import { InvalidRequest, type Fault } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { untilAnswered } from '../calls/waiting.ts';
import { parseTimestamp, type Timestamp, isTimestamp, timestampRule } from '../../timestamp.ts';
import type { TelephonyApp } from '../context.ts';
import { allToE164, notInternational, numberIn } from '../numbers.ts';
import { addNumbers, record } from './actions.ts';
import * as list from './queries.ts';

/** Maximum number of faults reported; a list may have thousands. */
const shownFaults = 100;

interface ReadTexts {
  readonly texts: readonly string[];
  /** Undefined for texts that are not numbers. */
  readonly numbers: readonly (string | undefined)[];
  readonly msg: string;
  readonly locOf: (index: number) => string[];
}

export const faultsIn = ({ texts, numbers, msg, locOf }: ReadTexts): Fault[] =>
  numbers
    .flatMap((number, index) => (number === undefined ? [index] : []))
    .slice(0, shownFaults)
    .map((index) => ({
      loc: locOf(index),
      msg,
      type: 'value_error',
      input: texts[index],
      ctx: {},
    }));

/** A fault for each end of an entry that is not in the future; null never ends. */
const endFaults = (texts: readonly (string | null)[], now: Timestamp): Fault[] =>
  texts
    .flatMap((text, index) => {
      if (text === null) return [];
      if (!isTimestamp(text)) return [{ index, text, msg: timestampRule }];
      return parseTimestamp(text) > now ? [] : [{ index, text, msg: 'Must be in the future.' }];
    })
    .slice(0, shownFaults)
    .map(({ index, text, msg }) => ({
      loc: ['body', 'phone_numbers', String(index), 'expires_at'],
      msg,
      type: 'value_error',
      input: text,
      ctx: {},
    }));

export const doNotCall = {
  async listDoNotCallNumbers({ query, caller }, app) {
    const { phone_number: text, ...page } = query;
    const phone_number = text === undefined ? undefined : numberIn(['query', 'phone_number'], text);
    const filter = { ...page, now: app.now(), ...(phone_number !== undefined && { phone_number }) };
    const rows = await list.list(app.db, caller.organization_id, filter);
    return pageOf(rows, query);
  },

  async addDoNotCallNumbers({ body, ...call }, app) {
    const sent = body.phone_numbers;
    const texts = sent.map((entry) => entry.phone_number);
    const read = await numbersIn(texts, (index) => [String(index), 'phone_number']);
    const at = app.now();
    const ends = endsOf(sent, at);
    // The first of those with the same number counts.
    const first = new Map(read.map((number, index) => [number, index] as const).toReversed());
    const phone_numbers = [...first.keys()];
    const entries = {
      phone_numbers,
      reasons: [...first.values()].map((index) => sent[index]?.reason ?? null),
      ends: [...first.values()].map((index) => ends[index] ?? null),
    };
    const added = await makeChange({ ...call, at }, app, ({ trx, cause }) =>
      addNumbers(trx, cause, entries),
    );
    await app.afterCommit((outer) =>
      untilAnswered(outer, {
        organization_id: call.caller.organization_id,
        phone_numbers,
      }),
    );
    return { added_count: added, existing_count: sent.length - added };
  },

  async removeDoNotCallNumbers({ body, ...call }, app) {
    const numbers = await numbersIn(body.phone_numbers, (index) => [String(index)]);
    const removed = await makeChange(call, app, async ({ trx, organization_id, at, cause }) => {
      const changed = await list.remove(trx, organization_id, {
        phoneNumbers: numbers,
        now: at,
      });
      await record(trx, cause, { action: 'do_not_call_list.numbers_removed', changed });
      return changed.count;
    });
    return { removed_count: removed, missing_count: numbers.length - removed };
  },

  async checkDoNotCallNumbers({ body, caller }, app) {
    const numbers = await numbersIn(body.phone_numbers, (index) => [String(index)]);
    const listed = await list.listedAmong(app.db, caller.organization_id, {
      phoneNumbers: numbers,
      now: app.now(),
    });
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
  | 'checkDoNotCallNumbers',
  TelephonyApp
>;

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

/** When each entry expires; throws a fault for each time that is not in the future. */
function endsOf(
  sent: readonly { readonly expires_at?: string | null }[],
  now: Timestamp,
): (Timestamp | null)[] {
  const texts = sent.map(({ expires_at }) => expires_at ?? null);
  const faults = endFaults(texts, now);
  if (faults.length > 0) throw new InvalidRequest(faults);
  return texts.map((text) => text && parseTimestamp(text));
}
