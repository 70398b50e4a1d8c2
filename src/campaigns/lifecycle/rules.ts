import type { ProblemCode } from '../../errors.ts';
import type { components } from '../../../generated/api.ts';
import type { Transition as Step } from '../../transition.ts';
import { isTimestamp, later, parseTimestamp, type Timestamp } from '../../timestamp.ts';
import type { Refusal } from '../../telephony/refusals.ts';

export type CampaignState = components['schemas']['CampaignState'];
export type Transition = 'start' | 'pause' | 'resume' | 'cancel' | 'redial';

interface Rule extends Step<CampaignState> {
  readonly code: ProblemCode;
  /** The requirement on the campaign's state, for the error message. */
  readonly needs: string;
}

/** The transitions that somebody requests. */
export const transitions: Readonly<Record<Transition, Rule>> = {
  start: {
    from: ['created'],
    to: 'running',
    by: ['startCampaign'],
    when: 'start_at',
    code: 'campaign_not_startable',
    needs: 'Only a created campaign can be started',
  },
  pause: {
    from: ['running'],
    to: 'paused',
    by: ['pauseCampaign'],
    code: 'campaign_not_pausable',
    needs: 'Only a running campaign can be paused',
  },
  resume: {
    from: ['paused'],
    to: 'running',
    by: ['resumeCampaign'],
    code: 'campaign_not_resumable',
    needs: 'Only a paused campaign can be resumed',
  },
  cancel: {
    from: ['created', 'running', 'paused'],
    to: 'canceled',
    by: ['cancelCampaign'],
    code: 'campaign_not_cancelable',
    needs: 'Only a created, running or paused campaign can be canceled',
  },
  /** Creates another campaign; this one stays as it is. */
  redial: {
    from: ['completed', 'canceled'],
    to: 'created',
    by: ['redialCampaign'],
    another: true,
    code: 'campaign_not_redialable',
    needs: 'Only a completed or canceled campaign can be redialed',
  },
};

/** Those that no state forbids a caller, or that the service makes by itself. */
export const serviceTransitions = {
  create: { from: [], to: 'created', by: ['createCampaign'] },
  /** The log says why. */
  halt: { from: ['running'], to: 'paused', by: [], when: 'calls must stop' },
  complete: { from: ['running'], to: 'completed', by: [], when: 'all contacts finished' },
} as const satisfies Readonly<Record<string, Step<CampaignState>>>;

export const allows = (state: CampaignState, transition: Transition): boolean =>
  transitions[transition].from.includes(state);

const maxAheadMs = 90 * 86_400_000;
/** For how long after its time a start is tried, also after an outage. */
const triedForMs = 3_600_000;
/** The pause after a try that can be repeated. */
export const pauseMs = 15_000;

/** The time at which a campaign can be started; undefined if it is none, is over, or is too far ahead. */
export function startTime(text: string, now: Timestamp): Timestamp | undefined {
  if (!isTimestamp(text)) return undefined;
  const time = parseTimestamp(text);
  return time >= now && time <= later(now, maxAheadMs) ? time : undefined;
}

/** What the caller must send instead. */
export const timeRule = 'Must be a time from now to 90 days from now.';

interface Due {
  readonly start_at: Timestamp;
  /** When the API key that scheduled the start was archived. */
  readonly archived_at: Timestamp | null;
}

/** Why a campaign is not started whatever its state; undefined if nothing forbids it. */
export function refusalOf({ start_at, archived_at }: Due, now: Timestamp): Refusal | undefined {
  if (now > later(start_at, triedForMs))
    return {
      code: 'too_late',
      message: 'The campaign could not be started within an hour after its time.',
    };
  if (archived_at !== null)
    return {
      code: 'unauthorized',
      message: 'The API key that scheduled the start is archived.',
    };
  return undefined;
}

export const restored: Refusal = {
  code: 'restored_from_backup',
  message:
    'The campaign may have been started after the backup that the database was restored from.',
};
