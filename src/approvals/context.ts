import type { Transaction } from 'kysely';
import type { App } from '../context.ts';
import type { Database } from '../db/connect.ts';

/** Objects of an organization by name, and by id if one is given. */
type NamedObjects = (
  trx: Transaction<Database>,
  organizationId: number,
  named: { readonly name: string; readonly id: number | undefined },
) => Promise<number[]>;

/** What this area works with. */
export interface ApprovalsApp extends App {
  readonly effects: App['effects'] & {
    /** After the transaction that ends it: resolves when no further call with the approval can begin. */
    approvalEnded(
      app: App,
      approval: { readonly id: string; readonly organization_id: number },
    ): Promise<void>;
  };
  readonly lookups: {
    /** The ids of what approval policies can be for, locked against renaming. */
    readonly targets: { readonly workflow: NamedObjects; readonly campaign: NamedObjects };
  };
}
