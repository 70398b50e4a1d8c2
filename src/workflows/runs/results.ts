import type { components } from '../../../generated/api.ts';
import { actorOf } from '../../audit/actions.ts';
import type { AnyCaller } from '../../caller.ts';
import { InvalidRequest, roleRequired, valueError } from '../../errors.ts';
import type { WorkflowsApp } from '../context.ts';
import { mustMatchRun } from './actions.ts';
import * as runs from './queries.ts';
import { get, type Key } from './read-queries.ts';
import { analysisOf, callRoles, isTest, otherNumber, resultFaults, usageOf } from './rules.ts';
import { newTurnsOf } from './transcript-parts.ts';
import { transcriptOf } from './transcript-rules.ts';

import type { Transaction } from 'kysely';
import { afterCommit } from '../../db/after-commit.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { isSameText } from '../../text-rules.ts';
import { hangsUpFor, optOutDispositions } from '../rules.ts';
import { type Agents, configurationsOfAgents } from './queries.ts';

/** Whether the result says that the called person asked not to be called again. */
async function optsOut(
  db: Db,
  {
    opt_out = false,
    call_disposition,
  }: Pick<components['schemas']['SubmitRunResultRequest'], 'opt_out' | 'call_disposition'>,
  run: Agents,
): Promise<boolean> {
  if (opt_out || call_disposition === undefined || call_disposition === null) return opt_out;
  const configurations = await configurationsOfAgents(db, run);
  return configurations.some((each) =>
    optOutDispositions(each).some(
      (disposition) => typeof disposition === 'string' && isSameText(disposition, call_disposition),
    ),
  );
}

interface Heard {
  readonly answered_by: components['schemas']['SubmittedAnsweredBy'] | undefined;
  readonly caller: AnyCaller;
  readonly now: Timestamp;
}

/** Hangs the call up if the workflow's settings say so for who answered it, unless another agent or person has it. */
async function hangUpFor(
  app: WorkflowsApp,
  trx: Transaction<Database>,
  run: Agents & { readonly id: number; readonly phase: components['schemas']['RunPhase'] },
  { answered_by, caller, now }: Heard,
): Promise<void> {
  // The carrier's report of the answer may come later than what the agent has heard.
  if (answered_by === undefined || !(run.phase === 'talking' || run.phase === 'ringing')) return;
  if (caller.kind === 'run_token' && caller.handoff_id !== run.handoff_id) return;
  const configurations = await configurationsOfAgents(trx, run);
  if (!configurations.some((each) => hangsUpFor(each, answered_by))) return;
  await app.effects.hangUpAnswered(trx, { caller, run_id: run.id, now });
}

type ResultRequest = components['schemas']['SubmitRunResultRequest'];

interface Submission {
  readonly key: Key;
  readonly body: ResultRequest;
  readonly caller: AnyCaller;
  readonly requestId: string;
  readonly ifMatch?: string | undefined;
  /** Whether a test run goes on after it, although it is no part of a transcript. Default: false. */
  readonly keepsTestOpen?: boolean;
}

/** Stores a result, or a part of one, with everything that follows from it; returns the run. */
export async function submitResult(
  app: WorkflowsApp,
  { key, body, caller, requestId, ifMatch, keepsTestOpen = false }: Submission,
) {
  const faults = resultFaults(body);
  if (faults.length > 0) throw new InvalidRequest(faults.map(valueError));
  const { transcript, analysis, usage, append, opt_out: _, callback_at, ...rest } = body;
  const result = {
    ...rest,
    ...(analysis && { analysis: analysisOf(analysis) }),
    ...(usage !== undefined && { usage: usage && usageOf(usage) }),
  };
  const turns = transcript && transcriptOf(transcript);
  const { run, leaves } = await app.db.transaction().execute(async (trx) => {
    const now = app.now();
    await mustMatchRun(trx, key, ifMatch);
    if (callback_at !== undefined)
      await app.effects.callBack(trx, { ...key, caller, callback_at, now });
    const author = { ...actorOf(caller), request_id: requestId };
    const part = append === true && turns ? { first: transcript?.[0]?.index ?? 0, turns } : null;
    const added = part && (await newTurnsOf(trx, key, part));
    const isRecorded = added === null || added.isFirst;
    await runs.submitResult(trx, key, {
      result: {
        ...result,
        ...(added ? { appended: added.turns } : turns !== undefined && { transcript: turns }),
      },
      isPart: added !== null || keepsTestOpen,
      submission: { ...author, after: isRecorded ? submitted(body) : null },
      now,
    });
    if (turns !== undefined) afterCommit(trx, () => app.runWatch.said(key.run_id));
    if (analysis) await app.effects.analysisSubmitted(trx, key.run_id, now);
    const run = await get(trx, key);
    // What an editor could say of a call has others called, or no longer called.
    if (caller.kind === 'session' && caller.role === 'editor' && !isTest(run))
      throw roleRequired(caller.role, callRoles);
    const { organization_id } = key;
    const { answered_by } = body;
    await hangUpFor(app, trx, { ...run, organization_id }, { answered_by, caller, now });
    const phone_number = otherNumber(run);
    if (phone_number === null || !(await optsOut(trx, body, { ...run, organization_id })))
      return { run, leaves: null };
    const out = { run_id: run.id, phone_number };
    await app.effects.optedOut(trx, { caller, requestId, at: now }, out);
    return { run, leaves: phone_number };
  });
  if (leaves !== null) {
    const number = { organization_id: key.organization_id, phone_number: leaves };
    await app.afterCommit((outer) => outer.effects.calledNoMore(outer, number));
  }
  return run;
}

/** What the audit stores of a result: which members were sent, not their content. */
const submitted = (body: ResultRequest) => ({
  members: Object.keys(body),
  transcript_turns: body.transcript?.length ?? null,
});
