import { runToken } from '../../auth/run-tokens.ts';
import { createBegunWork } from '../../fairness/begun-work.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { CallParts } from '../calls/dependencies.ts';
import { staleMs } from '../calls/waiting.ts';
import type { CommandResult, TransferResult } from '../carriers/carrier.ts';
import type { Slots } from '../calls/slots.ts';
import { endOverdue } from './changes.ts';
import { followUp } from './fallbacks.ts';
import { createHandoffs, type Handoffs } from './handoffs.ts';
import * as transfers from './queries.ts';
import {
  briefingOf,
  failureOf,
  isApart,
  maxRecalls,
  maxStepTries,
  requestMs as timeoutMs,
  ringSeconds,
} from './rules.ts';
import { isReplaced } from './replacing-queries.ts';
import * as sending from './sending-queries.ts';
import { createTaking, type Reached } from './claim-requests.ts';

interface Transfer {
  readonly provider: string;
  readonly configuration_id: number;
  readonly run_id: number;
  readonly id: number;
}

/** The URL to which the carrier reports about a transfer. */
export const transferUrl = (
  origin: string,
  { provider, configuration_id, run_id, id }: Transfer,
): string =>
  `${origin}/api/v1/telephony/transfer-callbacks/${provider}/${configuration_id}?run_id=${run_id}&transfer_id=${id}`;

/** Requests to carriers at once, of all organizations and of one. */
const maxAtOnce = 50;
const perOrganization = 5;

export interface TransferSender {
  /** Begins the requests that are due, and ends the transfers of which nothing was heard. Does not wait for answers. */
  readonly send: () => Promise<void>;
  readonly takeOver: Handoffs['takeOver'];
  readonly agentReported: Handoffs['agentReported'];
  /** Waits for the requests that are in progress. */
  settled(): Promise<void>;
}

interface Parts extends Pick<CallParts, 'connection' | 'secrets' | 'log' | 'now' | 'carriers'> {
  readonly origin: { readonly url: string };
  readonly jobs: Pick<Jobs, 'wakeAfter'>;
  readonly slots: Slots;
  readonly callers: { forgetRun(runId: number): void };
}

/**
 * Sends the carriers requests about transfers. One is marked before its carrier hears of it, behind the organization's
 * gate, and never sent again: what was lost is reported by the carrier, or ends at its deadline.
 */
export function createTransferSender(parts: Parts): TransferSender {
  const { connection, secrets, log, now, carriers, origin, jobs, slots } = parts;
  const { db } = connection;
  const requests = createBegunWork({ maxAtOnce, perOrganization });
  const handoffs = createHandoffs(parts);

  const { reached, fail, take } = createTaking(parts);

  async function request(due: sending.Due): Promise<boolean> {
    const found = await take(due, {
      withheld: sending.withheld,
      replaced({ provider }) {
        const hasLegs = carriers[provider].leg !== undefined;
        return { handoffsAlone: hasLegs, replaces: !hasLegs };
      },
    });
    if (!found) return false;
    const { transfer, credentials, passed_at, provider, ...call } = found;
    const to = transfer.sip_uri ?? transfer.phone_number;
    if (to === null || performance.now() - passed_at > staleMs) {
      await fail(transfer, { failure: 'connection_error' });
      await sending.setAnswered(db, due, { now: now(), rings: false });
      return true;
    }
    let result: TransferResult;
    try {
      result = await carriers[provider].transfer(credentials, {
        carrier_call_id: call.carrier_call_id,
        transfer_id: transfer.id,
        to,
        from_number: transfer.from_number,
        callback_url: transferUrl(origin.url, { ...transfer, ...call, provider }),
        ring_seconds: ringSeconds,
        detect: transfer.detects,
        brief: transfer.kind === 'warm',
        timeout_ms: timeoutMs,
      });
    } catch (error) {
      // The carrier may have received the request.
      log.error(
        { err: error, run_id: transfer.run_id },
        'a carrier could not be asked to transfer',
      );
      result = { kind: 'unknown', detail: 'The request to the carrier failed.' };
    }
    log.info(
      { run_id: transfer.run_id, transfer_id: transfer.id, ...result },
      'a carrier got a transfer',
    );
    const failure = failureOf(result);
    if (failure !== undefined)
      await fail(transfer, {
        failure,
        ...('carrier_code' in result && { carrier_code: result.carrier_code }),
      });
    await sending.setAnswered(db, due, {
      now: now(),
      rings: failure === undefined,
      ...(result.kind === 'accepted' && { leg_id: result.leg_id }),
    });
    return true;
  }

  const legCommand = async (
    command: 'brief' | 'connect' | 'hangUp',
    { transfer, credentials, provider, carrier_call_id }: Reached,
  ): Promise<CommandResult> => {
    const { leg } = carriers[provider];
    const { id: transfer_id, leg_id } = transfer;
    if (!leg || leg_id === null)
      return { kind: 'failed', detail: 'The call to the destination is not known.' };
    const request = { leg_id, carrier_call_id, transfer_id, timeout_ms: timeoutMs };
    if (command !== 'brief') return leg[command](credentials, request);
    const briefing = briefingOf(transfer);
    return briefing
      ? leg.brief(credentials, { ...request, ...briefing })
      : { kind: 'refused', detail: 'The transfer has ended.' };
  };

  /** Tells the carrier to brief who has answered, or to connect the two; it does the same command once. */
  async function step(due: sending.Due): Promise<boolean> {
    const transfer = await db.transaction().execute((trx) => sending.takeStep(trx, due, now()));
    if (!transfer) return false;
    const { run_id, stage, step_tries } = transfer;
    if (stage !== 'brief' && stage !== 'connect') return false;
    const call = reached(transfer);
    const result: CommandResult = call
      ? await legCommand(stage, call)
      : { kind: 'refused', detail: 'The configuration cannot be used any more.' };
    log.info(
      { run_id, transfer_id: due.id, stage, step_tries, ...result },
      'a carrier was told to go on with a transfer',
    );
    if (result.kind === 'accepted') await sending.setAccepted(db, due, stage);
    else if (result.kind === 'refused' || step_tries >= maxStepTries)
      await fail(transfer, {
        failure: 'carrier_failure',
        hangs_up: true,
        // Another process may have sent the command again, and the transfer may have gone on.
        only_at: { stage, step_tries },
      });
    return true;
  }

  async function recall(due: sending.Due): Promise<void> {
    const began_at = performance.now();
    const transfer = await db.transaction().execute((trx) => sending.takeRecall(trx, due, now()));
    if (!transfer) return;
    const { organization_id, run_id, recalls } = transfer;
    const call = reached(transfer);
    const hasLegs = call !== undefined && carriers[call.provider].leg !== undefined;
    const isLeg = isApart(transfer) && hasLegs;
    // The end of the call has ended everything but a call to the destination that is apart.
    const isOver = transfer.state === 'completed' || transfer.status === 'failed';
    if ((isOver && !isLeg) || !call) return void (await transfers.setRecalled(db, due));
    // A recall that acts on the whole call would end the later transfer.
    if (!hasLegs && (await isReplaced(db, transfer, { handoffsAlone: false })))
      return void (await transfers.setRecalled(db, due));
    // Another transfer may have begun while the process stood still. The call is due again after the pause.
    if (performance.now() - began_at > staleMs) return;
    const { agent_workflow_id, agent_workflow_version, handoff_id, leg_id } = transfer;
    const run_token = runToken(secrets, { organization_id, run_id, handoff_id });
    const result: CommandResult = isLeg
      ? await legCommand('hangUp', call)
      : await carriers[call.provider].recall(call.credentials, {
          carrier_call_id: call.carrier_call_id,
          leg_id,
          agent: {
            run_id,
            workflow_id: agent_workflow_id,
            workflow_version: agent_workflow_version,
            run_token,
          },
          timeout_ms: timeoutMs,
        });
    log.info(
      { run_id, transfer_id: due.id, recalls, ...result },
      'a carrier got a canceled transfer',
    );
    if (result.kind !== 'failed') await transfers.setRecalled(db, due);
    else if (recalls >= maxRecalls)
      log.warn({ run_id, transfer_id: due.id }, 'a carrier does not take a call back');
  }

  async function work(due: sending.Due): Promise<void> {
    if ((await request(due)) || (await step(due))) return;
    await recall(due);
    const next = await followUp({ db, slots, secrets, jobs, now }, due);
    if (next) await request(next);
  }

  return {
    async send() {
      const overdue = await endOverdue({ db, jobs }, now());
      for (const transfer of overdue)
        if (transfer.failure === 'unknown')
          log.warn(
            { run_id: transfer.run_id, transfer_id: transfer.id },
            'nothing was heard of a transfer',
          );
      const room = requests.room();
      if (!room) return;
      for (const due of await sending.due(db, { now: now(), ...room }))
        requests.begin(
          due.organization_id,
          (due.kind === 'handoff' ? handoffs.work(due) : work(due)).catch((error: unknown) =>
            log.error({ err: error, transfer_id: due.id }, 'a request about a transfer failed'),
          ),
        );
    },
    takeOver: handoffs.takeOver,
    agentReported: handoffs.agentReported,
    settled: () => requests.settled(),
  };
}
