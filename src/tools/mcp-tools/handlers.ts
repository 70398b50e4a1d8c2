import type { components } from '../../../generated/api.ts';
import { asChange, makeChange } from '../../audit/actions.ts';
import { conflict, limitReached } from '../../errors.ts';
import { type HandlersFor, withPreparation } from '../../http/contract.ts';
import { audited } from '../audit.ts';
import type { ToolsApp } from '../context.ts';
import * as tools from '../queries.ts';
import { maxTools } from '../rules.ts';
import { sealSecret } from '../secrets.ts';
import { shown } from '../views.ts';
import { keepSecret, take } from './actions.ts';
import { stepsOf } from './import-rules.ts';
import * as imported from './queries.ts';
import { readServer, settingsOf } from './reading.ts';

type Item = components['schemas']['McpImportItem'];

export const mcpTools = {
  importMcpTools: withPreparation('importMcpTools', {
    before: ({ body, caller }, app: ToolsApp) => readServer(app, caller.organization_id, body),
    async work({ body, ...call }, app, { read, seen }) {
      const { organization_id } = call.caller;
      const { server_url, functions, name_prefix = '', secret } = body;
      const sealed = secret === undefined ? null : sealSecret(app.secrets, organization_id, secret);
      return makeChange(call, app, async ({ trx, cause }) => {
        await tools.lockNames(trx, organization_id);
        const rows = await tools.lockOfServer(trx, organization_id, server_url);
        const names = await imported.names(trx, organization_id);
        // The rows are locked, so these are the settings and the secret that they have now.
        const [former] = await imported.ofServer(trx, organization_id, server_url);
        const settings = settingsOf(app, former, body);
        const steps = stepsOf(read, { rows, seen, names, functions, prefix: name_prefix });
        const created = steps.filter(({ outcome }) => outcome === 'created').length;
        mustHaveRoomFor(names.size, created);
        if (sealed) await keepSecret(trx, cause, { organization_id, rows, sealed });
        const server = {
          organization_id,
          server_url,
          settings: { ...settings, ...(sealed && { secret_encrypted: sealed }) },
        };
        const items: Item[] = [];
        for (const step of steps) items.push(await take(trx, cause, { step, ...server }));
        return { ...countsOf(items), items };
      });
    },
  }),

  acceptToolChange: asChange(
    async ({ trx, params, body, organization_id, at, mustMatch, record }) => {
      const former = await tools.lock(trx, organization_id, params.tool_id);
      mustMatch(former);
      const offer = former.mcp_offer;
      if (offer?.sha256 !== body.sha256) throw notOffered();
      const { sha256: mcp_sha256, ...members } = offer;
      const row = await tools.update(trx, former.id, {
        ...members,
        mcp_sha256,
        mcp_status: 'accepted',
        mcp_offer: null,
        updated_at: at,
      });
      const after = audited(row);
      await record('tool.change_accepted', row.id, { before: audited(former), after });
      return shown(row);
    },
  ),
} satisfies HandlersFor<'importMcpTools' | 'acceptToolChange', ToolsApp>;

const countsOf = (items: readonly Item[]) => {
  const count = (wanted: Item['outcome']): number =>
    items.filter(({ outcome }) => outcome === wanted).length;
  return {
    created_count: count('created'),
    unchanged_count: count('unchanged'),
    changed_count: count('changed'),
    gone_count: count('gone'),
    skipped_count: count('skipped'),
  };
};

function mustHaveRoomFor(existing: number, created: number): void {
  const wanted = existing + created;
  if (created === 0 || wanted <= maxTools) return;
  throw limitReached('tools', {
    limit: maxTools,
    detail: `The organization would have ${wanted} tools; the maximum is ${maxTools}. Name the functions to import, or delete tools first.`,
  });
}

const notOffered = () =>
  conflict(
    'tool_change_not_offered',
    'The MCP server does not offer this function. Import its tools again to see what it has.',
    { param: 'sha256' },
  );
