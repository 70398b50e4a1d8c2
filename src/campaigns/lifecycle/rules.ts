import type { ProblemCode } from '../../errors.ts';
import type { components } from '../../../generated/api.ts';

export type CampaignState = components['schemas']['CampaignState'];
export type Transition = 'start' | 'pause' | 'resume' | 'cancel' | 'redial';

interface Rule {
  readonly from: readonly CampaignState[];
  readonly code: ProblemCode;
  /** The requirement on the campaign's state, for the error message. */
  readonly needs: string;
}

/** The states that allow each transition. */
export const transitions: Readonly<Record<Transition, Rule>> = {
  start: {
    from: ['created'],
    code: 'campaign_not_startable',
    needs: 'Only a created campaign can be started',
  },
  pause: {
    from: ['running'],
    code: 'campaign_not_pausable',
    needs: 'Only a running campaign can be paused',
  },
  resume: {
    from: ['paused'],
    code: 'campaign_not_resumable',
    needs: 'Only a paused campaign can be resumed',
  },
  cancel: {
    from: ['created', 'running', 'paused'],
    code: 'campaign_not_cancelable',
    needs: 'Only a created, running or paused campaign can be canceled',
  },
  redial: {
    from: ['completed', 'canceled'],
    code: 'campaign_not_redialable',
    needs: 'Only a completed or canceled campaign can be redialed',
  },
};

export const allows = (state: CampaignState, transition: Transition): boolean =>
  transitions[transition].from.includes(state);
