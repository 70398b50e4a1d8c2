import { pageOf } from '../../db/page.ts';
import type { Some } from '../../http/contract.ts';
import * as workflows from '../queries.ts';
import * as runs from './queries.ts';

export const workflowRuns = {
  async listWorkflowRuns({ params, query, caller }, app) {
    const { organization_id } = caller;
    await workflows.mustExist(app.db, organization_id, params.workflow_id);
    const rows = await runs.list(app.db, { organization_id, ...params }, query);
    return pageOf(rows, query, (row) => row);
  },

  async listRuns({ query, caller }, app) {
    const rows = await runs.list(app.db, { organization_id: caller.organization_id }, query);
    return pageOf(rows, query, (row) => row);
  },

  async getWorkflowRun({ params, caller }, app) {
    return runs.get(app.db, { organization_id: caller.organization_id, ...params });
  },

  async markRunConsent({ params, body, caller, requestId }, app) {
    const run = { organization_id: caller.organization_id, ...params };
    const mark = {
      consent_given: body.consent_given,
      consent_ts: app.now(),
      marked_by: caller.user_id,
      request_id: requestId,
    };
    return runs.markConsent(app.db, run, mark);
  },
} satisfies Some<'listWorkflowRuns' | 'listRuns' | 'getWorkflowRun' | 'markRunConsent'>;
