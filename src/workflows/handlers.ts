import { isDeepStrictEqual } from 'node:util';
import { asChange, makeChange } from '../audit/actions.ts';
import { mustFit } from '../billing/quotas/actions.ts';
import { reaching } from '../auth/run-token-queries.ts';
import type { WorkflowsApp } from './context.ts';
import { sortedPage } from '../db/sorted-page.ts';
import { conflict, InvalidRequest } from '../errors.ts';
import { tagged } from '../http/etag.ts';
import type { OperationRequest, HandlersFor } from '../http/contract.ts';
import { mustKeepProtections } from '../http/protections.ts';
import {
  type CallersCause,
  create,
  lockForChange,
  type Authorship,
  mustHaveVoice,
  record,
} from './actions.ts';
import { checkConfigurations, mustBeReachable, mustHaveHandoffs } from './configuration-checks.ts';
import { keptFor, definitionFaults, canPublish, nameOfCopy } from './rules.ts';

import { unknownMembers } from './known-members.ts';
import * as queries from './queries.ts';

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
  published_version_number: row.published_version_number,
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
    async work({ body, ...call }, app) {
      checkConfigurations(body);
      return makeChange(call, app, async ({ trx, organization_id, cause }) => {
        await mustHaveVoice(trx, organization_id, { app, ...body });
        await mustHaveHandoffs(trx, organization_id, body);
        const id = await create(trx, body, authorshipOf(cause));
        await record(trx, cause, { action: 'workflow.created', id, before: null });
        return shown(await queries.get(trx, organization_id, id));
      });
    },
  },

  async getWorkflow({ params, caller }, app) {
    return shown(await queries.get(app.db, caller.organization_id, params.workflow_id));
  },

  updateWorkflow: {
    before: ({ body }, app) => mustBeReachable(body, app),
    async work({ params, body, ...call }, app) {
      const { organization_id } = call.caller;
      const { workflow_definition, ...changes } = body;
      checkConfigurations(body);
      const { answer, forbids } = await makeChange(
        call,
        app,
        async ({ trx, at, cause, mustMatch }) => {
          const { caller } = cause;
          const { id } = await lockForChange(trx, { organization_id, ...params, mustMatch });
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
              ...authorshipOf(cause),
            }),
          };
          if (Object.keys(body).length > 0) {
            const sent = body.workflow_configurations;
            const isPerson = caller.kind === 'session';
            const change = { former, reaching, isPerson, now: at };
            await queries.update(trx, id, {
              ...changes,
              ...current,
              ...(sent && { former_settings: keptFor(kept.former_settings, { ...change, sent }) }),
              updated_at: at,
            });
            // Configurations, which hold what protects called people, can be changed always.
            if (workflow_definition || body.template_context_variables || body.metadata)
              await mustFit(trx, organization_id, ['content_bytes_limit']);
            await record(trx, cause, { action: 'workflow.updated', id, before });
          }
          const answer = shown(await queries.get(trx, organization_id, id));
          const sent = body.workflow_configurations;
          if (changesHours(sent, former))
            await app.effects.hoursChanged(trx, { organization_id, now: at });
          const forbids = forbidsCalls(sent, former);
          if (forbids) await app.effects.callsForbidden(trx, organization_id);
          return { answer, forbids };
        },
      );
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

  publishWorkflow: asChange(async ({ trx, params, organization_id, at, cause, mustMatch }, app) => {
    const { id, status } = await lockForChange(trx, { organization_id, ...params, mustMatch });
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
    const more = { published_version_number: newest.version_number };
    await record(trx, cause, { action: 'workflow.published', id, before, more });
    return shown(await queries.get(trx, organization_id, id));
  }),

  revertWorkflow: asChange(async ({ trx, params, body, organization_id, at, cause, mustMatch }) => {
    const { id } = await lockForChange(trx, { organization_id, ...params, mustMatch });
    const { version_number } = body;
    const before = await queries.getAudited(trx, id);
    const earlier = await versions.get(trx, { organization_id, workflow_id: id, version_number });
    const { workflow_definition } = earlier;
    const current_definition_id = await versions.add(trx, id, {
      workflow_definition,
      ...authorshipOf(cause),
    });
    await queries.update(trx, id, { current_definition_id, updated_at: at });
    await mustFit(trx, organization_id, ['content_bytes_limit']);
    const more = { reverted_to: version_number };
    await record(trx, cause, { action: 'workflow.reverted', id, before, more });
    return shown(await queries.get(trx, organization_id, id));
  }),

  async archiveWorkflow(call, app) {
    return setStatus(call, app, 'archived');
  },

  async unarchiveWorkflow(call, app) {
    return setStatus(call, app, 'active');
  },

  duplicateWorkflow: asChange(async ({ trx, params, organization_id, at, cause }) => {
    const original = await queries.get(trx, organization_id, params.workflow_id);
    const { workflow_definition, template_context_variables, workflow_configurations } = original;
    const copy = {
      name: nameOfCopy(original.name),
      workflow_definition,
      template_context_variables,
      workflow_configurations,
      metadata: original.metadata ?? {},
    };
    const id = await create(trx, copy, authorshipOf(cause));
    const copied = { from: original.id, to: id, now: at };
    const test_cases = await testCases.copy(trx, organization_id, copied);
    const more = { duplicated_from: original.id, test_cases };
    await record(trx, cause, { action: 'workflow.duplicated', id, before: null, more });
    return shown(await queries.get(trx, organization_id, id));
  }),

  deleteWorkflow: asChange(async ({ trx, params, organization_id, mustMatch, record }, app) => {
    const locked = await queries.lockForDeletion(trx, organization_id, params.workflow_id);
    mustMatch(locked);
    const used_by = await app.lookups.usesOfWorkflow(trx, organization_id, locked.id);
    if (used_by.length > 0) throw inUse(used_by);
    const before = await queries.getAudited(trx, locked.id);
    await queries.remove(trx, locked.id);
    await record('workflow.deleted', locked.id, { before });
  }),
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
const setStatus = (
  request: OperationRequest<'archiveWorkflow' | 'unarchiveWorkflow'>,
  app: WorkflowsApp,
  status: queries.WorkflowRow['status'],
) =>
  makeChange(request, app, async ({ trx, organization_id, at, cause, mustMatch }) => {
    const options = { organization_id, ...request.params, mustMatch };
    const { id, ...locked } = await lockForChange(trx, options);
    if (locked.status !== status) {
      const before = await queries.getAudited(trx, id);
      await queries.update(trx, id, { status, updated_at: at });
      if (status === 'active') await mustFit(trx, organization_id, ['workflow_limit']);
      const action = status === 'archived' ? 'workflow.archived' : 'workflow.unarchived';
      await record(trx, cause, { action, id, before });
    }
    return shown(await queries.get(trx, organization_id, id));
  });

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

const authorshipOf = ({ caller, at }: CallersCause): Authorship => ({
  organization_id: caller.organization_id,
  created_by: caller.kind === 'session' ? caller.user_id : null,
  created_at: at,
});
