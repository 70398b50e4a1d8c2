import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';

/** The tools of a server, with their sealed secrets, the oldest first. */
export const ofServer = (db: Db, organizationId: number, url: string) =>
  db
    .selectFrom('tools')
    .select(['id', 'id as tool_id', 'mcp_name', 'headers', 'secret_header', 'secret_encrypted'])
    .select(['timeout_ms', 'revision'])
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'mcp')
    .where('url_template', '=', url)
    .orderBy('id')
    .execute();

/** The hash of a tool's accepted function, and whether the tool is disabled. */
export const acceptedFunction = (db: Db, organizationId: number, id: number) =>
  db
    .selectFrom('tools')
    .select(['mcp_sha256', 'mcp_status'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The names of all tools of an organization; they are locked. */
export async function names(
  trx: Transaction<Database>,
  organizationId: number,
): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('tools')
    .select('name')
    .where('organization_id', '=', organizationId)
    .execute();
  return new Set(rows.map(({ name }) => name));
}
