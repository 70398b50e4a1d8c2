import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tools
      drop constraint tools_kind_check,
      add constraint tools_kind_check check (kind in ('http', 'mcp')),
      -- The name of the function at the MCP server, whose URL is the template.
      add column mcp_name text check (length(mcp_name) <= 128),
      -- The hash of the function that was accepted.
      add column mcp_sha256 text check (length(mcp_sha256) = 64),
      add column mcp_status text check (mcp_status in ('accepted', 'changed', 'gone')),
      -- What the server has instead, as the last import read it.
      add column mcp_offer jsonb,
      add constraint tools_mcp_check check (
        (kind = 'mcp') = (mcp_name is not null)
        and (kind = 'mcp') = (mcp_sha256 is not null)
        and (kind = 'mcp') = (mcp_status is not null)
        and (mcp_offer is null or mcp_status = 'changed')
      ),
      add constraint tools_mcp_key unique (organization_id, url_template, mcp_name);
  `.execute(db);
}
