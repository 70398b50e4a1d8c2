import { recordChange } from '../../audit/actions.ts';
import { pageOf } from '../../db/page.ts';
import { forbidden } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import type { ToolsApp } from '../context.ts';
import * as tools from '../queries.ts';
import { callTool } from './call.ts';
import { takePlace } from './capacity.ts';
import * as executions from './queries.ts';
import { prepare, send } from './sending.ts';
import { shown, toolExecution } from './views.ts';

export const toolExecutions = {
  async callRunTool(request, app) {
    const { params, body, caller } = request;
    const key = { organization_id: caller.organization_id, run_id: params.run_id };
    return toolExecution(await callTool(app, key, { ...body, name: params.name, request }));
  },

  async listToolExecutions({ query, caller }, app) {
    return pageOf(await executions.list(app.db, caller.organization_id, query), query);
  },

  async getToolExecution({ params, caller }, app) {
    const { organization_id } = caller;
    return shown(await executions.get(app.db, organization_id, params.tool_execution_id));
  },

  async testTool({ params, body, caller, requestId }, app) {
    const { organization_id } = caller;
    const tool = await tools.getPinnable(app.db, organization_id, params.tool_id);
    if (tool.needs_approval && caller.kind !== 'session') throw personRequired(tool.name);
    const prepared = await prepare(app, organization_id, { tool, args: body.arguments });
    const release = takePlace(app, { organization_id, ...tool });
    try {
      const sent = await send(app, prepared);
      const { status, error_code, http_status } = sent;
      const after = { status, error_code, http_status, revision: tool.revision };
      const cause = { caller, requestId, at: app.now() };
      const change = { organization_id, subject_id: tool.tool_id, before: null, after };
      await app.db
        .transaction()
        .execute((trx) => recordChange(trx, cause, { action: 'tool.tested', ...change }));
      return sent;
    } finally {
      release();
    }
  },
} satisfies HandlersFor<
  'callRunTool' | 'listToolExecutions' | 'getToolExecution' | 'testTool',
  ToolsApp
>;

const personRequired = (name: string) =>
  forbidden(
    'person_required',
    `The tool \`${name}\` asks a person before each call (\`needs_approval\`), so no API key tests it. Send a session token.`,
  );
