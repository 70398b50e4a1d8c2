import { createBegunWork } from '../../fairness/begun-work.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { later } from '../../timestamp.ts';
import { forgetKeys } from '../../workflows/instructions/queries.ts';
import { setHandoff } from '../../workflows/sessions/queries.ts';
import type { Key } from '../../workflows/runs/read-queries.ts';
import type { CallParts } from '../calls/dependencies.ts';
import type { Slots } from '../calls/slots.ts';
import { staleMs } from '../calls/waiting.ts';
import type { AgentReading } from '../carriers/carrier.ts';
import { change, endOverdue } from './changes.ts';
import { reached, type Reached, take } from './claim-requests.ts';
import { type Answers, commandsOf } from './commands.ts';
import { followUp } from './fallbacks.ts';
import * as transfers from './queries.ts';
import { isReplaced } from './replacing-queries.ts';
import { maxRecalls, maxStepTries } from './rules.ts';
import { failureAfter, isApart, type TransferEvent } from './transition-rules.ts';
import * as sending from './sending-queries.ts';

type Due = transfers.Due;

/** Requests to carriers at once, of all organizations and of one. */
const maxAtOnce = 50;
const perOrganization = 5;

export interface TransferSender {
  /** Begins the requests that are due, and ends the transfers of which nothing was heard. Does not wait for answers. */
  readonly send: () => Promise<void>;
  /** Gives the run to the agent of a handoff that the carrier has accepted; false if the handoff has ended otherwise. */
  readonly takeOver: (key: transfers.TransferKey) => Promise<boolean>;
  /** Applies what the carrier reports of the runtime of a handoff's agent. Reports that are late or repeated change nothing. */
  readonly agentReported: (run: Key, reading: AgentReading) => Promise<void>;
  /** Waits for the requests that are in progress. */
  settled(): Promise<void>;
}

interface Parts extends Pick<CallParts, 'connection' | 'secrets' | 'log' | 'now' | 'carriers'> {
  readonly origin: { readonly url: string; readonly agentUrl?: string | undefined };
  readonly jobs: Pick<Jobs, 'wakeAfter'>;
  readonly slots: Slots;
  readonly callers: { forgetRun(runId: number): void };
}

/** What settles a request to take a call back. */
const settling = ['accepted', 'refused', 'account_refused'];

/**
 * Sends the carriers commands about transfers. One is marked before its carrier hears of it, behind the organization's
 * gate, and never sent again: what was lost is reported by the carrier, is taken back, or ends at its deadline.
 */
export function createTransferSender(parts: Parts): TransferSender {
  const { connection, secrets, log, now, carriers, jobs, slots, callers } = parts;
  const { db } = connection;
  const requests = createBegunWork({ maxAtOnce, perOrganization });

  const happen = (
    due: Due,
    event: TransferEvent,
    only_at?: Parameters<typeof change>[2]['only_at'],
  ) => {
    const { id, organization_id } = due;
    const how = { id, organization_id, event, at: now(), ...(only_at && { only_at }) };
    return db.transaction().execute((trx) => change(trx, jobs, how));
  };

  const isStale = (since: number): boolean => performance.now() - since > staleMs;

  /** `since`: when it was decided that the carrier may be told, as `performance.now()` shows it. */
  async function tell<Name extends keyof Answers>(command: Name, call: Reached, since: number) {
    const commands: { [Each in keyof Answers]: () => Promise<Answers[Each]> } = commandsOf(
      parts,
      call,
      () => isStale(since),
    );
    const { id: transfer_id, run_id } = call.transfer;
    try {
      const result = await commands[command]();
      const told: object = { run_id, transfer_id, command, ...result };
      log.info(told, 'a carrier was told about a transfer');
      return result;
    } catch (error) {
      // The carrier may have received the request.
      log.error({ err: error, run_id, command }, 'a carrier could not be told about a transfer');
      return { kind: 'unknown', detail: 'The request to the carrier failed.' } as const;
    }
  }

  async function takeOver(key: transfers.TransferKey): Promise<boolean> {
    const { organization_id, run_id, transfer_id: handoff_id } = key;
    const isTaken = await db.transaction().execute(async (trx) => {
      if (!(await transfers.lockRun(trx, key))) return false;
      const handoff = await transfers.lockIfAny(trx, key);
      if (handoff?.kind !== 'handoff' || handoff.sending_at === null) return false;
      if (handoff.status === 'bridged') return true;
      const { id } = handoff;
      const bridged = { id, organization_id, event: { by: 'bridge' }, at: now() } as const;
      if (!(await change(trx, jobs, bridged))) return false;
      await setHandoff(trx, { organization_id, run_id, handoff_id });
      // Its keys are not for the next one.
      await forgetKeys(trx, { organization_id, run_id }, { before: later(now(), 1) });
      return true;
    });
    callers.forgetRun(run_id);
    return isTaken;
  }

  /** Tells the carrier of a transfer that was not sent. */
  async function request(due: Due): Promise<void> {
    const call = await take(parts, due);
    if (!call) return;
    const { kind, run_id } = call.transfer;
    const result = isStale(call.passed_at)
      ? ({ kind: 'unavailable', detail: 'The process stood still.' } as const)
      : await tell(kind === 'handoff' ? 'handOff' : 'transfer', call, call.passed_at);
    const failed = failureAfter(kind, result);
    if (failed) await happen(due, failed);
    else if (kind === 'handoff' && !('is_reported' in result))
      await takeOver({ ...due, run_id, transfer_id: due.id });
    await sending.setAnswered(db, due, {
      now: now(),
      rings: failed?.hangs_up ?? true,
      ...('leg_id' in result && { leg_id: result.leg_id }),
    });
  }

  /** Tells the carrier to brief who has answered, or to connect the two; it does the same command once. */
  async function step(due: Due): Promise<void> {
    const transfer = await db.transaction().execute((trx) => sending.takeStep(trx, due, now()));
    if (!transfer) return;
    const { stage, step_tries } = transfer;
    if (stage !== 'brief' && stage !== 'connect') return;
    const call = reached(secrets, transfer);
    // Without one the configuration cannot be used any more.
    const { kind } = call ? await tell(stage, call, performance.now()) : { kind: 'refused' };
    if (kind === 'accepted') await sending.setAccepted(db, due, stage);
    else if (kind === 'refused' || step_tries >= maxStepTries)
      await happen(
        due,
        { by: 'fail', failure: 'carrier_failure', hangs_up: true },
        // Another process may have sent the command again, and the transfer may have gone on.
        { stage, step_tries },
      );
  }

  /** A carrier that has accepted a handoff, and reports neither that the runtime has got the call nor that it has not, is believed. */
  async function believe(due: Due): Promise<void> {
    const key = await sending.findUnreported(db, due, now());
    if (key) await takeOver(key);
  }

  /** Takes a call back to the agent that has it, or ends the call to the destination that is apart. */
  async function recall(due: Due): Promise<void> {
    const began_at = performance.now();
    const transfer = await db.transaction().execute((trx) => sending.takeRecall(trx, due, now()));
    if (!transfer) return;
    const { run_id, kind, recalls } = transfer;
    const call = reached(secrets, transfer);
    const handoffsAlone = call !== undefined && carriers[call.provider].leg !== undefined;
    const isLeg = kind !== 'handoff' && isApart(transfer) && handoffsAlone;
    // The end of the call, or a failure, has ended everything but a call to the destination that is apart.
    const isOver =
      transfer.state === 'completed' || (kind !== 'handoff' && transfer.status === 'failed');
    // What acts on the whole call would end the later transfer that has it, or had it.
    const actsOnCall = kind === 'handoff' || !handoffsAlone;
    if (
      !call ||
      (isOver && !isLeg) ||
      (actsOnCall && (await isReplaced(db, transfer, { handoffsAlone })))
    )
      return void (await sending.setRecalled(db, due));
    // Another transfer may have begun while the process stood still. The call is due again after the pause.
    if (isStale(began_at)) return;
    const command = kind === 'handoff' ? 'return' : isLeg ? 'hangUp' : 'recall';
    const result = await tell(command, call, began_at);
    if (settling.includes(result.kind)) await sending.setRecalled(db, due);
    else if (recalls >= maxRecalls)
      log.warn({ run_id, transfer_id: due.id }, 'a carrier does not take a call back');
  }

  async function follow(due: Due): Promise<void> {
    const next = await followUp({ db, slots, secrets, jobs, now }, due);
    if (next) await request(next);
  }

  const works = {
    request,
    step,
    believe,
    async recall(due: Due) {
      await recall(due);
      await follow(due);
    },
    follow,
  };

  return {
    async send() {
      const overdue = await db.transaction().execute((trx) => endOverdue(trx, jobs, now()));
      for (const { run_id, id: transfer_id, failure } of overdue)
        if (failure === 'unknown')
          log.warn({ run_id, transfer_id }, 'nothing was heard of a transfer');
      const room = requests.room();
      if (!room) return;
      for (const { work, ...due } of await sending.due(db, { now: now(), ...room }))
        requests.begin(
          due.organization_id,
          works[work](due).catch((error: unknown) =>
            log.error({ err: error, transfer_id: due.id }, 'a request about a transfer failed'),
          ),
        );
    },
    takeOver,
    async agentReported(run, { transfer_id, is_connected, carrier_code }) {
      const key = { ...run, transfer_id };
      if (is_connected) return void (await takeOver(key));
      const event = {
        by: 'fail',
        failure: 'carrier_failure',
        carrier_code,
        hangs_up: true,
      } as const;
      await db.transaction().execute(async (trx) => {
        const handoff = await transfers.lockIfAny(trx, key);
        if (handoff?.kind !== 'handoff') return;
        const { id, organization_id } = handoff;
        await change(trx, jobs, { id, organization_id, event, at: now() });
      });
    },
    settled: () => requests.settled(),
  };
}
