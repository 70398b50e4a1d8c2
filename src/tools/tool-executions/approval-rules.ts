import type { components } from '../../../generated/api.ts';

type Status = components['schemas']['ToolExecutionStatus'];

/** How many calls of a run wait for an approval at once. */
export const maxWaitingOfRun = 10;

/** How long a tool's calls wait unless it says so. */
export const defaultApprovalSeconds = 120;

/** How long an accepted call can be sent, in ms. */
export const sendWithinMs = 60_000;

/** Whether a call is not sent yet because a person has to accept it, or has. */
export const isUnsent = (status: Status): status is 'waiting_for_approval' | 'accepted' =>
  status === 'waiting_for_approval' || status === 'accepted';
