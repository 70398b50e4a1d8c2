import { makeChange } from '../../audit/actions.ts';
import type { HandlersFor, RequestParts } from '../../http/contract.ts';
import { mustHaveCall, mustMatchRun, taggedRun } from '../../workflows/runs/actions.ts';
import { cancelTest } from '../../workflows/runs/queries.ts';
import { get, runNotFound } from '../../workflows/runs/read-queries.ts';
import type { TelephonyApp } from '../context.ts';
import { hangUp } from './actions.ts';
import * as queries from './queries.ts';

export const hangUps = {
  async hangUpRun({ params: { run_id }, ...call }: RequestParts<'hangUpRun'>, app) {
    const { caller, headers } = call;
    const { run, ended } = await makeChange(
      call,
      app,
      async ({ trx, organization_id, at, record }) => {
        const key = { organization_id, run_id };
        await mustMatchRun(trx, key, headers['if-match']);
        const before = await queries.findRun(trx, organization_id, run_id);
        if (!before) throw runNotFound();
        mustHaveCall(before, caller, 'hang_up');
        const isTest = before.mode === 'test' || before.mode === 'text';
        if (isTest) await cancelTest(trx, run_id, at);
        const byAgent = caller.kind === 'run_token';
        const { ended, requested } = isTest
          ? { ended: [], requested: [] }
          : await hangUp(trx, app.calls, { ids: [run_id], now: at, byAgent });
        const after = await queries.findRun(trx, organization_id, run_id);
        await record('workflow_run.hung_up', run_id, {
          before: { ...audited(before), ...(byAgent && { is_carrier_requested: false }) },
          after: {
            ...audited(after ?? before),
            ...(byAgent && { is_carrier_requested: requested.length > 0 }),
          },
        });
        return { run: await get(trx, key), ended };
      },
    );
    if (ended.length > 0)
      await app.afterCommit(({ metrics }) => {
        for (const { outcome } of ended) if (outcome) metrics.work.ended(outcome);
      });
    return taggedRun(run);
  },
} satisfies HandlersFor<'hangUpRun', TelephonyApp>;

type Run = NonNullable<Awaited<ReturnType<typeof queries.findRun>>>;

const audited = ({ state, outcome, hang_up_requested_at }: Run) => ({
  state,
  outcome,
  hang_up_requested_at,
});
