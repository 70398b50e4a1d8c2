import type { App } from '../context.ts';

/** What this area works with. */
export interface BillingApp extends App {
  readonly callers: {
    /** Call it after an organization was suspended or resumed. */
    forgetOrganization(organizationId: number): void;
  };
}
