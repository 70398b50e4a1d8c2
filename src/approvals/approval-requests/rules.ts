import type { Fault } from '../../errors.ts';
import { later, type Timestamp, msBetween } from '../../timestamp.ts';
import type { Transition } from '../../transition.ts';
import { fault } from '../rules.ts';

export type RequestStatus = 'pending' | 'accepted' | 'declined' | 'expired' | 'withdrawn';

export interface RequestFacts {
  /** When it was accepted: from then on it is a policy. */
  readonly approved_at: string | null;
  readonly declined_at: string | null;
  readonly withdrawn_at: string | null;
  /** Until when it can be answered. */
  readonly proposal_closes_at: string;
}

/** The status at a given time. It is computed, never stored, so it is always correct. */
export function statusOf(request: RequestFacts, now: Timestamp): RequestStatus {
  if (request.approved_at !== null) return 'accepted';
  if (request.declined_at !== null) return 'declined';
  if (request.withdrawn_at !== null) return 'withdrawn';
  return msBetween(now, request.proposal_closes_at) > 0 ? 'pending' : 'expired';
}

export const requestTransitions = {
  create: { from: [], to: 'pending', by: ['createApprovalRequest'] },
  accept: { from: ['pending'], to: 'accepted', by: ['acceptApprovalRequest'] },
  decline: { from: ['pending'], to: 'declined', by: ['declineApprovalRequest'] },
  withdraw: { from: ['pending'], to: 'withdrawn', by: ['withdrawApprovalRequest'] },
  expire: { from: ['pending'], to: 'expired', by: [], when: 'closes_at' },
} as const satisfies Readonly<Record<string, Transition<RequestStatus>>>;

export type Answer = 'accept' | 'decline' | 'withdraw';

/** Whether a request of this status can be accepted, declined or withdrawn. */
export const allows = (answer: Answer, status: RequestStatus): boolean => {
  const { from }: Transition<RequestStatus> = requestTransitions[answer];
  return from.includes(status);
};

const openMs = 7 * 24 * 60 * 60 * 1000;

/** Until when a request made now can be answered. */
export function closingOf(expires_at: Timestamp, now: Timestamp): Timestamp {
  const closes_at = later(now, openMs);
  return msBetween(closes_at, expires_at) < 0 ? expires_at : closes_at;
}

/** How many requests of an organization can be pending: as many as a person can read. */
export const maxPending = 50;

const countedMs = 60 * 60 * 1000;

/**
 * A request counts for an hour even if it expires or is withdrawn before: else requests for a second could be made
 * without end.
 */
export const countedSince = (now: Timestamp): Timestamp => later(now, -countedMs);

/** The faults of a policy that a request has as its member `policy`. */
export const belowPolicy = (faults: readonly Fault[]): Fault[] =>
  faults.map(({ loc: [body = 'body', ...rest], ...each }) => ({
    ...each,
    loc: [body, 'policy', ...rest],
  }));

/** A connector requests policies for itself alone. */
export const connectorFaults = (connector_name: string, own: string | null): Fault[] =>
  own === null || own === connector_name
    ? []
    : [fault(['connector_name'], `Must be the connector of the API key, ${own}.`, connector_name)];
