import type { Transaction } from 'kysely';

const actions = Symbol('what follows the commit');

type Action = () => void;
interface Following {
  [actions]?: Action[];
}

/** Lets actions be added to a transaction; returns what runs them. */
export function following(trx: object): () => void {
  const added: Action[] = ((trx as Following)[actions] = []);
  return () => {
    for (const action of added) action();
  };
}

/**
 * Has an action follow the commit of a transaction, also of one that is joined. Nothing is done if its work fails, or if
 * the process stops before it hears of the commit. If the commit fails, it may have been done: the action must be harmless then. It must not throw.
 */
export function afterCommit<Tables>(trx: Transaction<Tables>, action: Action): void {
  const added = (trx as Following)[actions];
  if (!added) throw new Error('Nothing can follow a transaction that was started by hand.');
  added.push(action);
}
