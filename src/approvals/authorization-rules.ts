import { type Timestamp, msBetween } from '../timestamp.ts';
import { type PolicyFacts, statusOf } from './rules.ts';

/** What a connector wants to do. */
export type Action = CallAction | CampaignAction;
/** What it wants to do before it has a run. */
export type Intent = Omit<CallAction, 'run_id'> | CampaignAction;

interface CallAction {
  readonly action_type: 'call_initiate';
  readonly workflow_id: number;
  /** In E.164. Null: somebody without a number, whom no policy covers. */
  readonly to_number: string | null;
  readonly run_id: number;
}

interface CampaignAction {
  readonly action_type: 'campaign_start' | 'campaign_resume';
  readonly campaign_id: number;
  /** Contacts that the campaign will still call. */
  readonly contacts_to_call: number;
}

/** The id of the workflow or campaign that a policy must be bound to. */
export const targetOf = (action: Intent): number =>
  'to_number' in action ? action.workflow_id : action.campaign_id;

/** What a policy has to authorize, as a connector requests it. */
export const neededBy = (action: Intent) => ({
  action_type: action.action_type,
  target_id: targetOf(action),
  ...('to_number' in action
    ? action.to_number !== null && {
        destination: { kind: 'exact_e164', value: action.to_number },
      }
    : { destination: { kind: 'campaign', value: String(action.campaign_id) } }),
});

/** The destination values that cover an action; only the last may be an exact number. */
export function coveringValues(action: Intent): string[] {
  if (!('to_number' in action)) return [String(action.campaign_id)];
  return action.to_number === null ? [] : beginningsOf(action.to_number);
}

/** The prefixes of a number: `+1`, `+12`, `+120` and so on up to the whole number. */
const beginningsOf = (number: string): string[] =>
  Array.from({ length: number.length - 1 }, (_, digits) => number.slice(0, digits + 2));

export const contactsToCall = (action: Intent): number =>
  'contacts_to_call' in action ? action.contacts_to_call : 0;

interface CoveringPolicy extends PolicyFacts {
  readonly not_before: string;
  readonly campaign_contact_count_ceiling: number | null;
}

/** A policy, or without `approved_at` a request that is pending or was declined. */
export interface PolicyOrRequest extends Omit<CoveringPolicy, 'approved_at'> {
  readonly approved_at: string | null;
  readonly declined_at: string | null;
}

/** Why what covers the destination does not authorize it. The first is the one closest to allowing the action. */
const obstacles = [
  'contact_ceiling_exceeded',
  'not_yet_valid',
  'request_pending',
  'disabled',
  'exhausted',
  'revoked',
  'request_declined',
  'expired',
] as const;
type Obstacle = (typeof obstacles)[number];

export type RefusalReason = Obstacle | 'destination_mismatch' | 'no_matching_policy';

interface Search {
  /** The policies and requests for the connector, the action and the target that cover the destination. */
  readonly covering: readonly PolicyOrRequest[];
  /** Whether there are policies for connector, action and target, whatever their destination. */
  readonly targetNamed: boolean;
  readonly contacts: number;
  readonly now: Timestamp;
}

/** Why none of the policies can be used. Expired policies count only if there are no others. */
export function refusalReason({ covering, targetNamed, contacts, now }: Search): RefusalReason {
  if (covering.length === 0) return targetNamed ? 'destination_mismatch' : 'no_matching_policy';
  const notOver = covering.filter((policy) => msBetween(now, policy.expires_at) > 0);
  const found = (notOver.length > 0 ? notOver : covering).map(
    ({ approved_at, declined_at, ...policy }) => {
      if (approved_at !== null) return obstacleOf({ ...policy, approved_at }, contacts, now);
      return declined_at === null ? 'request_pending' : 'request_declined';
    },
  );
  // A policy without an obstacle was created after the search for a usable one.
  return obstacles.find((obstacle) => found.includes(obstacle)) ?? 'no_matching_policy';
}

/** Why a policy that was used before does not allow so many contacts; that it has no uses left does not matter. */
export const coverageRefusal = (
  policy: CoveringPolicy,
  contacts: number,
  now: Timestamp,
): RefusalReason | undefined => obstacleOf({ ...policy, used_count: 0 }, contacts, now);

function obstacleOf(
  policy: CoveringPolicy,
  contacts: number,
  now: Timestamp,
): Obstacle | undefined {
  const status = statusOf(policy, now);
  if (status !== 'active') return status;
  if (msBetween(policy.not_before, now) < 0) return 'not_yet_valid';
  const ceiling = policy.campaign_contact_count_ceiling;
  return ceiling !== null && contacts > ceiling ? 'contact_ceiling_exceeded' : undefined;
}
