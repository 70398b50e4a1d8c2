import type { components } from '../../../generated/api.ts';
import type { Transition } from '../../transition.ts';

/** How long the runtime's own ID of a call is in UTF-8; a row of the index has no room for more. */
const maxCallIdBytes = 2048;

export const isCallId = (id: string): boolean => Buffer.byteLength(id) <= maxCallIdBytes;

type Status = components['schemas']['ToolExecutionStatus'];

/** Of a tool that is built in, or in a run in text: the call is over at once. */
const unsent = { from: [], by: ['callRunTool'], when: 'nothing is sent for it' } as const;

export const executionTransitions = {
  ask: {
    from: [],
    to: 'waiting_for_approval',
    by: ['callRunTool'],
    when: 'a person has to accept it',
  },
  send: { from: [], to: 'sending', by: ['callRunTool'] },
  do: { ...unsent, to: 'succeeded' },
  doNot: { ...unsent, to: 'failed' },
  doPerhaps: { ...unsent, to: 'unknown' },
  accept: { from: ['waiting_for_approval'], to: 'accepted', by: ['acceptToolExecution'] },
  decline: { from: ['waiting_for_approval'], to: 'failed', by: ['declineToolExecution'] },
  sendAccepted: { from: ['accepted'], to: 'sending', by: ['callRunTool'] },
  giveUp: {
    from: ['waiting_for_approval', 'accepted'],
    to: 'failed',
    by: [],
    when: 'its time has passed, its run has ended',
  },
  refuse: {
    from: ['accepted'],
    to: 'failed',
    by: [],
    when: 'its tool has changed, the organization is suspended',
  },
  succeed: { from: ['sending'], to: 'succeeded', by: [], when: 'the tool answers' },
  fail: {
    from: ['sending'],
    to: 'failed',
    by: [],
    when: 'nothing was sent or done, or there is no result of a read',
  },
  lose: {
    from: ['sending'],
    to: 'unknown',
    by: [],
    when: 'a write may have been done, but there is no result',
  },
  sendAgain: { from: ['unknown'], to: 'sending', by: ['callRunTool'], when: 'it changes nothing' },
} as const satisfies Readonly<Record<string, Transition<Status>>>;

type Unsent = (typeof executionTransitions.giveUp.from)[number];

/** Whether a call is not sent yet because a person has to accept it, or has. */
export const isUnsent = (status: Status): status is Unsent =>
  executionTransitions.giveUp.from.some((each) => each === status);

/** Whether a person decides about a call. */
export const isWaiting = (status: Status): boolean =>
  executionTransitions.accept.from.some((each) => each === status);

/** How many calls of a run wait for an approval at once. */
export const maxWaitingOfRun = 10;

/** How long a tool's calls wait unless it says so. */
export const defaultApprovalSeconds = 120;

/** How long an accepted call can be sent, in ms. */
export const sendWithinMs = 60_000;
