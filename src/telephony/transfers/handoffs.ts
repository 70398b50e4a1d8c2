import { runToken } from '../../auth/run-tokens.ts';
import { setHandoff } from '../../workflows/sessions/queries.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { CallParts } from '../calls/dependencies.ts';
import { staleMs } from '../calls/waiting.ts';
import type { Key } from '../../workflows/runs/read-queries.ts';
import type { AgentReading, HandoffResult } from '../carriers/carrier.ts';
import { end } from './changes.ts';
import { findUnreported, withheld } from './handoff-queries.ts';
import { handoffFailure } from './handoff-rules.ts';
import * as transfers from './queries.ts';
import { maxRecalls, requestMs as timeoutMs, transferTransitions } from './rules.ts';
import { isReplaced } from './replacing-queries.ts';
import * as sending from './sending-queries.ts';
import { createTaking, type Reached } from './claim-requests.ts';

export interface Handoffs {
  /** Tells the carrier of a handoff that is due, or takes its call back. */
  work(due: sending.Due): Promise<void>;
  /** Gives the run to the agent of a handoff that the carrier has accepted; false if the handoff has ended otherwise. */
  readonly takeOver: (key: transfers.TransferKey) => Promise<boolean>;
  /** Applies what the carrier reports of the runtime of a handoff's agent. Reports that are late or repeated change nothing. */
  readonly agentReported: (run: Key, reading: AgentReading) => Promise<void>;
}

interface Parts extends Pick<CallParts, 'connection' | 'secrets' | 'log' | 'now' | 'carriers'> {
  readonly jobs: Pick<Jobs, 'wakeAfter'>;
  readonly callers: { forgetRun(runId: number): void };
}

/**
 * Has calls go on with the agents of other workflows. As a transfer, a handoff is marked before its carrier hears of it, and
 * sent once; what fails then is taken back, which may be done again.
 */
export function createHandoffs(parts: Parts): Handoffs {
  const { connection, secrets, log, now, carriers, jobs, callers } = parts;
  const { db } = connection;
  const { keyOf, reached, fail, take } = createTaking(parts);

  async function takeOver(key: transfers.TransferKey): Promise<boolean> {
    const { organization_id, run_id, transfer_id } = key;
    const isTaken = await db.transaction().execute(async (trx) => {
      if (!(await transfers.lockRun(trx, key))) return false;
      const handoff = await transfers.lockIfAny(trx, key);
      if (handoff?.kind !== 'handoff' || handoff.sending_at === null) return false;
      if (handoff.status === 'bridged') return true;
      const { to } = transferTransitions.bridge;
      if (!(await end(trx, jobs, { ...key, status: to, at: now() }))) return false;
      await setHandoff(trx, { organization_id, run_id, handoff_id: transfer_id });
      return true;
    });
    callers.forgetRun(run_id);
    return isTaken;
  }

  /** What a recall of the call could undo. */
  const amongFor = ({ provider }: Reached) => ({
    handoffsAlone: carriers[provider].leg !== undefined,
  });

  async function ask(
    { transfer, credentials, provider, carrier_call_id }: Reached,
    to: { readonly workflow_id: number; readonly workflow_version: number },
    { handoff_id, is_return }: { readonly handoff_id: number | null; readonly is_return: boolean },
  ): Promise<HandoffResult> {
    const { id: transfer_id, organization_id, run_id } = transfer;
    const run_token = runToken(secrets, { organization_id, run_id, handoff_id });
    let result: HandoffResult;
    try {
      result = await carriers[provider].handOff(credentials, {
        carrier_call_id,
        transfer_id,
        is_return,
        agent: { run_id, ...to, run_token },
        timeout_ms: timeoutMs,
      });
    } catch (error) {
      // The carrier may have received the request.
      log.error({ err: error, run_id }, 'a carrier could not be asked for another agent');
      result = { kind: 'unknown', detail: 'The request to the carrier failed.' };
    }
    log.info({ run_id, transfer_id, is_return, ...result }, 'a carrier got a handoff');
    return result;
  }

  async function request(due: sending.Due): Promise<boolean> {
    const call = await take(due, {
      withheld,
      replaced: (reached) => ({ ...amongFor(reached), replaces: true }),
    });
    if (!call) return false;
    const { transfer, passed_at } = call;
    const { to_workflow_id: workflow_id, to_workflow_version: workflow_version } = transfer;
    if (workflow_id === null || workflow_version === null) return false;
    if (performance.now() - passed_at > staleMs) {
      await fail(transfer, { failure: 'connection_error' });
      await sending.setAnswered(db, due, { now: now(), rings: false });
      return true;
    }
    const to = { workflow_id, workflow_version };
    const result = await ask(call, to, { handoff_id: transfer.id, is_return: false });
    const failed = handoffFailure(result);
    if (failed) await fail(transfer, failed);
    else if (!('is_reported' in result)) await takeOver(keyOf(transfer));
    await sending.setAnswered(db, due, { now: now(), rings: failed?.hangs_up ?? true });
    return true;
  }

  /** A carrier that has accepted a handoff, and reports neither that the runtime has got the call nor that it has not, is believed. */
  async function believe(due: sending.Due): Promise<boolean> {
    const key = await findUnreported(db, due, now());
    return key !== undefined && takeOver(key);
  }

  /** Takes the call back to the agent that has it. */
  async function takeBack(due: sending.Due): Promise<void> {
    const began_at = performance.now();
    const transfer = await db.transaction().execute((trx) => sending.takeRecall(trx, due, now()));
    if (!transfer) return;
    const { run_id, handoff_id, recalls, agent_workflow_id, agent_workflow_version } = transfer;
    const call = reached(transfer);
    // A later transfer has the call, or had it.
    if (transfer.state === 'completed' || !call || (await isReplaced(db, transfer, amongFor(call))))
      return void (await transfers.setRecalled(db, due));
    // Another transfer may have begun while the process stood still. The call is due again after the pause.
    if (performance.now() - began_at > staleMs) return;
    const former = { workflow_id: agent_workflow_id, workflow_version: agent_workflow_version };
    const result = await ask(call, former, { handoff_id, is_return: true });
    if (['accepted', 'refused', 'account_refused'].includes(result.kind))
      await transfers.setRecalled(db, due);
    else if (recalls >= maxRecalls)
      log.warn({ run_id, transfer_id: due.id }, 'a carrier does not take a call back');
  }

  return {
    takeOver,
    async agentReported(run, { transfer_id, is_connected, carrier_code }) {
      const key = { ...run, transfer_id };
      if (is_connected) return void (await takeOver(key));
      await db.transaction().execute(async (trx) => {
        if ((await transfers.lockIfAny(trx, key))?.kind !== 'handoff') return;
        const failed = { failure: 'carrier_failure', carrier_code, hangs_up: true } as const;
        await end(trx, jobs, { ...key, status: 'failed', ...failed, at: now() });
      });
    },
    async work(due) {
      if ((await request(due)) || (await believe(due))) return;
      await takeBack(due);
    },
  };
}
