import { setTimeout } from 'node:timers/promises';
import type { Span } from '@opentelemetry/api';
import { accessOf } from '../../auth/run-codes.ts';
import { traceIdOf } from '../../telemetry/spans.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { later, msBetween, type Timestamp } from '../../timestamp.ts';
import type { PlacementResult } from '../carriers/carrier.ts';
import { readableCredentials } from '../credentials.ts';
import { createHangUps, type HangUps } from '../hang-ups/requests.ts';
import { withRelay } from '../relay/with-relay.ts';
import { type CheckStatuses, createStatusChecks } from './status-checks.ts';
import { createTransferSender, type TransferSender } from '../transfers/sender.ts';
import { callbackUrl } from './callback-url.ts';
import { giveBack } from './give-back.ts';
import { createPlacementLeadTime } from './placement-lead-time.ts';
import * as statusChecks from './status-check-queries.ts';
import * as paces from './pace-queries.ts';
import { type CallToPlace, createPlacer, type Unplaced, type Withholding } from './placer.ts';
import type { CallParts, CampaignCalls, Carriers } from './dependencies.ts';
import { retryUntilStored } from './retry-until-stored.ts';
import { beginPlacingSpan, endPlacingSpan } from './placing-span.ts';
import { staleMs } from './waiting.ts';
import { createReports, type Reports, type WhenEnded } from './reports.ts';
import { createSpacing, until } from './spacing.ts';
import { createCallSlots, type Slots } from './slots.ts';
import { aheadMs } from './pace-rules.ts';
import { deferMs, maxDeferrals, type Report, reportOfPlacement } from './rules.ts';
import { type Batcher, createBatcher } from '../../fairness/batcher.ts';
import type { Db } from '../../db/connect.ts';
import { type CallbackSubject, type CallbackTarget, findForCallbacks } from './route-queries.ts';

type CallbackTargets = Batcher<CallbackSubject, CallbackTarget | undefined>;

/** So many statements look callbacks up at once. */
const lanes = 4;

/**
 * Finds what callbacks are about. Those that come together share one statement: thousands of short calls would
 * otherwise need thousands of round trips. Undefined: there is no such configuration.
 */
const createCallbackTargets = (db: Db): CallbackTargets =>
  createBatcher({
    maxAtOnce: lanes,
    keyOf: ({ config_id }) => config_id % lanes,
    work: async (subjects: readonly CallbackSubject[]) => {
      const found = await findForCallbacks(db, subjects);
      const byTurn = new Map(found.map((target) => [target.turn, target]));
      return subjects.map((_, turn) => byTurn.get(turn));
    },
  });

interface ClaimedCall extends Unplaced {
  /** Its pace slot; default: now. */
  readonly place_at?: Timestamp;
  /** From when it waited for its carrier; default: its slot. */
  readonly due_at?: Timestamp;
  /** Ended when the call was placed or given back. */
  readonly span?: Span;
}

/** The calls that this process places, and reports about calls. */
export interface Calls {
  readonly carriers: Carriers;
  readonly callbackTargets: CallbackTargets;
  readonly campaigns: CampaignCalls;
  readonly slots: Slots;
  /** Places a claimed call at its pace slot, if the rules still allow it, and stores the result. Never throws. */
  place(call: ClaimedCall): Promise<void>;
  report(report: Report): Promise<void>;
  /** Writes reports in the caller's transaction. Returns the calls that ended. */
  readonly reportIn: Reports['write'];
  /** Asks the carriers about calls of which nothing was heard for too long. */
  readonly checkStatuses: CheckStatuses;
  /** Begins to ask the carriers to end the calls that somebody hung up. */
  readonly hangUp: HangUps['send'];
  /** Begins what is due of transfers. */
  readonly sendTransfers: TransferSender['send'];
  /** Gives a run to the agent of a handoff that its carrier has accepted. */
  readonly takeOver: TransferSender['takeOver'];
  /** Applies what a carrier reports of the runtime of a handoff's agent. */
  readonly agentReported: TransferSender['agentReported'];
  /** Waits for requests to carriers that are in progress, and for all reports to be written. */
  settled(): Promise<void>;
}

interface Parts extends CallParts {
  readonly whenEnded: readonly WhenEnded[];
  readonly jobs: Pick<Jobs, 'wakeAfter'>;
  readonly origin: { readonly url: string; readonly agentUrl?: string | undefined };
  readonly callers: { forgetRun(runId: number): void };
}

/** How long a carrier may take to accept a call. */
const placeTimeoutMs = 10_000;
/** How often, and after what pause, a call that somebody else has locked is tried again. */
const lockedTries = 40;
const lockedPauseMs = 25;

export function createCalls(parts: Parts): Calls {
  const { connection, campaigns, secrets, log, now, origin, carriers, metrics } = parts;
  const { db } = connection;
  const reports = createReports(parts);
  const placer = createPlacer({ db, factsOfCampaigns: campaigns.factsOfCampaigns, now });
  const lead = createPlacementLeadTime();
  const spacing = createSpacing();
  const inProgress = new Set<Promise<void>>();
  const checkStatuses = createStatusChecks({ ...parts, reports });
  const hangUps = createHangUps(parts);
  const slots = createCallSlots();
  const transfers = createTransferSender({ ...parts, slots });

  const agentOf = ({
    id: run_id,
    organization_id,
    workflow_id,
    workflow_version,
    to_number,
    from_number,
  }: CallToPlace) => ({
    run_id,
    workflow_id,
    workflow_version,
    to_number,
    from_number,
    ...accessOf(secrets, { organization_id, run_id }, now()),
  });

  /** The credentials of a call and what its agent gets; undefined if the credentials cannot be read. */
  async function prepare(call: CallToPlace) {
    const { organization_id, credentials_encrypted } = call;
    const credentials = readableCredentials(secrets, organization_id, credentials_encrypted);
    if (!credentials) return undefined;
    const line = { ...call, credentials };
    const agent = await withRelay({ db, origin }, line, { agent: agentOf(call), greets: true });
    return { credentials, agent };
  }

  async function answerOf(
    call: CallToPlace,
    due_at: Timestamp,
    prepared: Awaited<ReturnType<typeof prepare>>,
  ): Promise<PlacementResult> {
    if (!prepared) {
      log.error({ run_id: call.id }, 'the credentials of a call cannot be read');
      return { kind: 'account_refused', detail: 'The credentials cannot be read.' };
    }
    try {
      const answer = await carriers[call.provider].place(prepared.credentials, {
        run_id: call.id,
        agent: prepared.agent,
        to_number: call.to_number,
        from_number: call.from_number,
        callback_url: callbackUrl(origin.url, call),
        detection: call.handling?.detection ?? 'detect',
        record: call.handling?.record ?? false,
        timeout_ms: placeTimeoutMs,
      });
      if (answer.kind !== 'unknown') metrics.work.placed(msBetween(due_at, now()) / 1000);
      return answer;
    } catch (error) {
      // The carrier may have received the request, so the call is not placed again.
      log.error({ err: error, run_id: call.id }, 'a carrier could not be reached to place a call');
      return {
        kind: 'unknown',
        detail: 'The request to the carrier failed; the call may have been placed.',
      };
    }
  }

  async function returnCall(
    id: number,
    attempt: Timestamp | null,
    due_at?: Timestamp,
  ): Promise<void> {
    const { hungUp } = await db.transaction().execute((trx) =>
      giveBack(trx, campaigns.release, {
        ids: [id],
        attempt,
        now: now(),
        ...(due_at !== undefined && { due_at }),
      }),
    );
    await reports.notPlaced(hungUp);
  }

  /** Writes what the carrier's immediate result means for the call, its campaign and its configuration. */
  async function keep(call: CallToPlace, result: PlacementResult): Promise<void> {
    const { id, organization_id, configuration_id, campaign_id, placing_at: attempt } = call;
    switch (result.kind) {
      case 'rate_limited': {
        const until = later(now(), result.retry_after_ms ?? deferMs(0));
        await paces.pauseUntil(db, configuration_id, until);
        return returnCall(id, attempt, campaign_id === null ? until : undefined);
      }
      case 'unavailable':
        await paces.slowDown(db, configuration_id, now());
        if (call.deferrals < maxDeferrals)
          return returnCall(id, attempt, later(now(), deferMs(call.deferrals)));
        break;
      case 'account_refused':
        if (campaign_id === null) break;
        await campaigns.pause(campaign_id, result.detail, now());
        return returnCall(id, attempt);
      case 'unknown':
        await paces.slowDown(db, configuration_id, now());
        await statusChecks.checkSoon(db, id, later(now(), deferMs(0)));
        return;
      default:
        if (call.errors) await paces.recovered(db, configuration_id);
    }
    const report = { ...reportOfPlacement(id, result, now()), organization_id };
    // An accepted call is in progress, whatever is known by now.
    await reports.add(result.kind === 'accepted' ? report : { ...report, attempt });
  }

  async function place(claimed: ClaimedCall): Promise<void> {
    const { id, organization_id, place_at = now(), due_at = place_at } = claimed;
    // No slot is further ahead, unless the clock was set back.
    const slot = performance.now() + Math.min(msBetween(now(), place_at), aheadMs);
    await until(slot - lead.ms());
    const began = performance.now();
    let placing = await placer.add({ id, organization_id });
    for (let left = lockedTries; placing.kind === 'locked' && left > 0; left -= 1) {
      await setTimeout(lockedPauseMs);
      placing = await placer.add({ id, organization_id });
    }
    lead.took(performance.now() - began);
    // One that stays locked returns with its lease.
    if (placing.kind === 'gone' || placing.kind === 'locked') return;
    if (placing.kind === 'withheld') return withhold({ id, organization_id }, placing);
    const { call, passed_at } = placing;
    // Before the last look at the time: no statement stands between that and the request to the carrier.
    const prepared = await prepare(call).catch((error: unknown) => {
      log.error({ err: error, run_id: id }, 'what the agent of a call gets could not be read');
      return 'unread' as const;
    });
    const passes = await spacing.pass({ ...call, at: slot, clock: Date.parse(now()) });
    if (prepared === 'unread' || !passes || performance.now() - passed_at > staleMs) {
      metrics.work.turnMissed();
      log.warn({ run_id: id }, 'a call was not placed because it came too late');
      return retryUntilStored(log, () => returnCall(id, call.placing_at));
    }
    const span = beginPlacingSpan(call);
    const result = await answerOf(call, due_at, prepared);
    endPlacingSpan(span, result);
    if (result.kind !== 'accepted')
      log.info(
        { run_id: id, trace_id: traceIdOf(span), provider: call.provider, ...result },
        'a call was not accepted',
      );
    await retryUntilStored(log, () => keep(call, result));
  }

  /** Ends a single call that may no longer be placed; a campaign's next claim decides about its contact. */
  const withhold = (
    { id: run_id, organization_id }: Unplaced,
    { reason, campaign_id }: Withholding,
  ): Promise<void> => {
    log.info({ run_id, reason }, 'a call may not be placed now');
    return retryUntilStored(log, () =>
      campaign_id === null && reason !== 'campaign'
        ? reports.add({ run_id, organization_id, attempt: null, at: now(), event: reason })
        : returnCall(run_id, null),
    );
  };

  return {
    carriers,
    callbackTargets: createCallbackTargets(db),
    campaigns,
    slots,
    place(call) {
      const placing = place(call)
        .catch((error: unknown) =>
          // Its lease ends, or the carrier is queried about it.
          log.error({ err: error, run_id: call.id }, 'a call could not be placed'),
        )
        .finally(() => {
          call.span?.end();
          inProgress.delete(placing);
        });
      inProgress.add(placing);
      return placing;
    },
    report: (report) => reports.add(report),
    reportIn: reports.write,
    checkStatuses,
    hangUp: hangUps.send,
    sendTransfers: transfers.send,
    takeOver: transfers.takeOver,
    agentReported: transfers.agentReported,
    async settled() {
      await Promise.all(inProgress);
      await hangUps.settled();
      await transfers.settled();
      await reports.settled();
    },
  };
}
