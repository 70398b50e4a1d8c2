import { approvals } from './approvals/handlers.ts';
import { apiKeys } from './auth/api-keys.ts';
import { auth } from './auth/handlers.ts';
import { billing } from './billing/handlers.ts';
import { campaigns } from './campaigns/handlers.ts';
import type { Handlers } from './http/contract.ts';
import { telephony } from './telephony/handlers.ts';
import { modelMigrations } from './voice/model-migrations/handlers.ts';
import { workflows } from './workflows/handlers.ts';
import { workflowRuns } from './workflows/runs/handlers.ts';
import { workflowVersions } from './workflows/versions/handlers.ts';

/** Every operation of the contract has its handler here: one missing does not compile. */
export const handlers = {
  ...auth,
  ...apiKeys,
  ...approvals,
  ...modelMigrations,
  ...billing,
  ...workflows,
  ...workflowVersions,
  ...workflowRuns,
  ...campaigns,
  ...telephony,
} satisfies Handlers;
