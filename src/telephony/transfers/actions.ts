import type { Transaction } from 'kysely';
import { connectorOfCampaign, useApproval } from '../../approvals/actions.ts';
import { authorOf, callerOf } from '../../auth/rules.ts';
import type { AnyCaller, Caller } from '../../caller.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Secrets } from '../../db/secrets.ts';
import { conflict, Failure, limitReached } from '../../errors.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { announcePolicyExhausted } from '../../webhooks/actions.ts';
import { maxRings } from '../../workflows/destination-rules.ts';
import { publishedVersion } from '../../workflows/placing.ts';
import { mustHaveCall } from '../../workflows/runs/actions.ts';
import { type Key, runNotFound } from '../../workflows/runs/read-queries.ts';
import { isTest } from '../../workflows/runs/rules.ts';
import { admitTransfer } from '../calls/admission.ts';
import type { Slots } from '../calls/slots.ts';
import { countCalls } from '../phone-numbers/actions.ts';
import * as numbers from '../phone-numbers/queries.ts';
import { announce } from './changes.ts';
import { closedAt, type Destination, detects, numberOf, openRing } from './destination-rules.ts';
import * as transfers from './queries.ts';
import { defaultLanguage, isEnding, maxTransfers, unfinishedMs } from './rules.ts';
import { transferTransitions } from './transition-rules.ts';

export interface Engine {
  readonly slots: Slots;
  readonly secrets: Secrets;
  readonly jobs: Pick<Jobs, 'wakeAfter'>;
}

/** The settings of the workflow whose agent has the call, as they are for the call. */
export const settingsFor = async (
  trx: Transaction<Database>,
  { organization_id, agent_workflow_id: workflow_id, created_at: began_at }: transfers.RunRow,
) =>
  (await publishedVersion(trx, { organization_id, workflow_id, began_at })).workflow_configurations;

interface Wanted {
  readonly key: Key;
  readonly run: transfers.RunRow;
  readonly caller: AnyCaller;
  readonly responsible: Caller;
  /** Of the workflow's settings, as they are for the call. */
  readonly destinations: readonly Destination[];
  /** The destination that the request named. */
  readonly requested: string;
  /** The one to ring, if it is open. */
  readonly name: string;
  readonly ring_number: number;
  /** The transfer that has failed, whose fallback it rings. */
  readonly follows?: number;
  readonly kind: transfers.TransferRow['kind'];
  readonly briefing: { readonly text: string; readonly language?: string | undefined } | undefined;
  readonly now: Timestamp;
}

/**
 * Requests a transfer of an answered call to a destination, or to the first of its fallbacks that is open, for whoever answers for it.
 * Either everything that allows it holds now, or nothing is written: throws the error that prevents it. The run is locked last, since the
 * carrier's reports of its call wait for it.
 */
export async function place(
  trx: Transaction<Database>,
  { slots, secrets, jobs }: Engine,
  { key, run, caller, responsible, requested, kind, briefing, now, ...wanted }: Wanted,
): Promise<transfers.TransferRow> {
  const { organization_id, telephony_configuration_id: configuration_id } = run;
  // The workflow whose list names the destination, not the one that the call began with.
  const workflow_id = run.agent_workflow_id;
  const { destination, ring_number } = openDestination({ ...wanted, now });
  const input = {
    workflow_id,
    to_number: numberOf(destination) ?? '',
    ...(destination.sip_uri !== undefined && { sip_uri: destination.sip_uri }),
    from_number: await callerNumber(trx, run),
    telephony_configuration_id: configuration_id ?? undefined,
    timezone: destination.timezone,
    initial_context: {},
    external_id: null,
    metadata: {},
  };
  const asked = { db: trx, lock: true, input, caller: responsible, now, slots, secrets } as const;
  const { from, approval_policy_id } = await admitTransfer(asked).catch((error: unknown) => {
    throw ofTransfer(error);
  });
  if (from) await countCalls(trx, { organization_id, callers: [from], now });
  if (approval_policy_id !== null) {
    const action = {
      action_type: 'call_initiate',
      workflow_id,
      to_number: input.to_number,
      run_id: run.id,
    } as const;
    const used = { caller: responsible, action, now };
    await announcePolicyExhausted(trx, await useApproval(trx, approval_policy_id, used), now);
  }
  const before = await lockForTransfer(trx, key, caller);
  if (wanted.follows !== undefined && wanted.follows !== before?.id) throw new Replaced();
  return insertAfter(trx, jobs, before, {
    ...key,
    kind,
    briefing: briefing?.text ?? null,
    briefing_language: briefing ? (briefing.language ?? defaultLanguage) : null,
    requested_destination: destination.name === requested ? null : requested,
    destination: destination.name,
    fallback: ring_number < maxRings ? (destination.fallback ?? null) : null,
    ring_number,
    ...authorOf(responsible),
    phone_number: numberOf(destination) ?? null,
    sip_uri: destination.sip_uri ?? null,
    timezone: destination.timezone ?? null,
    from_number: from?.phone_number ?? null,
    approval_policy_id: approval_policy_id ?? run.approval_policy_id,
    detects: detects(destination),
    created_at: now,
    deadline_at: later(now, unfinishedMs),
  });
}

/** Inserts a transfer of a locked run, with its event. */
export async function insertAfter(
  trx: Transaction<Database>,
  jobs: Engine['jobs'],
  before: Awaited<ReturnType<typeof lockForTransfer>>,
  row: Parameters<typeof transfers.insert>[1] & { readonly created_at: Timestamp },
): Promise<transfers.TransferRow> {
  const { created_at: now } = row;
  // Events of one kind in one run differ in their time.
  const created_at = before?.ended_at && before.ended_at >= now ? later(before.ended_at, 1) : now;
  const { to: status } = transferTransitions.request;
  const made = await transfers.insert(trx, { ...row, status, created_at });
  await announce(trx, jobs, { changed: [made], now });
  return made;
}

/** Somebody has requested another transfer since the one whose fallback was to be rung, which may have ended. */
export class Replaced extends Error {}

/** Locks the run; returns its last transfer, which has ended. Throws unless there can be another one. */
export async function lockForTransfer(trx: Transaction<Database>, key: Key, caller: AnyCaller) {
  mustTalk(await transfers.lockRun(trx, key), caller);
  const before = await transfers.last(trx, key);
  if (before && before.ended_at === null) throw inProgress(before.id);
  if (before && before.transfers >= maxTransfers) throw tooMany();
  return before;
}

/** Throws unless the run is a call that was answered and goes on with an agent, whose token the caller's is if it is one. */
export function mustTalk(run: transfers.RunRow | undefined, caller: AnyCaller): transfers.RunRow {
  if (!run) throw runNotFound();
  const { mode, outcome, started_at } = run;
  if (isTest(run))
    throw conflict('run_without_call', `The run's mode is ${mode}; calls alone are transferred.`, {
      mode,
    });
  if (isEnding(run))
    throw conflict('call_ended', 'The call has ended, or is being ended. Nothing was sent.', {
      outcome,
    });
  if (started_at === null)
    throw conflict(
      'call_not_answered',
      'Nobody has answered the call yet. Transfer it when its phase is talking.',
    );
  mustHaveCall(run, caller, 'transfer');
  return run;
}

/** The destination of this name, or the first of its fallbacks that is open. */
function openDestination({
  destinations,
  name,
  ring_number,
  now,
}: Pick<Wanted, 'destinations' | 'name' | 'ring_number' | 'now'>) {
  const destination = destinations.find((each) => each.name === name);
  if (!destination) throw unknownDestination(name, destinations);
  const open = openRing(destinations, { destination, ring_number }, now);
  if (open) return open;
  const { reason, rule, timezone, opens_at } = closedAt(destination, now)!;
  const opens = opens_at === null ? 'It is not known when it opens.' : `It opens at ${opens_at}.`;
  throw conflict(
    'transfer_destination_closed',
    `The transfer destination "${name}" is closed ${reason}. ${opens}`,
    { param: 'destination', rule, timezone, opens_at },
  );
}

/** The organization's own number of the call, if the configuration still has it. */
async function callerNumber(
  trx: Transaction<Database>,
  { mode, from_number, to_number, telephony_configuration_id }: transfers.RunRow,
): Promise<string | undefined> {
  const own = mode === 'inbound' ? to_number : from_number;
  if (own === null || telephony_configuration_id === null) return undefined;
  return (await numbers.find(trx, telephony_configuration_id, own)) && own;
}

/** Whose approval a transfer needs: what the token of a run does is done for whoever requested the call, or its campaign. */
export async function responsibleFor(
  db: Db,
  caller: AnyCaller,
  run: transfers.RunRow,
): Promise<Caller> {
  if (caller.kind !== 'run_token') return caller;
  const { organization_id, user_id, api_key_id, approval_policy_id: policy_id } = run;
  return policy_id !== null && user_id === null && api_key_id === null
    ? connectorOfCampaign(db, { organization_id, policy_id })
    : callerOf(run);
}

/** The refusal of a call to the destination, as the request for the transfer names it. */
function ofTransfer(error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  const { param, ...members } = error.problem.members ?? {};
  if (param === undefined) return error;
  return new Failure(
    {
      ...error.problem,
      members: { ...members, ...(param === 'to_number' && { param: 'destination' }) },
    },
    { cause: error },
  );
}

export const unknownDestination = (name: string, destinations: readonly { name: string }[]) =>
  conflict('transfer_destination_unknown', `The workflow has no transfer destination "${name}".`, {
    param: 'destination',
    destinations: destinations.map((each) => each.name),
  });

const inProgress = (transfer_id: number) =>
  conflict('transfer_in_progress', `Transfer ${transfer_id} of the call is unfinished.`, {
    transfer_id,
  });

const tooMany = () =>
  limitReached('run_transfers', {
    limit: maxTransfers,
    detail: `The call has ${maxTransfers} transfers, the maximum.`,
  });
