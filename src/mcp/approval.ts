import { later, type Timestamp } from '../timestamp.ts';
import { type Door, type DoorAnswer, DoorFailure } from './operation-client.ts';
import { problemOf } from './results.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What a person has to do about each reason of a refusal. */
const advice: Readonly<Record<string, string>> = {
  request_pending:
    'The approval was requested and nobody has answered yet. Wait: do not request it again. list_approval_requests shows when it is accepted or declined.',
  request_declined:
    'A person has declined it. list_approval_requests shows why. Do not request the same again; tell whoever gave you the task.',
  disabled:
    'A person has disabled the approval for this. Only a person can enable it. Tell whoever gave you the task.',
  revoked:
    'A person has revoked the approval for this. If the task still needs it, request_approval requests a new one.',
  not_yet_valid: 'The approval for this is not valid yet: list_approvals shows `not_before`. Wait.',
  contact_ceiling_exceeded:
    'The campaign has more contacts than the approval allows. request_approval requests one with a higher campaign_contact_count_ceiling.',
};

const requestIt =
  'Call request_approval with `approval.policy`, a reason in words for the person, and an idempotency_key. Wait until list_approval_requests shows it as accepted, then send the same arguments again.';

interface Needed {
  readonly connector_name: string;
  readonly action_type: string;
  readonly target_id: number;
  readonly destination: { readonly kind: string; readonly value: string };
}

/** What a person has to approve, in words and as the policy to request. */
export async function approvalHelp(answer: DoorAnswer, door: Door, now: Timestamp) {
  const { reason, ...needed } = problemOf(answer) as { readonly reason?: string } & Partial<Needed>;
  const said = advice[reason ?? ''];
  if (!isNeeded(needed)) return { what_to_do: said ?? requestIt };
  const { connector_name, action_type, target_id, destination } = needed;
  const isCall = action_type === 'call_initiate';
  const noun = isCall ? 'workflow' : 'campaign';
  const target_name = await nameOf(door, `/api/v1/${noun}/${target_id}`);
  const verb = isCall ? 'call' : action_type === 'campaign_start' ? 'start' : 'resume';
  const target = `the ${noun} ${target_name === undefined ? '' : `"${target_name}" `}(ID ${target_id})`;
  const policy = {
    connector_name,
    action_type,
    ...(target_name !== undefined && { target_name }),
    target_id,
    destination,
    expires_at: later(now, dayMs),
    max_uses: 1,
  };
  return {
    what_to_do: said ?? requestIt,
    approval: {
      needed: isCall
        ? `A person has to allow the connector ${connector_name} to call ${destination.value} with ${target}.`
        : `A person has to allow the connector ${connector_name} to ${verb} ${target}.`,
      who: 'A user of the organization who is logged in. No API key can accept a request.',
      ...(target_name === undefined && {
        missing: `target_name: the exact name of the ${noun}, which this key may not read. Get it from a person.`,
      }),
      until:
        'Choose expires_at and max_uses as small as the task allows; one use within a day is suggested.',
      policy,
    },
  };
}

const isNeeded = (needed: Partial<Needed>): needed is Needed =>
  needed.connector_name !== undefined &&
  needed.action_type !== undefined &&
  needed.target_id !== undefined &&
  needed.destination !== undefined;

/** The name of the workflow or campaign, if the key may read it. */
async function nameOf(door: Door, path: string): Promise<string | undefined> {
  const headers = { accept: 'application/json' };
  const answer = await door({ method: 'GET', path, headers, body: undefined }).catch(
    (error: unknown) => {
      // The refusal is known; that its target has no name here must not hide it.
      if (error instanceof DoorFailure) return { status: 0, text: '' } as DoorAnswer;
      throw error;
    },
  );
  const { name } = answer.status === 200 ? problemOf(answer) : {};
  return typeof name === 'string' ? name : undefined;
}
