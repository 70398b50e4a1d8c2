import { asChange, makeChange } from '../audit/actions.ts';
import { pageOf } from '../db/page.ts';
import { conflict, invalid } from '../errors.ts';
import { type HandlersFor, withPreparation } from '../http/contract.ts';
import {
  checkedMembers,
  mustBeFree,
  mustBeReachable,
  mustBeSound,
  mustHaveRoom,
} from './actions.ts';
import { audited } from './audit.ts';
import type { ToolsApp } from './context.ts';
import * as tools from './queries.ts';
import { originOf } from './rules.ts';
import { sealSecret } from './secrets.ts';
import { callingTool } from '../workflows/use-queries.ts';
import { shown } from './views.ts';

const defaultSecretHeader = 'Authorization';

export const toolHandlers = {
  async listTools({ query, caller }, app) {
    return pageOf(await tools.list(app.db, caller.organization_id, query), query);
  },

  createTool: withPreparation('createTool', {
    async before({ body }, app: ToolsApp) {
      const schemas = checkedMembers(body);
      const { headers = [], secret_header = defaultSecretHeader } = body;
      const definition = { ...body, ...schemas, headers, secret_header };
      mustBeSound(definition, app);
      await mustBeReachable(body.url_template, app);
      return definition;
    },
    async work(call, app, { secret, headers, ...definition }) {
      return makeChange(call, app, async ({ trx, organization_id, at, record }) => {
        await tools.lockNames(trx, organization_id);
        await mustBeFree(trx, organization_id, definition);
        await mustHaveRoom(trx, organization_id);
        const row = await tools.insert(trx, {
          ...definition,
          organization_id,
          headers,
          secret_encrypted: secret ? sealSecret(app.secrets, organization_id, secret) : null,
          created_at: at,
          updated_at: at,
        });
        await record('tool.created', row.id, { after: audited(row) });
        return shown(row);
      });
    },
  }),

  async getTool({ params, caller }, app) {
    return shown(await tools.get(app.db, caller.organization_id, params.tool_id));
  },

  async updateTool({ params, body, ...call }, app) {
    const { organization_id } = call.caller;
    await tools.get(app.db, organization_id, params.tool_id);
    const schemas = checkedMembers(body);
    if (body.url_template !== undefined) await mustBeReachable(body.url_template, app);
    return makeChange(call, app, async ({ trx, at, mustMatch, record }) => {
      await tools.lockNames(trx, organization_id);
      const former = await tools.lock(trx, organization_id, params.tool_id);
      mustMatch(former);
      if (Object.keys(body).length === 0) return shown(former);
      const { secret, ...members } = { ...body, ...schemas };
      mustBeOwn(former, body);
      const definition = { ...former, ...members };
      mustBeSound(definition, app);
      const isMoved = originOf(definition.url_template) !== originOf(former.url_template);
      if (isMoved && former.has_secret && secret === undefined)
        throw invalid(
          ['body', 'secret'],
          'The secret belongs to the origin of the former URL. Send a secret for the new one, or null.',
        );
      await mustBeFree(trx, organization_id, { ...definition, id: former.id });
      const row = await tools.update(trx, former.id, {
        ...members,
        ...(secret !== undefined && {
          secret_encrypted:
            secret === null ? null : sealSecret(app.secrets, organization_id, secret),
        }),
        updated_at: at,
      });
      const after = audited(row);
      await record('tool.updated', row.id, { before: audited(former), after });
      return shown(row);
    });
  },

  deleteTool: asChange(async ({ trx, params, organization_id, mustMatch, record }) => {
    const row = await tools.lockForRemoval(trx, organization_id, params.tool_id);
    mustMatch(row);
    const workflow_ids = await callingTool(trx, organization_id, row.id);
    if (workflow_ids.length > 0) throw inUse(workflow_ids);
    await tools.remove(trx, row.id);
    await record('tool.deleted', row.id, { before: audited(row) });
  }),

  async rotateToolSecret({ params, body, ...call }, app) {
    checkedMembers(body);
    return makeChange(call, app, async ({ trx, organization_id, at, mustMatch, record }) => {
      const former = await tools.lock(trx, organization_id, params.tool_id);
      mustMatch(former);
      const row = await tools.update(trx, former.id, {
        secret_encrypted: sealSecret(app.secrets, organization_id, body.secret),
        updated_at: at,
      });
      const before = { has_secret: former.has_secret, revision: former.revision };
      const after = { has_secret: true, revision: row.revision };
      await record('tool.secret_rotated', row.id, { before, after });
      return shown(row);
    });
  },
} satisfies HandlersFor<
  'listTools' | 'createTool' | 'getTool' | 'updateTool' | 'deleteTool' | 'rotateToolSecret',
  ToolsApp
>;

const ofServers = [
  'method',
  'url_template',
  'description',
  'arguments_schema',
  'result_schema',
] as const;

/** Throws 422 if a member changes that the MCP server has. */
function mustBeOwn({ kind }: tools.ToolRow, body: object): void {
  const foreign = ofServers.find((member) => member in body);
  if (kind !== 'mcp' || foreign === undefined) return;
  throw invalid(
    ['body', foreign],
    'The MCP server has this member. Import its tools to see whether it has changed.',
  );
}

const inUse = (workflow_ids: readonly number[]) =>
  conflict(
    'tool_in_use',
    'Published versions of workflows name this tool. Publish versions of them without it first.',
    { workflow_ids },
  );
