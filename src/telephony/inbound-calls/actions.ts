import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { Failure, notFound } from '../../errors.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { keepPublished, publishedVersion } from '../../workflows/placing.ts';
import { insertAttempts } from '../../workflows/runs/call-queries.ts';
import type { Calls } from '../calls/calls.ts';
import { liveTransitions } from '../calls/flow-rules.ts';
import { deadline } from '../calls/handling-rules.ts';
import * as live from '../calls/live-queries.ts';
import { rejectionOf } from '../calls/permission-rules.ts';
import * as routes from '../calls/route-queries.ts';
import { asWritten, callerIn, toE164 } from '../numbers.ts';
import * as numbers from '../phone-numbers/queries.ts';
import * as inbound from './queries.ts';
import { inboundHandling, isRejection, nameOf, type Rejection } from './rules.ts';

/** The carrier is queried after this time about a call of which it did not report the answer. */
const answeredMs = 60_000;

interface Incoming extends inbound.CallKey {
  readonly organization_id: number;
  /** As the carrier writes them. */
  readonly to: string;
  readonly from: string;
  /** Whether the configuration says where its calls go. */
  readonly hasRuntime: boolean;
  /** Whether the response to the carrier answers the call. */
  readonly isAnswered: boolean;
  readonly traceparent: string | null;
  readonly now: Timestamp;
}

/**
 * Decides about an incoming call once: takes it, as a run in progress with a slot of the organization, or rejects it. A
 * call that is received again stays what it is, also if that happens at once: who comes second waits for the slots.
 */
export async function receive(
  trx: Transaction<Database>,
  engine: Pick<Calls, 'slots' | 'reportIn'>,
  call: Incoming,
): Promise<inbound.ReceivedCall> {
  const { organization_id, telephony_configuration_id, now } = call;
  const to_number = toE164(call.to);
  // The organization's own number may have been stored before its country changed its plan.
  const written = asWritten(call.to);
  const numberOf = (each: string) => numbers.find(trx, telephony_configuration_id, each);
  const number =
    to_number === undefined || written === undefined
      ? undefined
      : ((await numberOf(to_number)) ?? (await numberOf(written)));
  const slots = await engine.slots.lock(trx, organization_id);
  const before = await inbound.find(trx, call);
  if (before) return before;
  // What is kept from being changed or deleted is kept while nothing else is waited for.
  const workflow = await workflowOf(trx, organization_id, number);
  if (!(await routes.keep(trx, telephony_configuration_id)))
    throw notFound('Telephony configuration', 'config_id');
  const rejection = rejectionOf({
    is_suspended: slots.suspension !== undefined,
    missing: typeof workflow === 'string' ? workflow : undefined,
    has_runtime: call.hasRuntime,
    free: slots.free,
  });
  if (typeof workflow === 'string' || rejection !== undefined || to_number === undefined) {
    await insert(trx, call, { run_id: null, rejection: rejection ?? 'unknown_number' });
    if (number && rejection) await numbers.setRejection(trx, number.id, { rejection, now });
  } else {
    const run_id = await insertRun(trx, call, { to_number, workflow });
    await insert(trx, call, { run_id, rejection: null });
    const report = { run_id, organization_id, at: now, carrier_call_id: call.carrier_call_id };
    const answered = call.isAnswered ? [{ ...report, event: 'answered' as const }] : [];
    await engine.reportIn(trx, [{ ...report, event: 'ringing' }, ...answered]);
  }
  const received = await inbound.find(trx, call);
  if (!received) throw new Error('The inbound call that was inserted is missing.');
  return received;
}

type Workflow = Awaited<ReturnType<typeof publishedVersion>> & { readonly id: number };

/** The workflow that talks with the number's callers, or why there is none. */
async function workflowOf(
  trx: Transaction<Database>,
  organizationId: number,
  number: { readonly inbound_workflow_id: number | null } | undefined,
): Promise<Workflow | Rejection> {
  if (!number) return 'unknown_number';
  const { inbound_workflow_id: id } = number;
  if (id === null) return 'no_inbound_workflow';
  try {
    const key = { organization_id: organizationId, workflow_id: id };
    return { id, ...(await keepPublished(trx, key, await publishedVersion(trx, key))) };
  } catch (error) {
    if (error instanceof Failure && isRejection(error.problem.code)) return error.problem.code;
    throw error;
  }
}

const insert = (
  trx: Transaction<Database>,
  { organization_id, telephony_configuration_id, carrier_call_id, now }: Incoming,
  result: { readonly run_id: number | null; readonly rejection: Rejection | null },
) =>
  inbound.insert(trx, {
    organization_id,
    telephony_configuration_id,
    carrier_call_id,
    ...result,
    received_at: now,
  });

interface Taken {
  readonly to_number: string;
  readonly workflow: Workflow;
}

async function insertRun(
  trx: Transaction<Database>,
  { organization_id, telephony_configuration_id, from, traceparent, now, ...call }: Incoming,
  { to_number, workflow }: Taken,
): Promise<number> {
  const from_number = callerIn(from) ?? null;
  const [run] = await insertAttempts(trx, [
    {
      organization_id,
      workflow_id: workflow.id,
      definition_id: workflow.definition_id,
      name: nameOf(from_number),
      mode: 'inbound',
      to_number,
      from_number,
      telephony_configuration_id,
      carrier_call_id: call.carrier_call_id,
      traceparent,
      created_at: now,
      placing_at: now,
    },
  ]);
  if (!run) throw new Error('The run of an inbound call was not inserted.');
  const handling = inboundHandling(workflow.workflow_configurations);
  await live.insert(trx, [
    {
      run_id: run.id,
      organization_id,
      telephony_configuration_id,
      to_number,
      state: liveTransitions.receive.to,
      placing_at: now,
      ask_at: later(now, answeredMs),
      deadline_at: deadline(workflow.workflow_configurations, now),
      handling: handling && JSON.stringify(handling),
    },
  ]);
  return run.id;
}
