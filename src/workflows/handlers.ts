import { isDeepStrictEqual } from 'node:util';
import { recordChange } from '../audit/actions.ts';
import { mustFit } from '../billing/quotas/actions.ts';
import { reaching } from '../auth/call-settings-queries.ts';
import type { Caller } from '../caller.ts';
import type { WorkflowsApp } from './context.ts';
import { sortedPage } from '../db/sorted-page.ts';
import { conflict, InvalidRequest } from '../errors.ts';
import { mustMatch, tagged } from '../http/etag.ts';
import type { OperationRequest, HandlersFor } from '../http/contract.ts';
import { mustKeepProtections } from '../http/protections.ts';
import { create, lockForChange, type Authorship, mustHaveVoice, record } from './actions.ts';
import { checkConfigurations, mustBeReachable, mustHaveHandoffs } from './configuration-checks.ts';
import { keptFor } from './former-settings-rules.ts';
import { definitionFaults } from './publishing-rules.ts';
import { unknownMembers } from './known-members.ts';
import * as queries from './queries.ts';
import { canPublish, nameOfCopy } from './rules.ts';
import { toolNames } from './tool-rules.ts';
import * as testCases from './test-cases/queries.ts';
import * as versions from './versions/queries.ts';
import type { components } from '../../generated/api.ts';
import type { WorkflowRow } from './queries.ts';

const workflow = (row: WorkflowRow): components['schemas']['Workflow'] => ({
  id: row.id,
  workflow_uuid: row.workflow_uuid,
  name: row.name,
  status: row.status,
  created_at: row.created_at,
  workflow_definition: row.workflow_definition,
  current_definition_id: row.current_definition_id,
  version_number: row.version_number,
  version_status: row.version_status,
  template_context_variables: row.template_context_variables,
  workflow_configurations: row.workflow_configurations,
  call_disposition_codes: { disposition_codes: row.disposition_codes },
  total_runs: row.total_runs,
  external_id: row.external_id,
  metadata: row.metadata ?? {},
});

export const workflows = {
  async listWorkflows({ query, caller }, app) {
    const rows = await queries.list(app.db, caller.organization_id, query);
    return sortedPage(rows, query, (row) => row);
  },

  createWorkflow: {
    before: ({ body }, app) => mustBeReachable(body, app),
    async work({ body, caller, requestId }, app) {
      const authorship = authorshipOf(caller, app);
      checkConfigurations(body);
      return app.db.transaction().execute(async (trx) => {
        await mustHaveVoice(trx, caller.organization_id, { app, ...body });
        await mustHaveHandoffs(trx, caller.organization_id, body);
        const id = await create(trx, body, authorship);
        const cause = { caller, requestId, at: authorship.created_at };
        await record(trx, cause, { action: 'workflow.created', id, before: null });
        return shown(await queries.get(trx, caller.organization_id, id));
      });
    },
  },

  async getWorkflow({ params, caller }, app) {
    return shown(await queries.get(app.db, caller.organization_id, params.workflow_id));
  },

  updateWorkflow: {
    before: ({ body }, app) => mustBeReachable(body, app),
    async work({ params, headers, body, caller, requestId }, app) {
      const { organization_id, ...authorship } = authorshipOf(caller, app);
      const { workflow_definition, ...changes } = body;
      checkConfigurations(body);
      const { answer, forbids } = await app.db.transaction().execute(async (trx) => {
        const ifMatch = headers['if-match'];
        const { id } = await lockForChange(trx, { organization_id, ...params, ifMatch });
        await mustHaveVoice(trx, organization_id, { app, ...body });
        await mustHaveHandoffs(trx, organization_id, body);
        const before = await queries.getAudited(trx, id);
        const kept = await queries.configurationsOf(trx, id);
        const former = kept.workflow_configurations;
        mustKeepProtections('updateWorkflow', {
          caller,
          former: { workflow_configurations: former },
          sent: body,
        });
        const current = workflow_definition && {
          current_definition_id: await versions.add(trx, id, {
            workflow_definition,
            ...authorship,
          }),
        };
        if (Object.keys(body).length > 0) {
          const sent = body.workflow_configurations;
          const isPerson = caller.kind === 'session';
          const change = { former, reaching, isPerson, now: authorship.created_at };
          await queries.update(trx, id, {
            ...changes,
            ...current,
            ...(sent && { former_settings: keptFor(kept.former_settings, { ...change, sent }) }),
            updated_at: authorship.created_at,
          });
          // Configurations, which hold what protects called people, can be changed always.
          if (workflow_definition || body.template_context_variables || body.metadata)
            await mustFit(trx, organization_id, ['content_bytes_limit']);
          const cause = { caller, requestId, at: authorship.created_at };
          await record(trx, cause, { action: 'workflow.updated', id, before });
        }
        const answer = shown(await queries.get(trx, organization_id, id));
        const sent = body.workflow_configurations;
        if (changesHours(sent, former))
          await app.effects.hoursChanged(trx, { organization_id, now: authorship.created_at });
        const forbids = forbidsCalls(sent, former);
        if (forbids) await app.effects.callsForbidden(trx, organization_id);
        return { answer, forbids };
      });
      if (forbids)
        await app.afterCommit((outer) => outer.effects.waitForPlacements(outer, organization_id));
      return answer;
    },
  },

  async validateWorkflow({ params, caller }, app) {
    const row = await queries.get(app.db, caller.organization_id, params.workflow_id);
    const tools = await app.lookups.tools.named(
      app.db,
      caller.organization_id,
      toolNames(row.workflow_definition),
    );
    const faults = definitionFaults(row.workflow_definition, tools);
    return { is_valid: faults.length === 0, faults, warnings: unknownMembers(row) };
  },

  async publishWorkflow({ params, headers, caller, requestId }, app) {
    const { organization_id } = caller;
    const at = app.now();
    return app.db.transaction().execute(async (trx) => {
      const ifMatch = headers['if-match'];
      const { id, status } = await lockForChange(trx, { organization_id, ...params, ifMatch });
      if (!canPublish(status)) throw archived();
      const newest = await queries.get(trx, organization_id, id);
      if (newest.version_status === 'published') return shown(newest);
      const names = toolNames(newest.workflow_definition);
      const tools =
        names.length > 0 ? await app.lookups.tools.lockNamed(trx, organization_id, names) : [];
      const faults = definitionFaults(newest.workflow_definition, tools);
      if (faults.length > 0) throw new InvalidRequest(faults);
      await mustHaveVoice(trx, organization_id, { app, ...newest });
      const before = await queries.getAudited(trx, id);
      await versions.publish(trx, { workflow_id: id, id: newest.current_definition_id, tools, at });
      await queries.update(trx, id, { updated_at: at });
      const cause = { caller, requestId, at };
      const more = { published_version_number: newest.version_number };
      await record(trx, cause, { action: 'workflow.published', id, before, more });
      return shown(await queries.get(trx, organization_id, id));
    });
  },

  async revertWorkflow({ params, headers, body, caller, requestId }, app) {
    const { organization_id, ...authorship } = authorshipOf(caller, app);
    return app.db.transaction().execute(async (trx) => {
      const ifMatch = headers['if-match'];
      const { id } = await lockForChange(trx, { organization_id, ...params, ifMatch });
      const { version_number } = body;
      const before = await queries.getAudited(trx, id);
      const earlier = await versions.get(trx, { organization_id, workflow_id: id, version_number });
      const { workflow_definition } = earlier;
      const current_definition_id = await versions.add(trx, id, {
        workflow_definition,
        ...authorship,
      });
      await queries.update(trx, id, { current_definition_id, updated_at: authorship.created_at });
      await mustFit(trx, organization_id, ['content_bytes_limit']);
      const cause = { caller, requestId, at: authorship.created_at };
      const more = { reverted_to: version_number };
      await record(trx, cause, { action: 'workflow.reverted', id, before, more });
      return shown(await queries.get(trx, organization_id, id));
    });
  },

  async archiveWorkflow(call, app) {
    return setStatus(call, app, 'archived');
  },

  async unarchiveWorkflow(call, app) {
    return setStatus(call, app, 'active');
  },

  async duplicateWorkflow({ params, caller, requestId }, app) {
    const { organization_id } = caller;
    return app.db.transaction().execute(async (trx) => {
      const original = await queries.get(trx, organization_id, params.workflow_id);
      const { workflow_definition, template_context_variables, workflow_configurations } = original;
      const copy = {
        name: nameOfCopy(original.name),
        workflow_definition,
        template_context_variables,
        workflow_configurations,
        metadata: original.metadata ?? {},
      };
      const authorship = authorshipOf(caller, app);
      const id = await create(trx, copy, authorship);
      const cause = { caller, requestId, at: authorship.created_at };
      const copied = { from: original.id, to: id, now: authorship.created_at };
      const test_cases = await testCases.copy(trx, organization_id, copied);
      const more = { duplicated_from: original.id, test_cases };
      await record(trx, cause, { action: 'workflow.duplicated', id, before: null, more });
      return shown(await queries.get(trx, organization_id, id));
    });
  },

  async deleteWorkflow({ params, headers, caller, requestId }, app) {
    const { organization_id } = caller;
    await app.db.transaction().execute(async (trx) => {
      const locked = await queries.lockForDeletion(trx, organization_id, params.workflow_id);
      mustMatch(headers['if-match'], locked);
      const used_by = await app.lookups.usesOfWorkflow(trx, organization_id, locked.id);
      if (used_by.length > 0) throw inUse(used_by);
      const before = await queries.getAudited(trx, locked.id);
      await queries.remove(trx, locked.id);
      const cause = { caller, requestId, at: app.now() };
      const change = { organization_id, subject_id: locked.id, before, after: null };
      await recordChange(trx, cause, { action: 'workflow.deleted', ...change });
    });
  },
} satisfies HandlersFor<
  | 'listWorkflows'
  | 'createWorkflow'
  | 'getWorkflow'
  | 'updateWorkflow'
  | 'validateWorkflow'
  | 'publishWorkflow'
  | 'revertWorkflow'
  | 'archiveWorkflow'
  | 'unarchiveWorkflow'
  | 'duplicateWorkflow'
  | 'deleteWorkflow',
  WorkflowsApp
>;

/** Writes nothing, not even the revision, if the workflow already has the status. */
async function setStatus(
  { params, headers, caller, requestId }: OperationRequest<'archiveWorkflow' | 'unarchiveWorkflow'>,
  app: WorkflowsApp,
  status: queries.WorkflowRow['status'],
) {
  const { organization_id } = caller;
  return app.db.transaction().execute(async (trx) => {
    const ifMatch = headers['if-match'];
    const locked = await lockForChange(trx, { organization_id, ...params, ifMatch });
    if (locked.status !== status) {
      const { id } = locked;
      const cause = { caller, requestId, at: app.now() };
      const before = await queries.getAudited(trx, id);
      await queries.update(trx, id, { status, updated_at: cause.at });
      if (status === 'active') await mustFit(trx, organization_id, ['workflow_limit']);
      const action = status === 'archived' ? 'workflow.archived' : 'workflow.unarchived';
      await record(trx, cause, { action, id, before });
    }
    return shown(await queries.get(trx, organization_id, locked.id));
  });
}

type Configurations = Readonly<Record<string, unknown>>;

/** Whether configurations that replace the former ones have other calling hours, or none. */
const changesHours = (sent: Configurations | undefined, former: Configurations): boolean =>
  sent !== undefined && !isDeepStrictEqual(sent['calling_hours'], former['calling_hours']);

/** Whether they may forbid calls that the former ones allow. */
const forbidsCalls = (sent: Configurations | undefined, former: Configurations): boolean =>
  ['require_prior_consent', 'calling_hours'].some(
    (member) => sent?.[member] !== undefined && !isDeepStrictEqual(sent[member], former[member]),
  );

const archived = () =>
  conflict('workflow_archived', 'An archived workflow cannot be published. Unarchive it first.');

const inUse = (used_by: readonly string[]) =>
  conflict(
    'workflow_in_use',
    `The workflow is used by ${used_by.join(', ')}. Archive it instead.`,
    {
      used_by,
    },
  );

const shown = (row: queries.WorkflowRow) => tagged(workflow(row), row);

const authorshipOf = (caller: Caller, app: WorkflowsApp): Authorship => ({
  organization_id: caller.organization_id,
  created_by: caller.kind === 'session' ? caller.user_id : null,
  created_at: app.now(),
});
