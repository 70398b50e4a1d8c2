import { type Kysely, sql } from 'kysely';

/**
 * Numbers that Brazil, Colombia, Vietnam and Cameroon have changed were stored as they were written. They are read as the
 * present plans say from now on, so whom an entry of the do-not-call list keeps from being called has one for the present number too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into do_not_call_numbers as listed
      (organization_id, phone_number, reason, source, run_id, expires_at, created_by, created_at)
    select organization_id, present, reason, source, run_id, expires_at, created_by, created_at
    from (
      select *, case
        when phone_number ~ '^[+]55[1-9][1-9][689][0-9]{7}$' then regexp_replace(phone_number, '^([+]55..)', '\\19')
        when phone_number ~ '^[+]57[124-8][2-9][0-9]{6}$' then regexp_replace(phone_number, '^[+]57', '+5760')
        when phone_number ~ '^[+]8416[2-9][0-9]{7}$' then regexp_replace(phone_number, '^[+]8416', '+843')
        when phone_number ~ '^[+]84120[0-9]{7}$' then regexp_replace(phone_number, '^[+]84120', '+8470')
        when phone_number ~ '^[+]84121[0-9]{7}$' then regexp_replace(phone_number, '^[+]84121', '+8479')
        when phone_number ~ '^[+]84122[0-9]{7}$' then regexp_replace(phone_number, '^[+]84122', '+8477')
        when phone_number ~ '^[+]8412[68][0-9]{7}$' then regexp_replace(phone_number, '^[+]8412', '+847')
        when phone_number ~ '^[+]8412[345][0-9]{7}$' then regexp_replace(phone_number, '^[+]8412', '+848')
        when phone_number ~ '^[+]84127[0-9]{7}$' then regexp_replace(phone_number, '^[+]84127', '+8481')
        when phone_number ~ '^[+]84129[0-9]{7}$' then regexp_replace(phone_number, '^[+]84129', '+8482')
        when phone_number ~ '^[+]84186[0-9]{7}$' then regexp_replace(phone_number, '^[+]84186', '+8456')
        when phone_number ~ '^[+]84188[0-9]{7}$' then regexp_replace(phone_number, '^[+]84188', '+8458')
        when phone_number ~ '^[+]84199[0-9]{7}$' then regexp_replace(phone_number, '^[+]84199', '+8459')
        when phone_number ~ '^[+]237[79][0-9]{7}$' then regexp_replace(phone_number, '^[+]237', '+2376')
        when phone_number ~ '^[+]237(22|33)[0-9]{6}$' then regexp_replace(phone_number, '^[+]237', '+2372')
      end as present
      from do_not_call_numbers where phone_number ~ '^[+](55|57|84|237)'
    ) as former
    where present is not null
    on conflict on constraint do_not_call_numbers_key do update
    set expires_at = excluded.expires_at, reason = excluded.reason, source = excluded.source, run_id = excluded.run_id,
      created_by = excluded.created_by, created_at = excluded.created_at
    where listed.expires_at < coalesce(excluded.expires_at, 'infinity')
  `.execute(db);
}
