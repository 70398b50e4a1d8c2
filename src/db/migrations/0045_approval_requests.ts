import { type Kysely, sql } from 'kysely';

/**
 * An approval request is a row of `approval_policies` with `proposed_at`, and a policy is one with `approved_at`; an
 * accepted request is both. So no row moves, and what a process of 0.2.0 proposes meanwhile is a request at once. A
 * withdrawal also closes the request, which processes of 0.2.0 see as an expired proposal and refuse to accept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table approval_policies add column withdrawn_at timestamptz;
    alter table approval_policies add constraint approval_policies_withdrawn_check check (
      withdrawn_at is null
      or (approved_at is null and declined_at is null and proposed_at is not null and proposal_closes_at <= withdrawn_at)
    );
    create index approval_policies_approved_idx on approval_policies (organization_id, id desc)
      where approved_at is not null;
    create index approval_policies_requested_idx on approval_policies (organization_id, id desc)
      where proposed_at is not null;
  `.execute(db);
}
