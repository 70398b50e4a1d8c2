import type { Kysely, Transaction } from 'kysely';

/**
 * A transaction with the interface of a database: everything done through it, nested transactions included, joins the
 * open transaction and is committed or rolled back with it.
 */
export function asDatabase<Tables>(trx: Transaction<Tables>): Kysely<Tables> {
  const within = new Proxy<Kysely<Tables>>(trx, {
    get(target, name) {
      if (name === 'transaction')
        return () => ({ execute: (work: (trx: unknown) => unknown) => work(within) });
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
  return within;
}
