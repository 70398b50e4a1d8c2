import type { components } from '../../../generated/api.ts';
import { contractVersion } from '../../../generated/version.ts';
import type { Timestamp } from '../../timestamp.ts';
import { analysisFrom } from '../../workflows/runs/rules.ts';

type Schemas = components['schemas'];
type Analysis = Schemas['RunAnalysis'];
type Outcome = Schemas['EndedCall']['outcome'];

type Events = Schemas['WebhookEvent'];
export type EventType = Events['type'];

/** What an event is about: all of it but the envelope, which it gets when it is composed. */
export type ContentOf<Type extends EventType> = Type extends EventType
  ? Omit<
      Extract<Events, { readonly type: Type }>,
      'id' | 'type' | 'sequence' | 'created_at' | 'contract_version'
    >
  : never;

/** An ended run as events describe it. */
export interface EndedRun {
  readonly run_id: number;
  readonly workflow_id: number;
  readonly definition_id: number;
  readonly campaign_id: number | null;
  readonly mode: Schemas['EndedCall']['mode'];
  readonly to_number: string;
  readonly from_number: string | null;
  readonly telephony_configuration_id: number | null;
  readonly outcome: Outcome;
  readonly call_disposition: string | null;
  readonly initial_context: Record<string, unknown>;
  readonly gathered_context: Schemas['GatheredContext'];
  readonly transcript: Schemas['TranscriptTurn'][] | null;
  readonly recording_url: string | null;
  readonly analysis: Analysis | null;
  /** Whether none has to be stored. */
  readonly has_derived_analysis?: boolean;
  readonly duration_seconds: number | null;
  readonly answered_by: Schemas['EndedCall']['answered_by'];
  readonly failure: Schemas['EndedCall']['failure'];
  readonly external_id: string | null;
  readonly metadata: Schemas['Metadata'];
  readonly created_at: Timestamp;
  readonly started_at: Timestamp | null;
  readonly ended_at: Timestamp;
}

export const callEnded = (run: EndedRun): ContentOf<'call_ended'> => ({ call: callOf(run) });

export const callAnalyzed = (
  run: EndedRun,
  call_analysis: Analysis,
): ContentOf<'call_analyzed'> => ({ call: { ...callOf(run), call_analysis } });

/** The consent members are present only if consent was recorded. */
function callOf({
  analysis: _analysis,
  has_derived_analysis: _isDerived,
  ...run
}: EndedRun): Schemas['EndedCall'] {
  const { consent_given, consent_ts } = run.gathered_context;
  if (consent_given === undefined || consent_ts === undefined) return run;
  return { ...run, consent_given, consent_ts };
}

/** The event of a test delivery, for a call that never took place. */
export const sampleEvent = (id: string, now: Timestamp): Schemas['CallEndedEvent'] => ({
  id,
  type: 'call_ended',
  sequence: 1,
  created_at: now,
  contract_version: contractVersion,
  ...callEnded({
    run_id: 1,
    workflow_id: 1,
    definition_id: 1,
    campaign_id: null,
    mode: 'ad_hoc',
    to_number: '+12025550100',
    from_number: '+12025550199',
    telephony_configuration_id: null,
    outcome: 'completed',
    call_disposition: 'sample',
    initial_context: { sample: true },
    gathered_context: { consent_given: true, consent_ts: now },
    transcript: null,
    recording_url: null,
    analysis: null,
    duration_seconds: 0,
    answered_by: null,
    failure: null,
    external_id: 'sample',
    metadata: { sample: 'true' },
    created_at: now,
    started_at: now,
    ended_at: now,
  }),
});

/** A run as events describe it; it has ended only for the events of its end. */
interface EventRun extends Omit<EndedRun, 'outcome' | 'ended_at'> {
  readonly outcome: EndedRun['outcome'] | null;
  readonly ended_at: Timestamp | null;
}

interface CallEvent {
  readonly event: Schemas['WebhookEventName'];
  /** When it happened. */
  readonly created_at: Timestamp;
}

/** The content of an event of a call. Throws for other events, and for the end of a call that has not ended. */
export function contentOf(
  { event, created_at: at }: CallEvent,
  run: EventRun,
): ContentOf<'call_queued' | 'call_ended' | 'call_analyzed'> {
  switch (event) {
    case 'call_queued':
    case 'call_ringing':
    case 'call_answered':
      return { at, call: callInProgress(run) };
    case 'call_ended':
      return callEnded(ended(run));
    case 'call_analyzed':
      return callAnalyzed(ended(run), run.analysis ?? analysisFrom(ended(run)));
    default:
      throw new Error(`${event} is no event of a call.`);
  }
}

export function ended(run: EventRun): EndedRun {
  const { outcome, ended_at } = run;
  if (outcome === null || ended_at === null) throw new Error(`Run ${run.run_id} has not ended.`);
  return { ...run, outcome, ended_at };
}

/** What is known of a call from its beginning on, and never changes. */
export const callInProgress = (run: Schemas['CallInProgress']): Schemas['CallInProgress'] => ({
  run_id: run.run_id,
  workflow_id: run.workflow_id,
  definition_id: run.definition_id,
  campaign_id: run.campaign_id,
  mode: run.mode,
  to_number: run.to_number,
  from_number: run.from_number,
  telephony_configuration_id: run.telephony_configuration_id,
  initial_context: run.initial_context,
  created_at: run.created_at,
  external_id: run.external_id,
  metadata: run.metadata,
});
