import type { Transaction } from 'kysely';
import { useApproval } from '../../approvals/actions.ts';
import { authorOf } from '../../auth/rules.ts';
import { actorOf } from '../../audit/actions.ts';
import { mustFit } from '../../billing/quotas/actions.ts';
import type { Caller } from '../../caller.ts';
import { storedMetadata } from '../../db/client-data.ts';
import type { Database } from '../../db/connect.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Secrets } from '../../db/secrets.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { announcePolicyExhausted, announceProgress, wakeAfter } from '../../webhooks/actions.ts';
import * as runs from '../../workflows/runs/call-queries.ts';
import { countCalls } from '../phone-numbers/actions.ts';
import { admit, type CallInput, keepRoute } from './admission.ts';
import { liveTransitions } from './flow-rules.ts';
import { deadline, handlingOf } from './handling-rules.ts';
import * as live from './live-queries.ts';
import type { Slots } from './slots.ts';

/** The queue of single calls. */
export const placeQueue = 'calls.place';

/** After this time a call that was not placed has lost its job. */
const jobLostMs = 5000;

interface Request {
  readonly caller: Caller;
  /** Null if no request caused it now. */
  readonly requestId: string | null;
  readonly traceparent: string | null;
  readonly now: Timestamp;
}

interface Engine {
  readonly jobs: Jobs;
  readonly slots: Slots;
  readonly secrets: Secrets;
}

/**
 * Inserts a single call and has it placed after the commit; either everything that allows it holds now, or nothing is written.
 * Throws the error that prevents it. Returns the run's id.
 */
export async function initiate(
  trx: Transaction<Database>,
  { jobs, slots, secrets }: Engine,
  { input, caller, requestId, traceparent, now }: Request & { readonly input: CallInput },
): Promise<number> {
  const { organization_id } = caller;
  const request = { db: trx, lock: true, input, caller, now, slots, secrets } as const;
  const known = await admit(request);
  const { configuration, from, approval_policy_id, chosenEvents } = known;
  if (from) await countCalls(trx, { organization_id, callers: [from], now });
  const workflow = await keepRoute(request, known);
  const run = {
    organization_id,
    workflow_id: input.workflow_id,
    definition_id: workflow.definition_id,
    name: `Call to ${input.to_number}`,
    mode: 'ad_hoc' as const,
    to_number: input.to_number,
    from_number: from?.phone_number ?? null,
    telephony_configuration_id: configuration.id,
    timezone: input.timezone ?? null,
    ...authorOf(caller),
    initial_context: JSON.stringify(input.initial_context),
    external_id: input.external_id,
    metadata: storedMetadata(input.metadata),
    traceparent,
    created_at: now,
  };
  const id = await runs.insert(trx, run, {
    ...actorOf(caller),
    request_id: requestId,
    after: JSON.stringify({
      workflow_id: input.workflow_id,
      telephony_configuration_id: configuration.id,
      to_number_ending: input.to_number.slice(-4),
    }),
  });
  // A call that brings nothing along is placed always.
  if (Object.keys({ ...input.initial_context, ...input.metadata }).length > 0)
    await mustFit(trx, organization_id, ['content_bytes_limit']);
  if (approval_policy_id !== null) {
    const exhausted = await useApproval(trx, approval_policy_id, {
      caller,
      action: {
        action_type: 'call_initiate',
        workflow_id: input.workflow_id,
        to_number: input.to_number,
        run_id: id,
      },
      now,
    });
    await announcePolicyExhausted(trx, exhausted, now);
  }
  if (chosenEvents.includes('call_queued')) {
    const queued = { organization_id, run_id: id, event: 'call_queued' as const, traceparent };
    await announceProgress(trx, [{ ...queued, at: now }], now);
    await wakeAfter(trx, jobs);
  }
  const handling = handlingOf(workflow.workflow_configurations, null);
  await live.insert(trx, [
    {
      run_id: id,
      organization_id,
      telephony_configuration_id: configuration.id,
      to_number: input.to_number,
      timezone: input.timezone ?? null,
      approval_policy_id,
      state: liveTransitions.queue.to,
      due_at: later(now, jobLostMs),
      deadline_at: deadline(workflow.workflow_configurations, now),
      handling: handling && JSON.stringify(handling),
    },
  ]);
  await jobs.wakeAfter(trx, placeQueue, [String(id)]);
  return id;
}
