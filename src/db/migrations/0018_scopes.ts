import { type Kysely, sql } from 'kysely';

/** Existing keys get the scopes of keys created without `scopes`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_keys add column scopes text[];
    update api_keys set scopes = case
      when connector_name is null then
        '{read,workflows:write,runs:write,calls:place,campaigns:write,campaigns:control,approvals:propose,telephony:write,do_not_call:write,webhooks:write,voice:write,models:write}'::text[]
      else '{read,calls:place,campaigns:control,approvals:propose}'::text[] end;
    alter table api_keys alter column scopes set not null;
    alter table api_keys add constraint api_keys_scopes_check check (cardinality(scopes) >= 1);
  `.execute(db);
}
