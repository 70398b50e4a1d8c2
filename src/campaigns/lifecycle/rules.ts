import type { ProblemCode } from '../../errors.ts';
import type { components } from '../../../generated/api.ts';
import type { Transition as Step } from '../../transition.ts';

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
