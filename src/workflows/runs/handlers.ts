import { actorOf, recordChange, recordExport } from '../../audit/actions.ts';
import { mustFit } from '../../billing/quotas/actions.ts';
import { pageOf } from '../../db/page.ts';
import { conflict, InvalidRequest, roleRequired, valueError } from '../../errors.ts';
import type { OperationRequest, HandlersFor } from '../../http/contract.ts';
import { WithHeaders } from '../../http/etag.ts';
import type { WorkflowsApp } from '../context.ts';
import { open } from '../conversations/actions.ts';
import * as workflows from '../queries.ts';
import { canTest } from '../rules.ts';
import * as versions from '../versions/queries.ts';
import { mustMatchRun, taggedRun } from './actions.ts';
import { listConsentMarks, markConsent } from './consent-queries.ts';
import { exported } from './export.ts';
import { writers } from './export-formats.ts';
import { runFiltersOf } from './filters.ts';
import { list } from './list-queries.ts';
import { optsOut } from './opt-out.ts';
import { newTurnsOf } from './transcript-parts.ts';
import * as runs from './queries.ts';
import { get, getOf, mustExist } from './read-queries.ts';
import { analysisOf, callRoles, isTest, otherNumber, resultFaults, transcriptOf } from './rules.ts';
import { usageOf } from './usage-rules.ts';

export const workflowRuns = {
  async listWorkflowRuns({ params, query, caller }, app) {
    const { organization_id } = caller;
    await workflows.mustExist(app.db, organization_id, params.workflow_id);
    return list(app.db, { ...runFiltersOf(app, query), organization_id, ...params });
  },

  async listRuns({ query, caller }, app) {
    return list(app.db, { ...runFiltersOf(app, query), organization_id: caller.organization_id });
  },

  async exportRuns({ query: { format = 'csv', ...query }, caller, requestId, signal }, app) {
    const { organization_id } = caller;
    const cause = { caller, requestId, at: app.now() };
    const subject = { organization_id, subject_id: organization_id, after: { format, ...query } };
    await recordExport(app.db, cause, { action: 'workflow_run.exported', ...subject });
    const filters = { ...runFiltersOf(app, query), organization_id: caller.organization_id };
    const runs = exported(app.reads, filters, { format, signal });
    return new WithHeaders(runs, { 'Content-Type': writers[format].type });
  },

  async getRun({ params, caller }, app) {
    return taggedRun(await get(app.db, { organization_id: caller.organization_id, ...params }));
  },

  async getWorkflowRun({ params, caller }, app) {
    return taggedRun(await getOf(app.db, { organization_id: caller.organization_id, ...params }));
  },

  async createTestRun({ params, body, caller, requestId }, app) {
    const { organization_id } = caller;
    const { mode = 'test', version_number, name = 'Test run', initial_context = {} } = body;
    const cause = { caller, requestId, at: app.now() };
    return app.db.transaction().execute(async (trx) => {
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
        created_at: cause.at,
      });
      await mustFit(trx, organization_id, ['content_bytes_limit']);
      if (mode === 'text') await open(trx, { organization_id, run_id, definition_id });
      const run = await get(trx, { organization_id, run_id });
      await recordChange(trx, cause, {
        action: 'workflow_run.created',
        organization_id,
        subject_id: run_id,
        before: null,
        after: { workflow_id, version_number: run.version_number, name, mode: run.mode },
      });
      return taggedRun(run);
    });
  },

  async submitRunResult({ params, headers, body, caller, requestId }, app) {
    const faults = resultFaults(body);
    if (faults.length > 0) throw new InvalidRequest(faults.map(valueError));
    const key = { organization_id: caller.organization_id, ...params };
    const { transcript, analysis, usage, append, opt_out: _, callback_at, ...rest } = body;
    const result = {
      ...rest,
      ...(analysis && { analysis: analysisOf(analysis) }),
      ...(usage !== undefined && { usage: usage && usageOf(usage) }),
    };
    const turns = transcript && transcriptOf(transcript);
    const { run, leaves } = await app.db.transaction().execute(async (trx) => {
      const now = app.now();
      await mustMatchRun(trx, key, headers['if-match']);
      if (callback_at !== undefined)
        await app.effects.callBack(trx, { ...key, caller, callback_at, now });
      const author = { ...actorOf(caller), request_id: requestId };
      const part = append === true && turns ? { first: transcript?.[0]?.index ?? 0, turns } : null;
      const added = part && (await newTurnsOf(trx, key, part));
      const isRecorded = added === null || added.isFirst;
      await runs.submitResult(trx, key, {
        result: {
          ...result,
          ...(added ? { appended: added.turns } : turns !== undefined && { transcript: turns }),
        },
        submission: { ...author, after: isRecorded ? submitted(body) : null },
        now,
      });
      if (analysis) await app.effects.analysisSubmitted(trx, key.run_id, now);
      const run = await get(trx, key);
      // What an editor could say of a call has others called, or no longer called.
      if (caller.kind === 'session' && caller.role === 'editor' && !isTest(run))
        throw roleRequired(caller.role, callRoles);
      const phone_number = otherNumber(run);
      if (phone_number === null || !(await optsOut(trx, body, run.workflow_id)))
        return { run, leaves: null };
      const out = { run_id: run.id, phone_number };
      await app.effects.optedOut(trx, { caller, requestId, at: now }, out);
      return { run, leaves: phone_number };
    });
    if (leaves !== null) {
      const number = { organization_id: caller.organization_id, phone_number: leaves };
      await app.afterCommit((outer) => outer.effects.calledNoMore(outer, number));
    }
    return taggedRun(run);
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

  async deleteRun({ params, headers, caller, requestId }, app) {
    const { organization_id } = caller;
    const key = { organization_id, ...params };
    await app.db.transaction().execute(async (trx) => {
      await mustMatchRun(trx, key, headers['if-match']);
      const { state, workflow_id, campaign_id, mode, outcome } = await get(trx, key);
      if (state !== 'completed') throw inProgress(state);
      await app.effects.runDeleted(trx, key);
      await runs.remove(trx, params.run_id);
      const cause = { caller, requestId, at: app.now() };
      await recordChange(trx, cause, {
        action: 'workflow_run.deleted',
        organization_id,
        subject_id: params.run_id,
        before: { workflow_id, campaign_id, mode, outcome },
        after: null,
      });
    });
  },
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

/** What the audit stores of a result: which members were sent, not their content. */
const submitted = (body: OperationRequest<'submitRunResult'>['body']) => ({
  members: Object.keys(body),
  transcript_turns: body.transcript?.length ?? null,
});

const inProgress = (state: string) =>
  conflict(
    'run_in_progress',
    `The run is ${state}. End it with hangUpRun, or wait until it has ended.`,
    { state },
  );

const archived = () =>
  conflict('workflow_archived', 'An archived workflow cannot be tested. Unarchive it first.');
