import { runToken } from '../../auth/run-tokens.ts';
import { createBegunWork } from '../../fairness/begun-work.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { CallParts, Provider } from '../calls/dependencies.ts';
import { passGate } from '../calls/gate-queries.ts';
import { staleMs } from '../calls/waiting.ts';
import type { CommandResult, TransferResult } from '../carriers/carrier.ts';
import { type Credentials, readableCredentials } from '../credentials.ts';
import type { Slots } from '../calls/slots.ts';
import { transferUrl } from './callback-url.ts';
import { end, endOverdue } from './changes.ts';
import { followUp } from './fallbacks.ts';
import { createHandoffs, type Handoffs } from './handoffs.ts';
import * as transfers from './queries.ts';
import {
  briefingOf,
  failureOf,
  type FailureCode,
  isApart,
  isEnding,
  isFailure,
  maxRecalls,
  maxStepTries,
  requestMs as timeoutMs,
  ringSeconds,
} from './rules.ts';
import { isReplaced, mayReplace } from './replacing-queries.ts';
import * as sending from './sending-queries.ts';

/** Requests to carriers at once, of all organizations and of one. */
const maxAtOnce = 50;
const perOrganization = 5;

export interface TransferSender {
  /** Begins the requests that are due, and ends the transfers of which nothing was heard. Does not wait for answers. */
  readonly send: () => Promise<void>;
  readonly takeOver: Handoffs['takeOver'];
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

  const keyOf = ({ id, organization_id, run_id }: sending.SendingRow) => ({
    organization_id,
    run_id,
    transfer_id: id,
  });

  const fail = async (
    transfer: sending.SendingRow,
    failure: FailureCode,
    others: { readonly carrier_code?: string | undefined; readonly hangs_up?: boolean } = {},
  ): Promise<void> =>
    void (await db.transaction().execute((trx) =>
      end(trx, jobs, {
        ...keyOf(transfer),
        status: 'failed',
        failure,
        ...others,
        at: now(),
      }),
    ));

  /** Marks the transfer, so that only whoever gets it tells the carrier; ends it if a rule forbids it. */
  const taken = (due: sending.Due) =>
    db.transaction().execute(async (trx) => {
      await passGate(trx, due.organization_id);
      const [at, passed_at] = [now(), performance.now()];
      const transfer = await sending.lockUnsent(trx, due);
      if (!transfer) return undefined;
      const reason = isEnding(transfer) ? 'call_ended' : await sending.withheld(trx, transfer, at);
      const credentials = credentialsOf(transfer);
      const { provider, phone_number, sip_uri, carrier_call_id, configuration_id } = transfer;
      if (
        reason !== undefined ||
        !credentials ||
        provider === null ||
        configuration_id === null ||
        (phone_number === null && sip_uri === null) ||
        carrier_call_id === null
      ) {
        const failure = reason !== undefined && isFailure(reason) ? reason : 'refused';
        await end(trx, jobs, { ...keyOf(transfer), status: 'failed', failure, at });
        return undefined;
      }
      const replacing = { handoffsAlone: false, now: at };
      if (!carriers[provider].leg && !(await mayReplace(trx, transfer, replacing)))
        return undefined;
      await sending.setSending(trx, due, at);
      const call = { provider, carrier_call_id, configuration_id };
      return { transfer, credentials, passed_at, ...call };
    });

  const credentialsOf = ({
    organization_id,
    credentials_encrypted,
  }: sending.SendingRow): Credentials | undefined =>
    credentials_encrypted === null
      ? undefined
      : readableCredentials(secrets, organization_id, credentials_encrypted);

  async function request(due: sending.Due): Promise<boolean> {
    const found = await taken(due);
    if (!found) return false;
    const { transfer, credentials, passed_at, provider, ...call } = found;
    if (performance.now() - passed_at > staleMs) {
      await fail(transfer, 'connection_error');
      await sending.setAnswered(db, due, { now: now(), rings: false });
      return true;
    }
    let result: TransferResult;
    try {
      result = await carriers[provider].transfer(credentials, {
        carrier_call_id: call.carrier_call_id,
        transfer_id: transfer.id,
        to: transfer.sip_uri ?? transfer.phone_number!,
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
      await fail(
        transfer,
        failure,
        'carrier_code' in result ? { carrier_code: result.carrier_code } : {},
      );
    await sending.setAnswered(db, due, {
      now: now(),
      rings: failure === undefined,
      ...(result.kind === 'accepted' && { leg_id: result.leg_id }),
    });
    return true;
  }

  const legCommand = async (
    command: 'brief' | 'connect' | 'hangUp',
    transfer: sending.SendingRow,
    call: {
      readonly credentials: Credentials;
      readonly provider: Provider;
      readonly carrier_call_id: string;
    },
  ): Promise<CommandResult> => {
    const { credentials, provider, carrier_call_id } = call;
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
    const { run_id, provider, carrier_call_id, stage, step_tries } = transfer;
    if (stage !== 'brief' && stage !== 'connect') return false;
    const credentials = credentialsOf(transfer);
    const result: CommandResult =
      credentials && provider && carrier_call_id !== null
        ? await legCommand(stage, transfer, { credentials, provider, carrier_call_id })
        : { kind: 'refused', detail: 'The configuration cannot be used any more.' };
    log.info(
      { run_id, transfer_id: due.id, stage, step_tries, ...result },
      'a carrier was told to go on with a transfer',
    );
    if (result.kind === 'accepted') await sending.setAccepted(db, due, stage);
    else if (result.kind === 'refused' || step_tries >= maxStepTries)
      await fail(transfer, 'carrier_failure', { hangs_up: true });
    return true;
  }

  async function recall(due: sending.Due): Promise<void> {
    const transfer = await db.transaction().execute((trx) => sending.takeRecall(trx, due, now()));
    if (!transfer) return;
    const { organization_id, run_id, provider, carrier_call_id, recalls } = transfer;
    const credentials = credentialsOf(transfer);
    const isLeg = isApart(transfer) && provider !== null && carriers[provider].leg !== undefined;
    // The end of the call has ended everything but a call to the destination that is apart.
    const isOver = transfer.state === 'completed' || transfer.status === 'failed';
    if ((isOver && !isLeg) || !credentials || !provider || carrier_call_id === null)
      return void (await transfers.setRecalled(db, due));
    // A recall that acts on the whole call would end the later transfer.
    if (!carriers[provider].leg && (await isReplaced(db, transfer, { handoffsAlone: false })))
      return void (await transfers.setRecalled(db, due));
    const { agent_workflow_id, agent_workflow_version, handoff_id, leg_id } = transfer;
    const run_token = runToken(secrets, { organization_id, run_id, handoff_id });
    const result: CommandResult = isLeg
      ? await legCommand('hangUp', transfer, { credentials, provider, carrier_call_id })
      : await carriers[provider].recall(credentials, {
          carrier_call_id,
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
    settled: () => requests.settled(),
  };
}
