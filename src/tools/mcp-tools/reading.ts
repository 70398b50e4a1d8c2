import { setImmediate } from 'node:timers/promises';
import type { components } from '../../../generated/api.ts';
import { badGateway, invalid, tooManyAtOnce } from '../../errors.ts';
import { checkedMembers, mustBeReachable } from '../actions.ts';
import type { ToolsApp } from '../context.ts';
import { withoutSecret } from '../masking-rules.ts';
import { definitionFault } from '../rules.ts';
import { headersOf, openSecret } from '../tool-executions/sending.ts';
import { closeSession, openSession, type Unread } from './client.ts';
import { definitionOf, sha256Of } from './definitions.ts';
import type { ReadFunction } from './import-rules.ts';
import type { Listed, McpFunction } from './list-rules.ts';
import { ofServer } from './queries.ts';
import { type Capacity, takeFairly } from '../../fairness/capacity.ts';

/** Each waits up to ten seconds for a server. */
const maxPerOrganization = 2;
const maxImports = 20;

/** Takes the place of one import, or throws 429. Returns what gives it back. */
const takeImport = (
  { inProgress }: { readonly inProgress: Capacity },
  organizationId: number,
): (() => void) =>
  takeFairly(inProgress, {
    own: {
      name: `imports of tools of organization ${organizationId}`,
      limit: maxPerOrganization,
      refusal: () =>
        tooManyAtOnce(
          `Your organization is importing tools of ${maxPerOrganization} servers, the maximum. Try again when one of them has answered.`,
          5,
        ),
    },
    all: {
      name: 'imports of tools',
      limit: maxImports,
      refusal: () => tooManyAtOnce('Too many tools are being imported. Try again shortly.'),
    },
  });

type Body = components['schemas']['ImportMcpToolsRequest'];

/** How the tools of a server are called. */
export interface Settings {
  readonly headers: readonly components['schemas']['ToolHeader'][];
  readonly secret_header: string;
  readonly timeout_ms: number;
  /** As it is stored. */
  readonly secret_encrypted: Buffer | null;
}

const readingMs = 10_000;
const defaults = {
  headers: [],
  secret_header: 'Authorization',
  timeout_ms: 5000,
  secret_encrypted: null,
};

/** How new tools of a server are called: as the others, unless the request says otherwise. Throws 422 for what cannot be. */
export function settingsOf(
  app: ToolsApp,
  former: (Settings & { readonly tool_id: number }) | undefined,
  { server_url, secret: _secret, ...sent }: Body,
): Settings & { readonly tool_id?: number } {
  const settings = { ...defaults, ...former, ...sent };
  mustBeServer(app, server_url, settings);
  return settings;
}

/** What a server has, and the revisions that its tools had before, read while no transaction is open. Throws 422 for what is wrong with the request, and 502 if it cannot be read. */
export async function readServer(app: ToolsApp, organization_id: number, body: Body) {
  const { server_url, secret } = body;
  checkedMembers({ secret });
  const rows = await ofServer(app.db, organization_id, server_url);
  const settings = settingsOf(app, rows[0], body);
  await mustBeReachable(server_url, app, 'server_url');
  const current = secret ?? openSecret(app, organization_id, { tool_id: 0, ...settings });
  if (current === undefined) throw failed({ ...unopened, detail: null }, null);
  const server = {
    url: new URL(server_url),
    headers: headersOf({ tool: settings, secret: current }),
    rules: { allowPrivate: app.config.webhookAllowPrivate },
  };
  const release = takeImport(app, organization_id);
  try {
    const opened = await openSession(server, readingMs);
    if ('error_code' in opened) throw failed(opened, current);
    void closeSession(server, opened.session);
    const read: ReadFunction[] = [];
    for (const each of opened.functions) {
      await setImmediate();
      read.push(readAs(each, current));
    }
    return { read, seen: new Map(rows.map(({ id, revision }) => [id, revision])) };
  } finally {
    release();
  }
}

/** What a server lists, without the secret. The hash is that of what it said. */
function readAs(listed: Listed, secret: string | null): ReadFunction {
  const mcp_name = String(withoutSecret(listed.name, secret));
  if ('fault' in listed) {
    const { fault, isRepeated } = listed;
    return { mcp_name, sha256: null, definition: { fault }, isRepeated };
  }
  const sha256 = sha256Of(listed);
  if (mcp_name !== listed.name)
    return { mcp_name, sha256, definition: { fault: 'Its name has the secret.' } };
  const definition = definitionOf(withoutSecret(listed, secret) as McpFunction);
  return {
    mcp_name,
    sha256,
    definition: 'fault' in definition ? definition : { ...definition, sha256 },
  };
}

function mustBeServer({ config }: ToolsApp, server_url: string, settings: Settings): void {
  const definition = {
    ...settings,
    method: 'POST',
    url_template: server_url,
    arguments_schema: { type: 'object' },
  } as const;
  const fault = definitionFault(definition, config.webhookAllowPrivate);
  if (!fault && !/[{}]/.test(server_url)) return;
  const [first = 'server_url', ...rest] = fault?.path ?? [];
  const isOfUrl = first === 'url_template' || first === 'arguments_schema';
  throw invalid(
    ['body', ...(isOfUrl ? ['server_url'] : [first, ...rest])],
    isOfUrl && first !== 'url_template' ? noVariables : (fault?.fault ?? noVariables),
  );
}

const noVariables = 'Send a URL without variables.';

const unopened = { error_code: 'secret_unavailable', http_status: null } as const;

/** What each code says about a server that was to be read. */
const sentences: Partial<Readonly<Record<Unread['error_code'], string>>> = {
  unreachable: 'There was no connection to it.',
  target_refused: 'Its host is, or resolves to, an address that is not public.',
  timeout: 'It did not answer within 10 seconds.',
  connection_lost: 'The connection ended before its answer was complete.',
  redirected: 'It answered with a redirect, which is not followed.',
  http_error: 'It answered with another status than 2xx.',
  result_too_large: 'Its list of functions has more than 1 MiB.',
  result_not_json: 'Its answer is no JSON.',
  too_many_tools: 'It has more than 500 functions, or 20 pages of them.',
  secret_unavailable: 'The secret of its tools cannot be read. Send the secret.',
};

function failed({ error_code, http_status, detail }: Unread, secret: string | null) {
  const said = detail === null ? '' : String(withoutSecret(detail, secret)).slice(0, 500);
  return badGateway(
    'mcp_server_failed',
    `The functions of the MCP server could not be read. ${sentences[error_code] ?? said}`.trim(),
    { param: 'server_url', error_code, http_status },
  );
}
