import { type RawBuilder, sql, type Transaction } from 'kysely';
import { insertEvent } from '../../audit/queries.ts';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { prepared } from '../../db/driver/prepared.ts';
import type { Timestamp } from '../../timestamp.ts';
import { throwMissing } from '../queries.ts';
import { detailColumns, detailed, runNotFound, type WorkflowKey } from './read-queries.ts';

interface ConsentMark {
  readonly consent_given: boolean;
  readonly consent_ts: Timestamp;
  readonly marked_by: number;
  readonly request_id: string;
}

/** The consent in a context; null members are absent from it. */
const consentIn = (context: RawBuilder<unknown>) => sql`jsonb_build_object(
  'consent_given', ${context} -> 'consent_given', 'consent_ts', ${context} -> 'consent_ts'
)`;

/**
 * Merges the consent mark into the gathered context and records it in the audit trail, in one statement: concurrent
 * writers of other keys wait at the row and none is lost, and the last recorded mark is the one that the run shows. Both
 * records lock the run, which is written once they are there.
 */
const mark = prepared((db, values: WorkflowKey & ConsentMark) => {
  const consent = sql`jsonb_build_object(
    'consent_given', ${values.consent_given}::boolean, 'consent_ts', ${values.consent_ts}::text
  )`;
  const locked = (marking: Pick<Db, 'selectFrom'>) =>
    marking
      .selectFrom('workflow_runs')
      .select(['id', 'organization_id', 'gathered_context'])
      .where('organization_id', '=', values.organization_id)
      .where('workflow_id', '=', values.workflow_id)
      .where('id', '=', values.run_id)
      .where('erased_at', 'is', null)
      .forNoKeyUpdate();
  return db
    .with('mark', (marking) =>
      marking
        .with('marked', locked)
        .insertInto('consent_marks')
        .columns(['organization_id', 'run_id', 'consent_given', 'consent_ts', 'marked_by'])
        .expression((eb) =>
          eb
            .selectFrom('marked')
            .select([
              'marked.organization_id',
              'marked.id',
              eb.val(values.consent_given).as('consent_given'),
              eb.val(values.consent_ts).as('consent_ts'),
              eb.val(values.marked_by).as('marked_by'),
            ]),
        )
        .returning('run_id'),
    )
    .with('event', (marking) =>
      insertEvent(
        marking.with('former', locked),
        {
          created_at: values.consent_ts,
          organization_id: values.organization_id,
          actor_kind: 'user',
          actor_id: values.marked_by,
          action: 'workflow_run.consent_marked',
          subject_id: sql.ref('former.id'),
          before: consentIn(sql`former.gathered_context`),
          after: consent,
          request_id: values.request_id,
        },
        'former',
      ).returning('action'),
    )
    .with('run', (marking) =>
      marking
        .updateTable('workflow_runs')
        .from(['mark', 'event'])
        .set({
          gathered_context: sql`workflow_runs.gathered_context || ${consent}`,
          usage_revision: sql`usage_revision + 1`,
        })
        .whereRef('workflow_runs.id', '=', 'mark.run_id')
        .returningAll('workflow_runs'),
    )
    .selectFrom('run')
    .select(detailColumns);
});

export async function markConsent(db: Db, key: WorkflowKey, consent: ConsentMark) {
  const [run] = await mark(db, { ...key, ...consent });
  return run ? detailed(run) : throwMissing(db, key, runNotFound());
}

export const listConsentMarks = (db: Db, organizationId: number, runId: number, query: PageQuery) =>
  db
    .selectFrom('consent_marks')
    .select(['id', 'run_id', 'consent_given', 'consent_ts', 'consent_source', 'marked_by'])
    .where('organization_id', '=', organizationId)
    .where('run_id', '=', runId)
    .$call(newestFirst(query))
    .execute();

export interface Consent {
  readonly run_id: number;
  readonly consent_given: boolean;
  readonly consent_ts: Timestamp;
}

/** Merges consent that carriers reported into the gathered contexts, and records the marks in the audit trail. */
export async function writeConsents(
  trx: Transaction<Database>,
  { consents, now }: { readonly consents: readonly Consent[]; readonly now: Timestamp },
): Promise<void> {
  const reported = sql<Consent>`jsonb_to_recordset(${JSON.stringify(consents)}::jsonb)`.as<'mark'>(
    sql`mark (run_id bigint, consent_given boolean, consent_ts text)`,
  );
  const marked = trx.with('marked', (part) =>
    part
      .selectFrom(reported)
      .innerJoin('workflow_runs as run', 'run.id', 'mark.run_id')
      .select(['run.id', 'run.organization_id', 'run.gathered_context'])
      .select(['mark.consent_given', 'mark.consent_ts']),
  );
  await insertEvent(
    marked,
    {
      created_at: now,
      organization_id: sql.ref('marked.organization_id'),
      actor_kind: 'carrier',
      actor_id: null,
      action: 'workflow_run.consent_marked',
      subject_id: sql.ref('marked.id'),
      before: consentIn(sql`marked.gathered_context`),
      after: sql`jsonb_build_object('consent_given', marked.consent_given, 'consent_ts', marked.consent_ts)`,
      request_id: null,
    },
    'marked',
  ).execute();
  const contexts = consents.map(({ run_id, ...context }) => ({ run_id, context }));
  await sql`
    update workflow_runs as run
    set gathered_context = run.gathered_context || mark.context, usage_revision = run.usage_revision + 1
    from jsonb_to_recordset(${JSON.stringify(contexts)}::jsonb) as mark (run_id bigint, context jsonb)
    where run.id = mark.run_id`.execute(trx);
  await trx
    .insertInto('consent_marks')
    .columns(['organization_id', 'run_id', 'consent_given', 'consent_ts'])
    .expression((eb) =>
      eb
        .selectFrom(reported)
        .innerJoin('workflow_runs as run', 'run.id', 'mark.run_id')
        .select(['run.organization_id', 'run.id', 'mark.consent_given'])
        .select(sql<Timestamp>`mark.consent_ts::timestamptz`.as('consent_ts')),
    )
    .execute();
}
