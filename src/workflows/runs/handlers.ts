import { asChange, makeChange } from '../../audit/actions.ts';
import { mustFit } from '../../billing/quotas/actions.ts';
import { pageOf } from '../../db/page.ts';
import { conflict, invalid, InvalidRequest, valueError } from '../../errors.ts';
import type { HandlersFor, OperationRequest } from '../../http/contract.ts';
import { WithHeaders } from '../../http/etag.ts';
import type { WorkflowsApp } from '../context.ts';
import { open } from '../conversations/actions.ts';
import * as workflows from '../queries.ts';
import { canTest } from '../rules.ts';
import { toolAnswerFaults, toolAnswersOf } from '../tool-answer-rules.ts';
import * as versions from '../versions/queries.ts';
import { mustMatchRun, taggedRun } from './actions.ts';
import { listConsentMarks, markConsent } from './consent-queries.ts';
import { writers, type Format } from './export-formats.ts';
import { list, type RunsQuery } from './list-queries.ts';
import * as runs from './queries.ts';
import { get, getOf, mustExist } from './read-queries.ts';
import { submitResult } from './results.ts';
import type { Reads } from '../../db/replica.ts';
import { filtersOf } from '../../time/period-filter.ts';

type Query = Parameters<typeof filtersOf>[0] & {
  readonly to_number?: string;
  readonly from_number?: string;
};

/** A list's query as the database compares it. Throws the validation error for a time or a number that is none. */
function runFiltersOf<Given extends Query>({ lookups }: WorkflowsApp, query: Given) {
  const { to_number, from_number } = query;
  return {
    ...filtersOf(query),
    ...(to_number !== undefined && {
      to_number: lookups.numberIn(['query', 'to_number'], to_number),
    }),
    ...(from_number !== undefined && {
      from_number: lookups.numberIn(['query', 'from_number'], from_number),
    }),
  };
}

/** How many runs are read and written together. */
const runsAtOnce = 500;

interface Export {
  readonly format: Format;
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
}

/**
 * The runs that match the filters, read while they are sent: no statement is open while the client reads, and each page
 * comes from the server that is fit then. A page that
 * finds nothing writes nothing, so whether somebody still reads is looked at before each.
 */
export async function* exported(
  reads: Reads,
  filters: RunsQuery,
  { format, signal }: Export,
): AsyncGenerator<string> {
  const { header, rows } = writers[format];
  if (header !== '') yield header;
  for (let cursor: string | null | undefined; cursor !== null && !signal.aborted;) {
    const at = cursor && { cursor };
    const page = await reads((db) => list(db, { ...filters, limit: runsAtOnce, ...at }));
    if (page.items.length > 0) yield rows(page.items);
    cursor = page.next_cursor;
  }
}

export const workflowRuns = {
  async listWorkflowRuns({ params, query, caller }, app) {
    const { organization_id } = caller;
    await workflows.mustExist(app.db, organization_id, params.workflow_id);
    return list(app.db, { ...runFiltersOf(app, query), organization_id, ...params });
  },

  async listRuns({ query, caller }, app) {
    return list(app.db, { ...runFiltersOf(app, query), organization_id: caller.organization_id });
  },

  async exportRuns({ query: { format = 'csv', ...query }, signal, ...call }, app) {
    const { organization_id } = call.caller;
    const after = { format, ...query };
    await makeChange(call, app, ({ record }) =>
      record('workflow_run.exported', organization_id, { after }),
    );
    const filters = { ...runFiltersOf(app, query), organization_id };
    const runs = exported(app.reads, filters, { format, signal });
    return new WithHeaders(runs, { 'Content-Type': writers[format].type });
  },

  async getRun({ params, caller }, app) {
    return taggedRun(await get(app.db, { organization_id: caller.organization_id, ...params }));
  },

  async getWorkflowRun({ params, caller }, app) {
    return taggedRun(await getOf(app.db, { organization_id: caller.organization_id, ...params }));
  },

  async createTestRun({ params, body, ...call }, app) {
    const { mode = 'test', version_number, name = 'Test run', initial_context = {} } = body;
    checkAnswers(body);
    return makeChange(call, app, async ({ trx, organization_id, at, record }) => {
      const { id: workflow_id, status } = await workflows.lock(
        trx,
        organization_id,
        params.workflow_id,
      );
      if (!canTest(status)) throw archived();
      const version = { organization_id, workflow_id, version_number };
      const definition_id = await versions.idOf(trx, version);
      const run_id = await runs.insertTest(trx, {
        organization_id,
        workflow_id,
        definition_id,
        mode,
        name,
        initial_context,
        external_id: body.external_id ?? null,
        metadata: body.metadata,
        created_at: at,
      });
      const tool_answers = toolAnswersOf(body.tool_answers);
      if (mode === 'text')
        await open(trx, { organization_id, run_id, definition_id, tool_answers });
      await mustFit(trx, organization_id, ['content_bytes_limit']);
      const run = await get(trx, { organization_id, run_id });
      await record('workflow_run.created', run_id, {
        after: { workflow_id, version_number: run.version_number, name, mode: run.mode },
      });
      return taggedRun(run);
    });
  },

  async submitRunResult({ params, headers, body, caller, requestId }, app) {
    const key = { organization_id: caller.organization_id, ...params };
    const ifMatch = headers['if-match'];
    return taggedRun(await submitResult(app, { key, body, caller, requestId, ifMatch }));
  },

  async markRunConsent({ params, headers, body, caller, requestId }, app) {
    const run = { organization_id: caller.organization_id, ...params };
    const mark = {
      consent_given: body.consent_given,
      consent_ts: app.now(),
      marked_by: caller.user_id,
      request_id: requestId,
    };
    const ifMatch = headers['if-match'];
    if (ifMatch === undefined) return taggedRun(await markConsent(app.db, run, mark));
    return app.db.transaction().execute(async (trx) => {
      await mustMatchRun(trx, run, ifMatch);
      return taggedRun(await markConsent(trx, run, mark));
    });
  },

  async listRunConsentMarks({ params, query, caller }, app) {
    const { organization_id } = caller;
    await mustExist(app.db, organization_id, params.run_id);
    return pageOf(await listConsentMarks(app.db, organization_id, params.run_id, query), query);
  },

  deleteRun: asChange(async ({ trx, params, headers, organization_id, record }, app) => {
    const key = { organization_id, ...params };
    await mustMatchRun(trx, key, headers['if-match']);
    const { state, workflow_id, campaign_id, mode, outcome } = await get(trx, key);
    if (state !== 'completed') throw inProgress(state);
    await app.effects.runDeleted(trx, key);
    await runs.remove(trx, params.run_id);
    const before = { workflow_id, campaign_id, mode, outcome };
    await record('workflow_run.deleted', params.run_id, { before });
  }),
} satisfies HandlersFor<
  | 'listWorkflowRuns'
  | 'listRuns'
  | 'exportRuns'
  | 'getRun'
  | 'getWorkflowRun'
  | 'createTestRun'
  | 'submitRunResult'
  | 'markRunConsent'
  | 'listRunConsentMarks'
  | 'deleteRun',
  WorkflowsApp
>;

function checkAnswers({ mode, tool_answers }: OperationRequest<'createTestRun'>['body']): void {
  if (tool_answers !== undefined && mode !== 'text')
    throw invalid(['body', 'tool_answers'], 'Must be absent without the mode `text`.');
  const faults = toolAnswerFaults(tool_answers);
  if (faults.length > 0) throw new InvalidRequest(faults.map(valueError));
}

const inProgress = (state: string) =>
  conflict(
    'run_in_progress',
    `The run is ${state}. End it with hangUpRun, or wait until it has ended.`,
    { state },
  );

const archived = () =>
  conflict('workflow_archived', 'An archived workflow cannot be tested. Unarchive it first.');
