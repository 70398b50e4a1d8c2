import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { components } from '../../generated/api.ts';
import type { Database } from '../db/connect.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { later, type Timestamp } from '../timestamp.ts';
import { callInProgress, type ContentOf, type EventType } from './events/rules.ts';
import * as events from './events/queries.ts';

/** The queue that creates due events and their deliveries. */
export const deliverQueue = 'webhooks.deliver';

/** How long after a call its analysis can be submitted; then only the outcome is used. */
export const analysisWaitMs = 30_000;

interface EndedRun {
  readonly id: number;
  readonly organization_id: number;
  readonly ended_at: Timestamp | null;
  /** Whether there was a conversation, so that an analysis can be submitted. */
  readonly conversed: boolean;
  /** Whether the analysis was already submitted. */
  readonly analyzed: boolean;
  readonly traceparent: string | null;
}

/**
 * Inserts the two events of each ended run. Called once per run, in the transaction that ends it. A second pair would
 * have the same times, as a run ends once, so the database has no place for it.
 */
export async function announceEnds(
  trx: Transaction<Database>,
  jobs: Jobs,
  { runs, now }: { readonly runs: readonly EndedRun[]; readonly now: Timestamp },
): Promise<void> {
  if (runs.length === 0) return;
  await events.insert(
    trx,
    runs.flatMap(({ id, organization_id, ended_at, conversed, analyzed, traceparent }) => {
      const of = { organization_id, run_id: id, traceparent, created_at: ended_at ?? now };
      const waits = conversed && !analyzed;
      return [
        { ...of, id: uuid(), event: 'call_ended' as const, due_at: now },
        {
          ...of,
          id: uuid(),
          event: 'call_analyzed' as const,
          due_at: waits ? later(now, analysisWaitMs) : now,
        },
      ];
    }),
  );
  await wakeAfter(trx, jobs);
}

/** An event of a call before its end. */
export type ProgressEvent = 'call_queued' | 'call_ringing' | 'call_answered';

interface Progress {
  readonly organization_id: number;
  readonly run_id: number;
  readonly event: ProgressEvent;
  readonly at: Timestamp;
  readonly traceparent: string | null;
}

/**
 * Inserts events of calls, in their order, in the transaction in which they happen, which holds the locks of their runs.
 * Only of those that the organization has chosen (`event_choices`), each once per run.
 */
export async function announceProgress(
  trx: Transaction<Database>,
  progress: readonly Progress[],
  now: Timestamp,
): Promise<void> {
  if (progress.length === 0) return;
  await events.insert(
    trx,
    progress.map(({ at, ...of }) => ({ ...of, id: uuid(), created_at: at, due_at: now })),
  );
}

type TransferEvent = Extract<EventType, `transfer_${string}`>;
type Happened = Exclude<EventType, ProgressEvent | TransferEvent | 'call_ended' | 'call_analyzed'>;

interface Announcement<Type extends Happened> {
  readonly organization_id: number;
  /** The run that it is about, which is locked. */
  readonly run_id?: number;
  /** The campaign that it is about, which is locked; null: about a run or the organization. */
  readonly campaign_id: number | null;
  readonly event: Type;
  readonly content: ContentOf<Type>;
}

/** Inserts an event that has a content of its own, in the transaction of the change. */
export async function announce<Type extends Happened>(
  trx: Transaction<Database>,
  { content, ...about }: Announcement<Type>,
): Promise<void> {
  const { at } = content;
  // `event` is for processes of contract 0.2.0, which may compose it during a rolling upgrade.
  const body = JSON.stringify({ event: about.event, ...content });
  await events.insert(trx, [{ ...about, id: uuid(), body, created_at: at, due_at: at }]);
}

/** What has become of a transfer, and when. */
export interface TransferChange {
  readonly organization_id: number;
  readonly run_id: number;
  readonly event: TransferEvent;
  readonly at: Timestamp;
  readonly transfer: components['schemas']['EventTransfer'];
  readonly failure?: components['schemas']['TransferFailure'];
}

/**
 * Inserts the events of transfers, which are locked, in the transaction of the change: so those of one transfer are in
 * their order. Those of one kind in one run must differ in their time.
 */
export async function announceTransfers(
  trx: Transaction<Database>,
  { events: changes, now }: { readonly events: readonly TransferChange[]; readonly now: Timestamp },
): Promise<void> {
  const ids = changes.map(({ run_id }) => run_id);
  const runs = new Map((await events.callsOf(trx, ids)).map((run) => [run.run_id, run]));
  await events.insert(
    trx,
    changes.flatMap(({ organization_id, run_id, event, ...content }) => {
      const run = runs.get(run_id);
      if (!run) return [];
      const { campaign_id, traceparent } = run;
      const body = JSON.stringify({ event, call: callInProgress(run), ...content });
      const about = { organization_id, run_id, campaign_id, event, traceparent };
      return [{ ...about, id: uuid(), body, created_at: content.at, due_at: now }];
    }),
  );
}

interface Policy {
  readonly id: string;
  readonly organization_id: number;
  readonly connector_name: string;
  readonly action_type: components['schemas']['ApprovalActionType'];
  readonly target_name: string;
  readonly used_count: number;
  readonly max_uses: number;
  readonly expires_at: Timestamp;
}

/** Inserts the event of an approval policy whose last use this was; of none nothing. */
export async function announcePolicyExhausted(
  trx: Transaction<Database>,
  exhausted: Policy | undefined,
  now: Timestamp,
): Promise<void> {
  if (!exhausted) return;
  const { organization_id, ...approval_policy } = exhausted;
  const event = 'approval_policy_exhausted';
  const content = { at: now, approval_policy };
  await announce(trx, { organization_id, campaign_id: null, event, content });
}

/** Makes the `call_analyzed` event of an ended run due now, because its analysis exists. */
export async function announceAnalysis(
  trx: Transaction<Database>,
  jobs: Jobs,
  { run_id, now }: { readonly run_id: number; readonly now: Timestamp },
): Promise<void> {
  if (await events.makeAnalyzedDue(trx, run_id, now)) await wakeAfter(trx, jobs);
}

/** Has due events processed soon. */
export const wake = (jobs: Pick<Jobs, 'wake'>): void => jobs.wake(deliverQueue);

/** Has due events processed once the transaction has committed. */
export const wakeAfter = (
  trx: Transaction<Database>,
  jobs: Pick<Jobs, 'wakeAfter'>,
): Promise<void> => jobs.wakeAfter(trx, deliverQueue);
