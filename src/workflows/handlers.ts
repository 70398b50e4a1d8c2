import type { App } from '../app.ts';
import { pageOf } from '../db/page.ts';
import { type Caller, type Some, WithHeaders } from '../http/contract.ts';
import { create, hold, type Making } from './actions.ts';
import * as queries from './queries.ts';
import { etagOf } from './rules.ts';
import * as versions from './versions/queries.ts';
import { workflow } from './views.ts';

export const workflows = {
  async listWorkflows({ query, caller }, app) {
    const rows = await queries.list(app.db, caller.organization_id, query);
    return pageOf(rows, query, (row) => row);
  },

  async createWorkflow({ body, caller }, app) {
    return app.db.transaction().execute(async (trx) => {
      const id = await create(trx, body, making(caller, app));
      return tagged(await queries.get(trx, caller.organization_id, id));
    });
  },

  async getWorkflow({ params, caller }, app) {
    return tagged(await queries.get(app.db, caller.organization_id, params.workflow_id));
  },

  async updateWorkflow({ params, headers, body, caller }, app) {
    const { organization_id, ...made } = making(caller, app);
    const { workflow_definition, ...changes } = body;
    return app.db.transaction().execute(async (trx) => {
      const ifMatch = headers['if-match'];
      const { id } = await hold(trx, { organization_id, ...params, ifMatch });
      const current = workflow_definition && {
        current_definition_id: await versions.add(trx, id, { workflow_definition, ...made }),
      };
      if (Object.keys(body).length > 0) {
        await queries.update(trx, id, { ...changes, ...current, updated_at: made.created_at });
      }
      return tagged(await queries.get(trx, organization_id, id));
    });
  },
} satisfies Some<'listWorkflows' | 'createWorkflow' | 'getWorkflow' | 'updateWorkflow'>;

const tagged = (row: queries.WorkflowRow) => new WithHeaders(workflow(row), { ETag: etagOf(row) });

const making = (caller: Caller, app: App): Making => ({
  organization_id: caller.organization_id,
  created_by: caller.kind === 'session' ? caller.user_id : null,
  created_at: app.now(),
});
