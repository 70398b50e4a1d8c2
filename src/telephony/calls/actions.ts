import type { Transaction } from 'kysely';
import { authorize } from '../../approvals/actions.ts';
import { actorOf } from '../../audit/actions.ts';
import type { Caller } from '../../caller.ts';
import type { Database } from '../../db/connect.ts';
import { conflict, tooManyCalls } from '../../errors.ts';
import type { Jobs } from '../../jobs/queue.ts';
import type { Secrets } from '../../secrets.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { publishedVersion } from '../../workflows/placing.ts';
import * as runs from '../../workflows/runs/call-queries.ts';
import {
  callerNumber,
  configurationFor,
  mustHaveCredentials,
  mustServe,
} from './configuration-checks.ts';
import * as routes from './route-queries.ts';
import * as live from './live-queries.ts';
import { deadline } from './rules.ts';
import type { Slots } from './slots.ts';

/** The queue of single calls. */
export const placeQueue = 'calls.place';

/** After this time a call that was not placed has lost its job. */
const jobLostMs = 30_000;

interface CallInput {
  readonly workflow_id: number;
  /** In E.164. */
  readonly to_number: string;
  readonly from_number: string | undefined;
  readonly telephony_configuration_id: number | undefined;
  readonly initial_context: Readonly<Record<string, unknown>>;
}

interface Request {
  readonly caller: Caller;
  readonly requestId: string;
  readonly traceparent: string | null;
  readonly now: Timestamp;
}

interface Engine {
  readonly jobs: Jobs;
  readonly slots: Slots;
  readonly secrets: Secrets;
}

/**
 * Inserts a single call and enqueues its placement; either everything that allows it holds now, or nothing is written.
 * Throws the error that prevents it. Returns the run's id.
 */
export async function initiate(
  trx: Transaction<Database>,
  { jobs, slots, secrets }: Engine,
  { input, caller, requestId, traceparent, now }: Request & { readonly input: CallInput },
): Promise<number> {
  const { organization_id } = caller;
  const workflow = await publishedVersion(trx, organization_id, input.workflow_id, {
    param: 'workflow_id',
  });
  const configuration = await configurationFor(trx, organization_id, {
    id: input.telephony_configuration_id,
    lock: true,
  });
  const from_number = await callerNumber(trx, configuration, input.from_number);
  mustHaveCredentials(configuration, secrets);
  mustServe(configuration, input.to_number);
  const { limit, free } = await slots.lock(trx, organization_id);
  if (free === 0) throw tooManyCalls(limit);
  if (await routes.isOnDoNotCallList(trx, organization_id, input.to_number))
    throw conflict(
      'number_on_do_not_call_list',
      "The number is on the organization's do-not-call list; no call was placed.",
      { param: 'to_number' },
    );
  const run = {
    organization_id,
    workflow_id: input.workflow_id,
    definition_id: workflow.definition_id,
    name: `Call to ${input.to_number}`,
    mode: 'ad_hoc' as const,
    to_number: input.to_number,
    from_number,
    telephony_configuration_id: configuration.id,
    initial_context: JSON.stringify(input.initial_context),
    traceparent,
    created_at: now,
  };
  const { id } = await runs.insert(trx, run, {
    ...actorOf(caller),
    request_id: requestId,
    after: JSON.stringify({
      workflow_id: input.workflow_id,
      telephony_configuration_id: configuration.id,
      to_number_ending: input.to_number.slice(-4),
    }),
  });
  const approval_policy_id = await authorize(trx, {
    caller,
    action: {
      action_type: 'call_initiate',
      workflow_id: input.workflow_id,
      to_number: input.to_number,
      run_id: id,
    },
    now,
  });
  await live.insert(trx, [
    {
      run_id: id,
      organization_id,
      telephony_configuration_id: configuration.id,
      to_number: input.to_number,
      approval_policy_id,
      state: 'queued',
      due_at: later(now, jobLostMs),
      deadline_at: deadline(workflow.workflow_configurations, now),
    },
  ]);
  await jobs.enqueue(trx, placeQueue, [{ data: { run_id: id }, key: String(id) }]);
  return id;
}
