import { sql, type Transaction } from 'kysely';
import type { WorkflowRuns } from '../../../generated/database.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { analysisFrom } from './rules.ts';

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

/** Has erased runs take no results. */
export const markErased = (trx: Transaction<Database>, ids: readonly number[], now: Timestamp) =>
  sql`
    update workflow_runs set token_revoked_at = coalesce(token_revoked_at, ${now}), erased_at = ${now}
    where id = ${anyOf(ids)}`.execute(trx);

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

interface ExportedRow extends Exported {
  readonly created_at: string;
  /** Null if the analysis is stored, or there is none. */
  readonly derived_from: WorkflowRuns['outcome'];
  readonly call_disposition: string | null;
}

/** The next runs of calls to the number, or of those from it, whole and oldest first. The place is undefined after the last ones. */
export async function exportedRuns(
  db: Db,
  { organization_id, phone_number }: Person,
  {
    part,
    after,
    limit,
    leftOut,
  }: RunPlace & { readonly limit: number; readonly leftOut: readonly string[] },
): Promise<{ readonly runs: readonly Exported[]; readonly next: RunPlace | undefined }> {
  const from = after
    ? sql`and (created_at, id) > (${after.created_at}::timestamptz, ${after.id}::bigint)`
    : sql``;
  const { rows } = await sql<ExportedRow>`
    select id, created_at::text, to_jsonb(run) - ${[...leftOut]}::text[] as value,
      case when has_derived_analysis and analysis is null then outcome end as derived_from, call_disposition
    from workflow_runs as run
    where organization_id = ${organization_id} and ${parts[part](phone_number)} ${from}
    order by run.created_at, run.id limit ${limit}`.execute(db);
  const runs = rows.map(({ id, value, derived_from: outcome, call_disposition }) => ({
    id,
    value: outcome ? { ...value, analysis: analysisFrom({ outcome, call_disposition }) } : value,
  }));
  const last = rows.at(-1);
  if (last && rows.length === limit) return { runs, next: { part, after: last } };
  return { runs, next: part === 'called' ? { part: 'calling' } : undefined };
}
