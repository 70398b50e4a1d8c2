import { sql, type Transaction } from 'kysely';
import type { components } from '../../../generated/api.ts';
import { settingsInCall } from '../../auth/run-token-queries.ts';
import { type EventParts, insertEvent } from '../../audit/queries.ts';
import { storedMetadata, withExternalId } from '../../db/client-data.ts';
import type { Database, Db } from '../../db/connect.ts';
import { conflict } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import { transcriptTooLarge } from './transcript-parts.ts';
import type { StoredTurn } from './transcript-rules.ts';
import { type Key, runNotFound, summaryColumns } from './read-queries.ts';
import {
  maxContextBytes,
  maxTranscriptBytes,
  testRunTransitions as transitions,
  summarized,
} from './rules.ts';

interface NewTestRun {
  readonly mode: 'test' | 'text';
  readonly organization_id: number;
  readonly workflow_id: number;
  readonly definition_id: number;
  readonly name: string;
  readonly initial_context: Record<string, unknown>;
  readonly external_id: string | null;
  readonly metadata: components['schemas']['Metadata'] | undefined;
  readonly created_at: Timestamp;
}

/** Inserts a run that places no call; returns its id. */
export async function insertTest(trx: Transaction<Database>, run: NewTestRun): Promise<number> {
  const inserted = trx
    .insertInto('workflow_runs')
    .values({
      ...run,
      initial_context: JSON.stringify(run.initial_context),
      metadata: storedMetadata(run.metadata),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return (await withExternalId('workflow_runs_external_id_key', inserted)).id;
}

/** Ends a test run without a result, unless it has ended. */
export const cancelTest = (trx: Transaction<Database>, id: number, now: Timestamp) =>
  trx
    .updateTable('workflow_runs')
    .set({ state: transitions.cancel.to, outcome: 'canceled', ended_at: now })
    .where('id', '=', id)
    .where('mode', 'in', ['test', 'text'])
    .where('state', 'in', transitions.cancel.from)
    .execute();

/** The members that a result sets; absent ones stay unchanged. */
interface RunResult {
  readonly transcript?: readonly StoredTurn[] | null;
  /** Turns to add; instead of `transcript`. */
  readonly appended?: readonly StoredTurn[];
  readonly recording_url?: string | null;
  readonly analysis?: components['schemas']['RunAnalysis'];
  readonly gathered_context?: Record<string, unknown>;
  readonly call_disposition?: string | null;
  readonly answered_by?: components['schemas']['SubmittedAnsweredBy'];
  readonly usage?: components['schemas']['RunUsage'] | null;
}

const textOf = (value: object | null): string | null => value && JSON.stringify(value);

/** Size of a merged context with the longest consent mark, for which room is reserved; 0 if nothing was merged. */
const contextBytes = sql<number>`coalesce(octet_length((merged_context || jsonb_build_object(
  'consent_given', false, 'consent_ts', '2026-01-01T00:00:00.000Z'
))::text), 0)`;

interface Submission extends Pick<EventParts, 'actor_kind' | 'actor_id' | 'request_id'> {
  /** Null for a submission that leaves no audit event. */
  readonly after: object | null;
}

interface Submitted {
  readonly result: RunResult;
  /** Whether a test run goes on after it. */
  readonly isPart: boolean;
  readonly submission: Submission;
  readonly now: Timestamp;
}

/**
 * Stores the result and its audit event in one statement: members of the gathered context that others write meanwhile
 * are kept, and the size is that of the final context, whoever else wrote to it. Ends a test run; other runs keep their
 * state. Throws, and writes nothing, if the context would be too large.
 */
export async function submitResult(
  trx: Transaction<Database>,
  key: Key,
  { result, isPart, submission, now }: Submitted,
): Promise<void> {
  const { transcript, appended, analysis, usage, gathered_context, ...columns } = result;
  const { after, ...author } = submission;
  const isTest = sql`mode in ('test', 'text')`;
  // A part begins a test run, any other result ends it.
  const ends = sql<boolean>`${isTest} and ${!isPart}`;
  const begins = sql<boolean>`${isTest} and ${isPart} and state = ${sql.lit(transitions.begin.from[0])}`;
  const longer = sql<string>`coalesce(transcript, '[]') || ${JSON.stringify(appended ?? [])}::jsonb`;
  const sent = gathered_context && JSON.stringify(gathered_context);
  const weighing = trx
    .with('held', (db) =>
      db
        .selectFrom('workflow_runs')
        .select(['id', sql`gathered_context || ${sent ?? null}::jsonb`.as('merged_context')])
        .select(
          sql<number>`case when ${appended !== undefined} then octet_length((${longer})::text) else 0 end`.as(
            'transcript_bytes',
          ),
        )
        .where('organization_id', '=', key.organization_id)
        .where('id', '=', key.run_id)
        .where('erased_at', 'is', null)
        .forNoKeyUpdate(),
    )
    .with('weighed', (db) =>
      db
        .selectFrom('held')
        .select(['id', 'merged_context', contextBytes.as('context_bytes'), 'transcript_bytes']),
    );
  const writing = weighing.with('written', (db) =>
    db
      .updateTable('workflow_runs')
      .from('weighed')
      .set({
        ...columns,
        ...(transcript !== undefined && {
          transcript: textOf(transcript),
          transcript_is_final: transcript !== null,
        }),
        ...(appended !== undefined && { transcript: longer }),
        ...(analysis !== undefined && { analysis: textOf(analysis) }),
        ...(usage !== undefined && {
          usage: textOf(usage),
          usage_revision: sql<number>`usage_revision + 1`,
        }),
        ...(sent !== undefined && { gathered_context: sql.ref('weighed.merged_context') }),
        state: sql`case when ${ends} then ${sql.lit(transitions.complete.to)} when ${begins} then ${sql.lit(transitions.begin.to)} else state end`,
        outcome: sql`case when ${ends} then coalesce(outcome, 'completed') else outcome end`,
        started_at: sql`case when ${isTest} then coalesce(started_at, ${now}::timestamptz) else started_at end`,
        ended_at: sql`case when ${ends} then coalesce(ended_at, ${now}::timestamptz) else ended_at end`,
      })
      .whereRef('workflow_runs.id', '=', 'weighed.id')
      .where('weighed.context_bytes', '<=', maxContextBytes)
      .where('weighed.transcript_bytes', '<=', maxTranscriptBytes)
      .returning('workflow_runs.id'),
  );
  const event = {
    ...author,
    created_at: now,
    organization_id: key.organization_id,
    action: 'workflow_run.result_submitted',
    subject_id: sql.ref('written.id'),
    before: null,
    after: JSON.stringify(after),
  } as const;
  const written =
    after === null
      ? await writing.selectFrom('written').select('id').executeTakeFirst()
      : await insertEvent(writing, event, 'written').returning('id').executeTakeFirst();
  if (written) return;
  const weighed = await weighing
    .selectFrom('weighed')
    .select(['context_bytes', 'transcript_bytes'])
    .executeTakeFirst();
  if (!weighed) throw runNotFound();
  throw weighed.context_bytes > maxContextBytes
    ? contextTooLarge(weighed.context_bytes)
    : transcriptTooLarge(weighed.transcript_bytes);
}

const contextTooLarge = (size_bytes: number) =>
  conflict(
    'gathered_context_too_large',
    `The run's gathered_context would be ${size_bytes} bytes; the maximum is ${maxContextBytes}. Send less, or replace long members by sending them as null.`,
    { limit_bytes: maxContextBytes, size_bytes, param: 'gathered_context' },
  );

/** Removes a run that has ended, with its conversation and marks. Throws if somebody else has removed it. */
export const remove = (trx: Transaction<Database>, id: number) =>
  trx
    .deleteFrom('workflow_runs')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow(runNotFound);

/** Whose agents a run has, or had. */
export interface Agents {
  readonly organization_id: number;
  readonly workflow_id: number;
  /** Null: the first agent has it. */
  readonly handoff_id: number | null;
  readonly created_at: Timestamp;
}

/** The settings of the workflow that the run began with, and of the one whose agent has it, as they are for the run. */
export async function configurationsOfAgents(
  db: Db,
  { organization_id, workflow_id, handoff_id, created_at }: Agents,
): Promise<Record<string, unknown>[]> {
  const rows = await db
    .selectFrom('workflows')
    .select(
      settingsInCall('workflows', sql`${created_at}::timestamptz`).as('workflow_configurations'),
    )
    .where('organization_id', '=', organization_id)
    .where((eb) =>
      eb.or([
        eb('id', '=', workflow_id),
        ...(handoff_id === null
          ? []
          : [
              eb(
                'id',
                'in',
                eb
                  .selectFrom('run_transfers')
                  .select('to_workflow_id')
                  .where('run_transfers.organization_id', '=', organization_id)
                  .where('run_transfers.id', '=', handoff_id),
              ),
            ]),
      ]),
    )
    .execute();
  return rows.map(({ workflow_configurations }) => workflow_configurations);
}

/** How many of a contact's calls are shown. */
const shownCalls = 50;

/** The newest calls of a contact, newest first. */
export async function attemptsOf(db: Db, organizationId: number, contactId: number) {
  const rows = await db
    .selectFrom('workflow_runs as run')
    .select(summaryColumns)
    .where('run.organization_id', '=', organizationId)
    .where('run.contact_id', '=', contactId)
    .orderBy('run.id', 'desc')
    .limit(shownCalls)
    .execute();
  return rows.map(summarized);
}

/** The last call of a contact and how it ended; it has ended. */
export async function lastAttempt(db: Db, organizationId: number, contactId: number) {
  const { id, outcome, ended_at } = await db
    .selectFrom('workflow_runs')
    .select(['id', 'outcome', 'ended_at'])
    .where('organization_id', '=', organizationId)
    .where('contact_id', '=', contactId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  if (outcome === null || ended_at === null)
    throw new Error(`The last call of contact ${contactId} has not ended.`);
  return { id, outcome, ended_at };
}
