import { sql, type Transaction } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { removeInstructions } from './retention-queries.ts';

/** A person, as one organization knows them. */
export interface Person {
  readonly organization_id: number;
  readonly phone_number: string;
}

/**
 * Which runs are of calls with a person. The other number of a call is the organization's own, and may have been given to the
 * person later.
 */
const parts = {
  called: (phoneNumber: string) => sql`to_number = ${phoneNumber} and mode <> 'inbound'`,
  calling: (phoneNumber: string) => sql`from_number = ${phoneNumber} and mode = 'inbound'`,
};

/** The runs of the calls with a person: one lookup in an index for those to the number, and one for those from it. */
const ofPerson = ({ organization_id, phone_number }: Person) => sql`(
  select id from workflow_runs where organization_id = ${organization_id} and ${parts.called(phone_number)}
  union all
  select id from workflow_runs where organization_id = ${organization_id} and ${parts.calling(phone_number)}
)`;

export interface EndedRun {
  readonly id: number;
  readonly campaign_id: number | null;
  readonly contact_id: number | null;
  readonly carrier_call_id: string | null;
}

/** The first runs of the person's calls that have ended. */
export async function endedRuns(db: Db, person: Person, limit: number): Promise<EndedRun[]> {
  const { rows } = await sql<EndedRun>`
    select id, campaign_id, contact_id, carrier_call_id from workflow_runs
    where id in ${ofPerson(person)} and state = 'completed' and erased_at is null
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** The person's calls that have not ended. */
export async function callsInProgress(db: Db, person: Person): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from workflow_runs where id in ${ofPerson(person)} and state <> 'completed' order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Locks the runs in the order that every transaction keeps to. */
export const lockRuns = (trx: Transaction<Database>, ids: readonly number[]) =>
  trx
    .selectFrom('workflow_runs')
    .select('id')
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/**
 * Removes everything personal of runs, which are locked; what they count for stays: workflow, campaign, times, outcome.
 * They take no results afterwards. Returns how many consent marks were removed with them.
 */
export async function stripRuns(
  trx: Transaction<Database>,
  ids: readonly number[],
  now: Timestamp,
): Promise<number> {
  await sql`
    update workflow_runs set name = 'Erased', to_number = null,
      from_number = case when mode <> 'inbound' then from_number end,
      contact_id = null, external_id = null, metadata = null, initial_context = '{}', gathered_context = '{}', transcript = null, recording_url = null,
      analysis = null, usage = null, call_disposition = null, timezone = null, carrier_call_id = null,
      traceparent = null, callback_at = null, callback_moved_to = null, token_revoked_at = coalesce(token_revoked_at, ${now}), erased_at = ${now}
    where id = ${anyOf(ids)}`.execute(trx);
  await sql`delete from run_conversations where run_id = ${anyOf(ids)}`.execute(trx);
  await removeInstructions(trx, ids);
  const marks = await sql`delete from consent_marks where run_id = ${anyOf(ids)}`.execute(trx);
  return Number(marks.numAffectedRows ?? 0n);
}

/** Lets contacts go that are being removed: the runs of their calls stay. */
export const forgetContacts = (trx: Transaction<Database>, contactIds: readonly number[]) =>
  sql`update workflow_runs set contact_id = null where contact_id = ${anyOf(contactIds)}`.execute(
    trx,
  );

/** Where reading runs goes on: after one of calls to the number, or of calls from it. */
export interface RunPlace {
  readonly part: keyof typeof parts;
  readonly after?: { readonly created_at: string; readonly id: number };
}

interface Exported {
  readonly id: number;
  /** The row as JSON, without what is no personal data. */
  readonly value: Record<string, unknown>;
}

/** The next runs of calls to the number, or of those from it, whole and oldest first. The place is undefined after the last ones. */
export async function exportedRuns(
  db: Db,
  { organization_id, phone_number }: Person,
  { part, after, limit }: RunPlace & { readonly limit: number },
): Promise<{ readonly runs: readonly Exported[]; readonly next: RunPlace | undefined }> {
  const from = after
    ? sql`and (created_at, id) > (${after.created_at}::timestamptz, ${after.id}::bigint)`
    : sql``;
  const { rows } = await sql<Exported & { created_at: string }>`
    select id, created_at::text, to_jsonb(run) - array['organization_id', 'content_bytes', 'traceparent'] as value
    from workflow_runs as run
    where organization_id = ${organization_id} and ${parts[part](phone_number)} ${from}
    order by run.created_at, run.id limit ${limit}`.execute(db);
  const last = rows.at(-1);
  if (last && rows.length === limit) return { runs: rows, next: { part, after: last } };
  return { runs: rows, next: part === 'called' ? { part: 'calling' } : undefined };
}

export async function exportedInstructions(
  db: Db,
  { organization_id, ids }: { readonly organization_id: number; readonly ids: readonly number[] },
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Pick<Exported, 'value'>>`
    select to_jsonb(instruction) - 'organization_id' as value from run_instructions as instruction
    where organization_id = ${organization_id} and run_id = ${anyOf(ids)}
    order by run_id, instruction_number`.execute(db);
  return rows.map(({ value }) => value);
}

export async function exportedMarks(
  db: Db,
  runIds: readonly number[],
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Pick<Exported, 'value'>>`
    select to_jsonb(mark) - 'organization_id' as value from consent_marks as mark
    where run_id = ${anyOf(runIds)} order by id`.execute(db);
  return rows.map(({ value }) => value);
}
