import { approvals } from './approvals/handlers.ts';
import { audit } from './audit/handlers.ts';
import { apiKeys } from './auth/api-keys.ts';
import { auth } from './auth/handlers.ts';
import { billing } from './billing/handlers.ts';
import type { Handlers } from './http/contract.ts';
import { modelMigrations } from './voice/model-migrations/handlers.ts';

/** Every operation of the contract has its handler here: one missing does not compile. */
export const handlers = {
  ...auth,
  ...apiKeys,
  ...approvals,
  ...modelMigrations,
  ...billing,
  ...audit,
} satisfies Handlers;
