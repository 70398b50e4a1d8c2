import type { Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';
import { conflict, invalid, limitReached } from '../errors.ts';
import { targetFault } from '../webhooks/endpoints/targets.ts';
import { isBuiltIn } from '../workflows/built-in-rules.ts';
import type { ToolsApp } from './context.ts';
import * as tools from './queries.ts';
import { type Definition, definitionFault, maxTools, originOf, type Schema } from './rules.ts';

import { accepted } from './schemas/writing-rules.ts';

/** Throws 422 if the URL's host is, or resolves to, an address that tools must not reach. */
export async function mustBeReachable(
  url: string,
  app: ToolsApp,
  member = 'url_template',
): Promise<void> {
  const origin = originOf(url);
  if (origin === undefined) return;
  const allowPrivate = app.config.webhookAllowPrivate;
  if (!allowPrivate && !origin.startsWith('https:')) return;
  const fault = await targetFault(origin, { allowPrivate });
  if (fault !== undefined) throw invalid(['body', member], fault, url);
}

interface Sent {
  readonly arguments_schema?: Schema | undefined;
  readonly result_schema?: Schema | null | undefined;
  readonly secret?: string | null | undefined;
}

/** The schemas that were sent, with their references written out. Throws 422 for what is wrong with them or the secret. */
export function checkedMembers({ arguments_schema, result_schema, secret }: Sent) {
  const checked = (member: string, schema: Schema): Schema => {
    const result = accepted(schema);
    if ('schema' in result) return result.schema;
    throw invalid(['body', member, ...result.path], result.fault);
  };
  if (typeof secret === 'string' && secret !== secret.trim())
    throw invalid(['body', 'secret'], 'Send the secret without a space at its ends.');
  return {
    ...(arguments_schema && { arguments_schema: checked('arguments_schema', arguments_schema) }),
    ...(result_schema !== undefined && {
      result_schema: result_schema === null ? null : checked('result_schema', result_schema),
    }),
  };
}

/** Throws 422 if the parts of a definition do not fit together. */
export function mustBeSound(definition: Definition, { config }: ToolsApp): void {
  const fault = definitionFault(definition, config.webhookAllowPrivate);
  if (fault) throw invalid(['body', ...fault.path], fault.fault);
}

/** Throws 422 for the name of a built-in tool, and 409 if another tool of the organization has the name. Its names are locked. */
export async function mustBeFree(
  trx: Transaction<Database>,
  organizationId: number,
  { name, id }: { readonly name: string; readonly id?: number },
): Promise<void> {
  const other = await tools.idOf(trx, organizationId, name);
  // A tool that had the name before there were built-in ones keeps it.
  if (other === undefined && isBuiltIn(name))
    throw invalid(['body', 'name'], 'A built-in tool has this name. Choose another one.', name);
  if (other === undefined || other === id) return;
  throw conflict(
    'tool_name_exists',
    `A tool named "${name}" already exists. Choose another name.`,
    { param: 'name' },
  );
}

/** Throws 409 if the organization has as many tools as it can have. Its names are locked. */
export async function mustHaveRoom(trx: Transaction<Database>, organizationId: number) {
  if ((await tools.count(trx, organizationId)) < maxTools) return;
  throw limitReached('tools', {
    limit: maxTools,
    detail: `The organization has ${maxTools} tools, the maximum. Delete one first.`,
  });
}
