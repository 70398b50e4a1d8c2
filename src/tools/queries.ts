import { type Insertable, sql, type Transaction, type Updateable } from 'kysely';
import type { components } from '../../generated/api.ts';
import type { Tools } from '../../generated/database.ts';
import { lockKey } from '../db/advisory-locks.ts';
import { anyOf } from '../db/any-of.ts';
import type { Database, Db } from '../db/connect.ts';
import { newestFirst, type PageQuery } from '../db/page.ts';
import { notFound } from '../errors.ts';
import type { Schema } from './rules.ts';

type Trx = Transaction<Database>;

const summaryColumns = [
  'id',
  'name',
  'description',
  'kind',
  'method',
  'url_template',
  'is_write',
  'needs_approval',
  'mcp_status',
  'revision',
  'created_at',
  'updated_at',
] as const;
const columns = [
  ...summaryColumns,
  'headers',
  'arguments_schema',
  'result_schema',
  'timeout_ms',
  'approval_timeout_seconds',
  'secret_header',
  'mcp_name',
  'mcp_sha256',
  'mcp_offer',
] as const;

const hasSecret = sql<boolean>`secret_encrypted is not null`.as('has_secret');

const missing = () => notFound('Tool', 'tool_id');

const one = (db: Db, organizationId: number, id: number) =>
  db
    .selectFrom('tools')
    .select(columns)
    .select(hasSecret)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id);

export const list = (db: Db, organizationId: number, query: PageQuery) =>
  db
    .selectFrom('tools')
    .select(summaryColumns)
    .select(hasSecret)
    .where('organization_id', '=', organizationId)
    .$call(newestFirst(query))
    .execute();

export const get = (db: Db, organizationId: number, id: number) =>
  one(db, organizationId, id).executeTakeFirstOrThrow(missing);

/** The tool, locked against changes until the transaction ends. */
export const lock = (trx: Trx, organizationId: number, id: number) =>
  one(trx, organizationId, id).forNoKeyUpdate().executeTakeFirstOrThrow(missing);

/** The same, undefined if it was deleted. */
export const findForChange = (trx: Trx, organizationId: number, id: number) =>
  one(trx, organizationId, id).forNoKeyUpdate().executeTakeFirst();

/** The tools of an MCP server, locked against changes. */
export const lockOfServer = (trx: Trx, organizationId: number, url: string) =>
  trx
    .selectFrom('tools')
    .select(columns)
    .select(hasSecret)
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'mcp')
    .where('url_template', '=', url)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** The tool, locked for deletion. */
export const lockForRemoval = (trx: Trx, organizationId: number, id: number) =>
  one(trx, organizationId, id).forUpdate().executeTakeFirstOrThrow(missing);

/**
 * Locks the names of the organization's tools until the transaction ends, so that a name found free stays free and a
 * count holds. Take it before any row lock.
 */
export const lockNames = (trx: Trx, organizationId: number) =>
  sql`select pg_advisory_xact_lock(${lockKey('toolNames')}, hashint8(${organizationId}))`.execute(
    trx,
  );

/** The id of the tool with a name. */
export async function idOf(
  db: Db,
  organizationId: number,
  name: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('tools')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.id;
}

/** How many tools the organization has; its names are locked. */
export async function count(trx: Trx, organizationId: number): Promise<number> {
  const { tools } = await trx
    .selectFrom('tools')
    .select((eb) => eb.fn.countAll<number>().as('tools'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return tools;
}

interface Parts {
  readonly headers?: readonly components['schemas']['ToolHeader'][];
  readonly arguments_schema?: Schema;
  readonly result_schema?: Schema | null;
  readonly mcp_offer?: components['schemas']['McpOffer'] | null;
}

type Changes = Omit<Updateable<Tools>, keyof Parts> & Parts;

const stored = ({ headers, arguments_schema, result_schema, mcp_offer, ...columns }: Changes) => ({
  ...columns,
  ...(mcp_offer !== undefined && { mcp_offer: mcp_offer && JSON.stringify(mcp_offer) }),
  ...(headers && { headers: JSON.stringify(headers) }),
  ...(arguments_schema && { arguments_schema: JSON.stringify(arguments_schema) }),
  ...(result_schema !== undefined && {
    result_schema: result_schema === null ? null : JSON.stringify(result_schema),
  }),
});

type Added = Omit<Insertable<Tools>, keyof Parts> &
  Omit<Parts, 'mcp_offer'> & { readonly arguments_schema: Schema };

export const insert = (trx: Trx, tool: Added) =>
  trx
    .insertInto('tools')
    .values({
      ...tool,
      headers: JSON.stringify(tool.headers ?? []),
      arguments_schema: JSON.stringify(tool.arguments_schema),
      result_schema: tool.result_schema ? JSON.stringify(tool.result_schema) : null,
    })
    .returning(columns)
    .returning(hasSecret)
    .executeTakeFirstOrThrow();

/** Writes the given columns and increments the revision. */
export const update = (trx: Trx, id: number, changes: Changes) =>
  trx
    .updateTable('tools')
    .set((eb) => ({ ...stored(changes), revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .returning(columns)
    .returning(hasSecret)
    .executeTakeFirstOrThrow();

export const remove = (trx: Trx, id: number) =>
  trx.deleteFrom('tools').where('id', '=', id).execute();

/** Tools as versions have them, and whether they are disabled, by their names. */
export const named = (db: Db, organizationId: number, names: readonly string[]) =>
  pinnable(db, organizationId)
    .select('mcp_status')
    .where('name', '=', anyOf(names, 'text'))
    .orderBy('id')
    .execute();

/** The same, and none of them is deleted or changed until the transaction ends. */
export const lockNamed = (trx: Trx, organizationId: number, names: readonly string[]) =>
  pinnable(trx, organizationId)
    .select('mcp_status')
    .where('name', '=', anyOf(names, 'text'))
    .orderBy('id')
    .forShare()
    .execute();

export const getPinnable = (db: Db, organizationId: number, id: number) =>
  pinnable(db, organizationId).where('id', '=', id).executeTakeFirstOrThrow(missing);

const pinnable = (db: Db, organizationId: number) =>
  db
    .selectFrom('tools')
    .select([
      'id as tool_id',
      'revision',
      'name',
      'description',
      'method',
      'url_template',
      'headers',
      'arguments_schema',
      'result_schema',
      'timeout_ms',
      'is_write',
      'needs_approval',
      'approval_timeout_seconds',
      'secret_header',
      'mcp_name',
      'mcp_sha256',
    ])
    .where('organization_id', '=', organizationId);

/** The current secret, the URL to whose origin it belongs, and whether the tool is disabled. */
export const findSecret = (db: Db, organizationId: number, id: number) =>
  db
    .selectFrom('tools')
    .select(['secret_encrypted', 'url_template', 'mcp_status'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();

export type ToolRow = Awaited<ReturnType<typeof get>>;
