import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';

/** A person, as one organization knows them. */
export interface Person {
  readonly organization_id: number;
  readonly phone_number: string;
}

/** The runs of calls to and from a number: one lookup in an index each. */
const ofPerson = ({ organization_id, phone_number }: Person) => sql`(
  select id from workflow_runs where organization_id = ${organization_id} and to_number = ${phone_number}
  union
  select id from workflow_runs where organization_id = ${organization_id} and from_number = ${phone_number}
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
    where id in ${ofPerson(person)} and state = 'completed' order by id limit ${limit}`.execute(db);
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
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
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
      contact_id = null, initial_context = '{}', gathered_context = '{}', transcript = null, recording_url = null,
      analysis = null, usage = null, call_disposition = null, timezone = null, carrier_call_id = null,
      traceparent = null, callback_at = null, token_revoked_at = coalesce(token_revoked_at, ${now}), erased_at = ${now}
    where id = any(${[...ids]}::bigint[])`.execute(trx);
  await sql`delete from run_conversations where run_id = any(${[...ids]}::bigint[])`.execute(trx);
  const marks =
    await sql`delete from consent_marks where run_id = any(${[...ids]}::bigint[])`.execute(trx);
  return Number(marks.numAffectedRows ?? 0n);
}

/** Lets contacts go that are being removed: the runs of their calls stay. */
export const forgetContacts = (trx: Transaction<Database>, contactIds: readonly number[]) =>
  sql`update workflow_runs set contact_id = null where contact_id = any(${[...contactIds]}::bigint[])`.execute(
    trx,
  );

interface Exported {
  readonly id: number;
  /** The row as JSON, without what is no personal data. */
  readonly value: Record<string, unknown>;
}

/** The next runs of the person's calls, whole, in the order of their ids. */
export async function exportedRuns(
  db: Db,
  person: Person,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Exported[]> {
  const { rows } = await sql<Exported>`
    select id, to_jsonb(run) - array['organization_id', 'content_bytes', 'traceparent'] as value
    from workflow_runs as run where id in ${ofPerson(person)} and id > ${after} order by id limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function exportedMarks(
  db: Db,
  runIds: readonly number[],
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Pick<Exported, 'value'>>`
    select to_jsonb(mark) - 'organization_id' as value from consent_marks as mark
    where run_id = any(${[...runIds]}::bigint[]) order by id`.execute(db);
  return rows.map(({ value }) => value);
}
