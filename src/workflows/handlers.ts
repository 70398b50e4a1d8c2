import { pageOf } from '../db/page.ts';
import { preconditionFailed } from '../errors.ts';
import { type Caller, type Some, WithHeaders } from '../http/contract.ts';
import * as queries from './queries.ts';
import { etagOf, ifMatchAllows } from './rules.ts';
import * as versions from './versions/queries.ts';
import { workflow } from './views.ts';

export const workflows = {
  async listWorkflows({ query, caller }, app) {
    const rows = await queries.list(app.db, caller.organization_id, query);
    return pageOf(rows, query, (row) => row);
  },

  async getWorkflow({ params, caller }, app) {
    return tagged(await queries.get(app.db, caller.organization_id, params.workflow_id));
  },

  async updateWorkflow({ params, headers, body, caller }, app) {
    const { workflow_definition, ...changes } = body;
    const made = { created_by: userOf(caller), created_at: app.now() };
    return app.db.transaction().execute(async (trx) => {
      const locked = await queries.lock(trx, caller.organization_id, params.workflow_id);
      if (!ifMatchAllows(headers['if-match'], etagOf(locked))) throw preconditionFailed();
      const current = workflow_definition && {
        current_definition_id: await versions.add(trx, locked.id, { workflow_definition, ...made }),
      };
      if (Object.keys(body).length > 0) {
        await queries.update(trx, locked.id, {
          ...changes,
          ...current,
          updated_at: made.created_at,
        });
      }
      return tagged(await queries.get(trx, caller.organization_id, locked.id));
    });
  },
} satisfies Some<'listWorkflows' | 'getWorkflow' | 'updateWorkflow'>;

const tagged = (row: queries.WorkflowRow) => new WithHeaders(workflow(row), { ETag: etagOf(row) });

const userOf = (caller: Caller): number | null =>
  caller.kind === 'session' ? caller.user_id : null;
