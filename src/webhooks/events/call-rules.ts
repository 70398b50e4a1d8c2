import type { components } from '../../../generated/api.ts';
import type { Timestamp } from '../../timestamp.ts';
import { analysisFrom, callAnalyzed, callEnded, type ContentOf, type EndedRun } from './rules.ts';

type Schemas = components['schemas'];

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
