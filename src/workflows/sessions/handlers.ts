import { makeChange } from '../../audit/actions.ts';
import { readCode } from '../../auth/run-codes.ts';
import { runToken } from '../../auth/run-tokens.ts';
import { conflict, invalid } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { builtInsOf, grantsActing } from '../built-in-rules.ts';
import type { WorkflowsApp } from '../context.ts';
import { lastNumber, setDeliveredUpTo } from '../instructions/queries.ts';
import { positionIn } from '../instructions/rules.ts';
import { mustMatchRun, taggedRun } from '../runs/actions.ts';
import { isLeft } from '../runs/agent-rules.ts';
import { get, mustExist } from '../runs/read-queries.ts';
import { functionsOf, toolNames } from '../tool-rules.ts';
import * as sessions from './queries.ts';
import { follow } from './stream.ts';
import type { components } from '../../../generated/api.ts';
import { phaseOf } from '../runs/rules.ts';
import { transcriptShown } from '../runs/transcript-rules.ts';
import type { SessionRow } from './queries.ts';

type RunSession = components['schemas']['RunSession'];

/** The session of a run. What was gathered replaces the run's own values, and these the workflow's defaults. */
const runSession = (
  {
    template_context_variables,
    consent_given,
    consent_ts,
    started_at,
    is_dialing,
    transfer_state,
    pinned_tools: _pinned,
    published_at: _published,
    provider: _provider,
    credentials_encrypted: _sealed,
    handoff_id,
    handoff_briefing,
    handoff_transcript,
    first_workflow_id,
    ...row
  }: SessionRow,
  tools: RunSession['tools'],
): RunSession => ({
  ...row,
  tools,
  phase: phaseOf({ state: row.state, started_at, is_dialing, transfer_state }),
  variables: {
    ...template_context_variables,
    ...row.initial_context,
    ...row.gathered_context,
  },
  consent: { consent_given, consent_ts },
  handoff:
    handoff_id === null
      ? null
      : {
          transfer_id: handoff_id,
          first_workflow_id,
          briefing: handoff_briefing,
          transcript: transcriptShown(handoff_transcript) ?? [],
        },
});

export const runSessions = {
  async getRunSession({ params, caller }, app) {
    const key = { organization_id: caller.organization_id, ...params };
    const row = await sessions.get(app.db, key);
    const { organization_id } = caller;
    // A version that was never published has its tools as they are.
    const names = row.published_at === null ? toolNames(row.workflow_definition) : [];
    const current =
      names.length > 0 ? await app.lookups.tools.named(app.db, organization_id, names) : [];
    const own = isLeft(row) ? [] : (row.pinned_tools ?? current);
    const { workflow_configurations } = row;
    const builtIn = builtInsOf({
      ...row,
      isActing: grantsActing(workflow_configurations),
      sendsKeys: app.lookups.sendsKeys({ ...row, organization_id }),
      destinations: app.lookups.transferDestinations(workflow_configurations),
    });
    return runSession(row, functionsOf(own, builtIn));
  },

  async streamRunSession({ params, headers, caller, signal }, app) {
    const key = { organization_id: caller.organization_id, ...params };
    await mustExist(app.db, key.organization_id, key.run_id);
    const id = headers['last-event-id'];
    const position = positionIn(id, await lastNumber(app.db, key));
    if (!position) throw invalid(['header', 'Last-Event-ID'], lastEventRule, id);
    const { after, said } = position;
    if (caller.kind !== 'run_token') return follow(app, { key, after, said, signal });
    if (after > 0) await setDeliveredUpTo(app.db, key, { last: after, now: app.now() });
    return follow(app, { key, after, agent: caller.handoff_id, signal });
  },

  async exchangeRunCode({ body }, app) {
    const code = readCode(app.secrets, body.run_code);
    if (!code || !(await sessions.takeCode(app.db, code, app.now()))) throw codeEnded();
    return { run_id: code.run_id, run_token: runToken(app.secrets, code) };
  },

  async revokeRunToken({ params, ...call }, app) {
    const run = await makeChange(call, app, async ({ trx, organization_id, at, record }) => {
      const key = { organization_id, ...params };
      await mustMatchRun(trx, key, call.headers['if-match']);
      const before = await sessions.revokeToken(trx, key, at);
      await record('workflow_run.token_revoked', params.run_id, {
        before: { token_revoked_at: before },
        after: { token_revoked_at: before ?? at },
      });
      return get(trx, key);
    });
    await app.afterCommit((outer) => outer.callers.forgetRun(params.run_id));
    return taggedRun(run);
  },
} satisfies HandlersFor<
  'getRunSession' | 'streamRunSession' | 'exchangeRunCode' | 'revokeRunToken',
  WorkflowsApp
>;

const codeEnded = () =>
  conflict(
    'run_code_ended',
    'The code was used, is too old or is of no call in progress. A runtime exchanges it as soon as it is called.',
    { param: 'run_code' },
  );

const lastEventRule =
  'Send the `id` of the last event that you have received, or 0 to begin with the first.';
