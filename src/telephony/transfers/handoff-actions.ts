import type { Transaction } from 'kysely';
import { mustCover } from '../../approvals/actions.ts';
import { authorOf } from '../../auth/author-rules.ts';
import type { Database } from '../../db/connect.ts';
import { conflict, Failure, invalid, limitReached } from '../../errors.ts';
import { later } from '../../timestamp.ts';
import { keepPublished, publishedVersion, type PublishedVersion } from '../../workflows/placing.ts';
import {
  type Engine,
  lastEnded,
  mustTalk,
  request,
  responsibleFor,
  type TransferRequest,
  unknownDestination,
} from './actions.ts';
import { announce } from './changes.ts';
import * as handoffs from './handoff-queries.ts';
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
import { briefingFault, transferTransitions } from './rules.ts';

type Trx = Transaction<Database>;

/** Without a kind it is the one that fits the destination and the briefing. */
export interface AnyRequest extends Omit<TransferRequest, 'kind'> {
  readonly kind?: TransferRequest['kind'];
}

/** Requests a transfer to a number or to the agent of another workflow. Throws the error that prevents it. */
export async function requestTransfer(
  trx: Trx,
  engine: Engine,
  { kind, ...wanted }: AnyRequest,
): Promise<transfers.TransferRow> {
  const fault = kind && briefingFault(kind, wanted.briefing);
  if (fault !== undefined) throw invalid(['body', 'briefing'], fault);
  const run = mustTalk(await transfers.findRun(trx, wanted.key), wanted.caller);
  const { organization_id, agent_workflow_id: workflow_id, created_at: began_at } = run;
  const current = await publishedVersion(trx, { organization_id, workflow_id, began_at });
  const { workflow_configurations } = current;
  const known = allDestinationsOf(workflow_configurations);
  if (!known.some(({ name }) => name === wanted.destination))
    throw unknownDestination(wanted.destination, known);
  const to = handoffsOf(workflow_configurations).find(({ name }) => name === wanted.destination);
  if (to) {
    const wrong = handoffFault({ kind, briefing: wanted.briefing });
    if (wrong) throw invalid(wrong.loc, wrong.msg);
    return handOff(trx, engine, { ...wanted, run, to });
  }
  if (kind === 'handoff') throw invalid(onlyForWorkflows.loc, onlyForWorkflows.msg);
  const fitting = wanted.briefing === undefined ? 'cold' : 'warm';
  return request(trx, engine, { ...wanted, kind: kind ?? fitting });
}

/**
 * Requests that the call goes on with the agent of another workflow. Nobody is called, so that the rules about numbers, hours
 * and slots do not apply; a connector needs what it needs to instruct the agent.
 */
async function handOff(
  trx: Trx,
  { jobs }: Engine,
  {
    key,
    caller,
    briefing,
    now,
    run,
    to,
  }: Omit<AnyRequest, 'kind'> & {
    readonly run: transfers.RunRow;
    readonly to: HandoffDestination;
  },
): Promise<transfers.TransferRow> {
  const { organization_id, run_id } = key;
  const responsible = await responsibleFor(trx, caller, run);
  const { approval_policy_id: policy_id } = run;
  await mustCover(trx, { caller: responsible, policy_id, contacts: 0, now });
  const next = { organization_id, workflow_id: to.workflow_id };
  const known = await available(to, publishedVersion(trx, next));
  mustTalk(await transfers.lockRun(trx, key), caller);
  const before = await lastEnded(trx, key);
  if ((await handoffs.count(trx, key)) >= maxHandoffs) throw tooMany();
  const version = await available(to, keepPublished(trx, next, known));
  // Events of one kind in one run differ in their time.
  const created_at = before?.ended_at && before.ended_at >= now ? later(before.ended_at, 1) : now;
  const made = await transfers.insert(trx, {
    organization_id,
    run_id,
    kind: 'handoff',
    destination: to.name,
    to_workflow_id: to.workflow_id,
    to_definition_id: version.definition_id,
    to_workflow_version: version.version_number,
    handoff_briefing: briefing?.text ?? null,
    ...authorOf(responsible),
    approval_policy_id: policy_id,
    status: transferTransitions.request.to,
    created_at,
    deadline_at: later(now, handoffMs),
  });
  await announce(trx, jobs, { changed: [made], now });
  return made;
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
