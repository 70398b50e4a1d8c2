import type { Kysely, Transaction } from 'kysely';

/**
 * A transaction in the shape of a database: what is done through it, transactions it is asked for included, becomes
 * part of the one that is open, and is kept or undone with it.
 */
export function joined<Tables>(trx: Transaction<Tables>): Kysely<Tables> {
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
