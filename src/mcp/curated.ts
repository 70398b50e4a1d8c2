import type { OperationId } from '../http/contract.ts';

/** A tool that is one operation. Its schema is made from the contract; only the words for agents stand here. */
export interface Curated {
  readonly name: string;
  readonly operation: OperationId;
  readonly description: string;
  /** It changes nothing, although its method is not GET. */
  readonly changesNothing?: true;
}

/** In the order in which an agent needs them: what there is, what would happen, then what has effects. */
export const curated: readonly Curated[] = [
  {
    name: 'who_am_i',
    operation: 'getCurrentUser',
    description:
      'Shows the organization, connector and scopes of the API key. Call it first: an action that a scope or an approval policy does not allow is refused.',
  },
  {
    name: 'list_workflows',
    operation: 'listWorkflows',
    description:
      'Lists workflows, which are what is said in a call. A call needs the ID of one that is published.',
  },
  {
    name: 'preview_call',
    operation: 'previewCall',
    changesNothing: true,
    description:
      'Says whether a call would be placed now, and what each rule says: do-not-call list, calling hours, consent, approval policy, free slots. Places no call and uses no approval. Use it before place_call, with the same arguments.',
  },
  {
    name: 'place_call',
    operation: 'initiateCall',
    description:
      'Calls a person, once. This cannot be undone. Use preview_call first. If it is refused with approval_required, a person has to approve it: use request_approval. Use a new idempotency_key for each call, and the same one to try the same call again: then the person is never called twice.',
  },
  {
    name: 'get_run',
    operation: 'getRun',
    description:
      'Shows a call that was placed: its state, outcome, transcript and analysis. place_call answers its ID.',
  },
  {
    name: 'list_runs',
    operation: 'listRuns',
    description: 'Lists calls, newest first, by workflow, campaign, outcome, number or time.',
  },
  {
    name: 'list_campaigns',
    operation: 'listCampaigns',
    description: 'Lists campaigns with their states and counts of contacts.',
  },
  {
    name: 'get_campaign_progress',
    operation: 'getCampaignProgress',
    description:
      'Counts the contacts of a campaign by state and by the outcome of their last call.',
  },
  {
    name: 'preview_campaign',
    operation: 'previewCampaign',
    description:
      'Says how many contacts of a campaign could be called now, which rules hold the others, and when the next call may be placed. Changes nothing. Use it before start_campaign and resume_campaign.',
  },
  {
    name: 'start_campaign',
    operation: 'startCampaign',
    description:
      'Starts a campaign: its contacts are called. Use preview_campaign first. If it is refused with approval_required, use request_approval.',
  },
  {
    name: 'pause_campaign',
    operation: 'pauseCampaign',
    description:
      'Pauses a running campaign: no further call is placed. Calls in progress go on. Needs no approval.',
  },
  {
    name: 'resume_campaign',
    operation: 'resumeCampaign',
    description:
      'Resumes a paused campaign. Use preview_campaign first. If it is refused with approval_required, use request_approval.',
  },
  {
    name: 'cancel_campaign',
    operation: 'cancelCampaign',
    description:
      'Ends a campaign for good: contacts that were not called are skipped. This cannot be undone; pause_campaign can. Needs no approval.',
  },
  {
    name: 'list_approvals',
    operation: 'listApprovalPolicies',
    description:
      'Lists approval policies: what a person has allowed (active), and what is used up, over or was taken back.',
  },
  {
    name: 'request_approval',
    operation: 'createApprovalRequest',
    description:
      'Requests an approval policy from the people of the organization. It allows nothing until one of them accepts it; you cannot accept it. Request no more than the task needs: an exact number, few uses, a short time. A refusal with approval_required contains a policy to request.',
  },
  {
    name: 'list_approval_requests',
    operation: 'listApprovalRequests',
    description:
      'Lists what was requested: what waits for a person (pending), was accepted (with the ID of its policy) or declined (with the reason), or expired without an answer.',
  },
];
