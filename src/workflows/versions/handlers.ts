import { pageOf } from '../../db/page.ts';
import type { HandlersFor } from '../../http/contract.ts';
import type { WorkflowsApp } from '../context.ts';
import * as workflows from '../queries.ts';
import * as versions from './queries.ts';

export const workflowVersions = {
  async listWorkflowVersions({ params, query, caller }, app) {
    const { organization_id } = caller;
    await workflows.mustExist(app.db, organization_id, params.workflow_id);
    const rows = await versions.list(app.db, { organization_id, ...params }, query);
    return pageOf(rows, query);
  },

  async getWorkflowVersion({ params, caller }, app) {
    return versions.get(app.db, { organization_id: caller.organization_id, ...params });
  },
} satisfies HandlersFor<'listWorkflowVersions' | 'getWorkflowVersion', WorkflowsApp>;
