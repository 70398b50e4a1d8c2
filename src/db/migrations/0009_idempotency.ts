import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The response of a request is written in the transaction of its effects: either both exist or neither.
    create table idempotent_answers (
      organization_id bigint not null references organizations,
      -- What the client sent, up to 255 characters; of a run's token after the id of its run.
      key text not null check (length(key) between 1 and 300),
      fingerprint bytea not null,
      -- Status, headers and body, encrypted: some responses show a secret once.
      answer_encrypted bytea not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (organization_id, key)
    );
    create index idempotent_answers_expiry_idx on idempotent_answers (expires_at);
  `.execute(db);
}
