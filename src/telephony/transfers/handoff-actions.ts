import type { Transaction } from 'kysely';
import { mustCover } from '../../approvals/actions.ts';
import { authorOf } from '../../auth/rules.ts';
import type { AnyCaller, Caller } from '../../caller.ts';
import type { Database } from '../../db/connect.ts';
import { conflict, Failure, invalid, limitReached } from '../../errors.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import type { Key } from '../../workflows/runs/read-queries.ts';
import { keepPublished, publishedVersion, type PublishedVersion } from '../../workflows/placing.ts';
import {
  type Engine,
  insertAfter,
  lockForTransfer,
  mustTalk,
  place,
  responsibleFor,
  settingsFor,
  unknownDestination,
} from './actions.ts';
import { destinationsOf } from './destination-rules.ts';
import {
  allDestinationsOf,
  handoffFault,
  handoffMs,
  handoffsOf,
  type HandoffDestination,
  maxHandoffs,
  onlyForWorkflows,
} from './handoff-rules.ts';
import * as transfers from './queries.ts';
import { briefingFault, type BriefingRequest } from './rules.ts';

type Trx = Transaction<Database>;

export interface TransferRequest {
  readonly key: Key;
  readonly caller: AnyCaller;
  readonly destination: string;
  /** Without one it is the kind that fits the destination and the briefing. */
  readonly kind?: transfers.TransferRow['kind'] | undefined;
  readonly briefing?: BriefingRequest | undefined;
  readonly now: Timestamp;
}

/** Requests a transfer to a number or to the agent of another workflow. Throws the error that prevents it. */
export async function requestTransfer(
  trx: Trx,
  engine: Engine,
  { kind, ...wanted }: TransferRequest,
): Promise<transfers.TransferRow> {
  const { key, caller, destination: name, briefing, now } = wanted;
  const fault = kind && briefingFault(kind, briefing);
  if (fault !== undefined) throw invalid(['body', 'briefing'], fault);
  const run = mustTalk(await transfers.findRun(trx, key), caller);
  const settings = await settingsFor(trx, run);
  const known = allDestinationsOf(settings);
  if (!known.some((each) => each.name === name)) throw unknownDestination(name, known);
  const to = handoffsOf(settings).find((each) => each.name === name);
  const wrong = to ? handoffFault({ kind, briefing }) : kind === 'handoff' && onlyForWorkflows;
  if (wrong) throw invalid(wrong.loc, wrong.msg);
  const responsible = await responsibleFor(trx, caller, run);
  if (to) return handOff(trx, engine, { key, caller, responsible, briefing, now, run, to });
  return place(trx, engine, {
    key,
    run,
    caller,
    responsible,
    destinations: destinationsOf(settings),
    requested: name,
    name,
    ring_number: 1,
    kind: kind ?? (briefing === undefined ? 'cold' : 'warm'),
    briefing,
    now,
  });
}

interface Handoff extends Omit<TransferRequest, 'kind' | 'destination'> {
  readonly responsible: Caller;
  readonly run: transfers.RunRow;
  readonly to: HandoffDestination;
}

/**
 * Requests that the call goes on with the agent of another workflow. Nobody is called, so that the rules about numbers, hours
 * and slots do not apply; a connector needs what it needs to instruct the agent.
 */
async function handOff(
  trx: Trx,
  { jobs }: Engine,
  { key, caller, responsible, briefing, now, run, to }: Handoff,
): Promise<transfers.TransferRow> {
  const { approval_policy_id: policy_id } = run;
  await mustCover(trx, { caller: responsible, policy_id, contacts: 0, now });
  const next = { organization_id: key.organization_id, workflow_id: to.workflow_id };
  const known = await available(to, publishedVersion(trx, next));
  const before = await lockForTransfer(trx, key, caller);
  if (before && before.handoffs >= maxHandoffs) throw tooMany();
  const version = await available(to, keepPublished(trx, next, known));
  return insertAfter(trx, jobs, before, {
    ...key,
    kind: 'handoff',
    destination: to.name,
    to_workflow_id: to.workflow_id,
    to_definition_id: version.definition_id,
    to_workflow_version: version.version_number,
    handoff_briefing: briefing?.text ?? null,
    ...authorOf(responsible),
    approval_policy_id: policy_id,
    created_at: now,
    deadline_at: later(now, handoffMs),
  });
}

const reasons = {
  not_found: 'does not exist',
  workflow_archived: 'is archived',
  workflow_not_published: 'has no published version',
} as const;

const isReason = (code: string): code is keyof typeof reasons => Object.hasOwn(reasons, code);

/** The version that the next agent is pinned to, once it is found. Throws 409 if there is none. */
async function available(
  { name, workflow_id }: HandoffDestination,
  found: Promise<PublishedVersion>,
): Promise<PublishedVersion> {
  try {
    return await found;
  } catch (error) {
    if (!(error instanceof Failure) || !isReason(error.problem.code)) throw error;
    const reason = error.problem.code;
    throw conflict(
      'handoff_workflow_unavailable',
      `Workflow ${workflow_id} of the transfer destination "${name}" ${reasons[reason]}.`,
      { param: 'destination', workflow_id, reason },
    );
  }
}

const tooMany = () =>
  limitReached('handoffs', {
    limit: maxHandoffs,
    detail: `The call has changed its agent ${maxHandoffs} times, the maximum.`,
  });
