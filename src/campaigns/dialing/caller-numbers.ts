import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { withCounts } from '../../telephony/phone-numbers/pool-queries.ts';
import {
  type CallerNumber,
  createChoices,
  type Wanted,
} from '../../telephony/phone-numbers/pool-rules.ts';
import type { Timestamp } from '../../timestamp.ts';
import { lastCallers } from '../../workflows/runs/call-queries.ts';

interface Contact {
  readonly id: number;
  readonly phone_number: string;
  readonly attempts: number;
}

/** What contacts are called from. */
interface CallerNumbers<C> {
  /** Those that can be called now, in their order, each with its number; null: none is needed. */
  readonly from: ReadonlyMap<C, CallerNumber | null>;
  /** Those whose own number has reached its daily cap, with when its next day begins. */
  readonly waiting: readonly { readonly id: number; readonly until: Timestamp }[];
  /** The first that can have no number, because all have reached their caps: it and those after it wait until then. */
  readonly left?: { readonly contact: C; readonly until: Timestamp };
}

/** Chooses the numbers that contacts are called from. The organization's slots must be locked. */
export async function chooseCallers<C extends Contact>(
  trx: Transaction<Database>,
  contacts: readonly C[],
  { callers, now }: { readonly callers: readonly CallerNumber[]; readonly now: Timestamp },
): Promise<CallerNumbers<C>> {
  if (callers.length === 0)
    return { from: new Map(contacts.map((contact) => [contact, null])), waiting: [] };
  const wanted = await wantedOf(trx, contacts, callers);
  const choose = createChoices(await withCounts(trx, callers), now);
  const from = new Map<C, CallerNumber>();
  const waiting = [];
  for (const [index, contact] of contacts.entries()) {
    const choice = choose(wanted[index]!);
    if (choice.kind === 'capped') return { from, waiting, left: { contact, until: choice.until } };
    if (choice.kind === 'from') from.set(contact, choice.number);
    else waiting.push({ id: contact.id, until: choice.until });
  }
  return { from, waiting };
}

/** What decides about the numbers: the contacts' own, and which they were called from before. */
export async function wantedOf(
  db: Db,
  contacts: readonly Contact[],
  callers: readonly CallerNumber[],
): Promise<readonly Wanted[]> {
  // With one number there is nothing to choose.
  const called = callers.length > 1 ? contacts.filter(({ attempts }) => attempts > 0) : [];
  const before = await lastCallers(
    db,
    called.map(({ id }) => id),
  );
  return contacts.map(({ id, phone_number }) => ({
    to_number: phone_number,
    before: before.get(id),
  }));
}
