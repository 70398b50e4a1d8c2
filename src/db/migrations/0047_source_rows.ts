import { type Kysely, sql } from 'kysely';

/**
 * Rows of sources are compared with their source once for each statement that adds some: a foreign key does it for each
 * row, which took half of the time of an upload. Who adds rows has locked their source.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_rows_without_source() returns trigger language plpgsql as $$
    begin
      if exists (
        select from (select distinct source_id, organization_id from added) as added
        where not exists (
          select from campaign_sources
          where id = added.source_id and organization_id = added.organization_id
        )
      ) then
        raise exception 'rows of campaign_source_rows have no source of their organization'
          using errcode = 'foreign_key_violation', constraint = 'campaign_source_rows_source_fk';
      end if;
      return null;
    end $$;
    create trigger campaign_source_rows_source after insert on campaign_source_rows
      referencing new table as added for each statement execute function refuse_rows_without_source();
    alter table campaign_source_rows drop constraint campaign_source_rows_source_fk;
  `.execute(db);
}
