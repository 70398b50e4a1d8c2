/** Times are milliseconds since 1970, of the one clock of the machine. */
type Time = number;

/** A call in the network's book. */
export interface PlacedCall {
  readonly run_id: number;
  readonly organization_id: number;
  readonly configuration_id: number;
  /** The campaign that the number belongs to; null: a single call. */
  readonly campaign_id: number | null;
  readonly to_number: string;
  readonly placed_at: Time;
  /** When the network ends it; `placed_at` if it does not accept it. */
  readonly ends_at: Time;
  readonly accepted: boolean;
}

/** What may not be called from a response until the first request that allows it again is sent. */
export interface Forbidden {
  readonly by: 'pause' | 'cancel' | 'revoke' | 'do_not_call' | 'hang_up';
  readonly organization_id: number;
  /** The campaign that is paused or canceled, or that an approval let start. */
  readonly campaign_id?: number;
  /** The number, or a beginning of numbers. */
  readonly prefix?: string;
  readonly answered_at: Time;
  allowed_at?: Time;
}

export interface Limit {
  readonly organization_id: number;
  /** Absent: the limit of the organization. */
  readonly campaign_id?: number;
  readonly calls: number;
}

export interface Rate {
  readonly configuration_id: number;
  readonly calls_per_second: number;
}

/** A policy for calls to numbers that no other policy covers. */
export interface Policy {
  readonly organization_id: number;
  readonly prefix: string;
  readonly max_uses: number;
}

export interface Contact {
  readonly campaign_id: number;
  readonly organization_id: number;
  readonly phone_number: string;
  readonly state: string;
  readonly skip_reason: string | null;
  readonly outcome: string | null;
  readonly attempts: number;
  /** Whether the carrier left all questions about its last attempt unanswered, so that nobody knows of a call. */
  readonly is_unheard?: boolean;
}

export interface Campaign {
  readonly id: number;
  readonly state: string;
}

export interface Run {
  readonly id: number;
  readonly state: string;
  readonly outcome: string | null;
  readonly failure: string | null;
}

/** An event that the customer's receiver got. */
export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly run_id: number;
}

/** A single call that was answered with 202. */
export interface AcceptedRequest {
  readonly organization_id: number;
  readonly key: string;
  readonly run_id: number;
}

/** A transfer that was answered with 202. */
export interface RequestedTransfer {
  readonly organization_id: number;
  readonly key: string;
  readonly transfer_id: number;
}

export interface Transfer {
  readonly id: number;
  readonly kind: string;
  readonly status: string;
  readonly failure: string | null;
  readonly destination: string;
  /** Whether the call ended before the network would end it, though nobody was connected with its person. */
  readonly ended_early: boolean;
}

/** What a runtime was told of a call of a tool. */
export interface ToolAnswer {
  readonly call_id: string;
  readonly execution_id: number;
  readonly status: string;
}

export interface ToolExecution {
  readonly id: number;
  readonly call_id: string;
  readonly status: string;
}

/** An agent of a run: the id of the handoff by which it got the call; 0: the first. */
export type Agent = number;

/** A transfer to another agent, as the service has it. */
export interface Handoff {
  readonly id: number;
  readonly run_id: number;
  /** That of the run, whose agent is the first. */
  readonly workflow_id: number;
  readonly to_workflow_id: number;
  readonly sent_at: Time | null;
  readonly bridged_at: Time | null;
  /** How often the network was told to take the call back. */
  readonly recalls: number;
}

/** Whom the person talks with from a moment on, as the network has it. */
export interface Connection {
  readonly run_id: number;
  readonly at: Time;
  /** Null: nobody; undefined: somebody else, or it is not known. */
  readonly agent: Agent | null | undefined;
  readonly workflow_id?: number;
}

/** What the service answered to the token of an agent. */
export interface TokenUse {
  readonly run_id: number;
  readonly agent: Agent;
  readonly sent_at: Time;
  readonly answered_at: Time;
  /** False: another agent has the run. */
  readonly is_held: boolean;
  /** That of the agent, as the session showed it. */
  readonly workflow_id?: number;
}

/** A destination that a workflow's settings did not name from a response until the first request that names it again. */
export interface Removal {
  readonly workflow_id: number;
  readonly to_workflow_id: number;
  readonly answered_at: Time;
  allowed_at?: Time;
}

/** Who had the calls that changed their agents. */
export interface Agents {
  readonly handoffs: readonly Handoff[];
  /** In the order in which they came. */
  readonly connections: readonly Connection[];
  readonly uses: readonly TokenUse[];
  readonly removals: readonly Removal[];
  /** When the network ended the call of a run; absent: it is not known whether it was with its agent. */
  readonly ends: ReadonlyMap<number, Time>;
  /** When the network, the database and the processes do what they should, and how long a worker takes to notice what is due. */
  readonly reliable: { readonly from: Time; readonly until: Time; readonly slackMs: number };
  /** For how long a process may not know of a change. */
  readonly lateMs: number;
}

/** What was done in answered calls. */
export interface Acts {
  readonly requested: readonly RequestedTransfer[];
  readonly transfers: readonly Transfer[];
  readonly agents: Agents;
  /** The requests for transfers that the network got; of handoffs those that were sent. */
  readonly rung: readonly { readonly transfer_id: number; readonly isAnswered: boolean }[];
  readonly toolAnswers: readonly ToolAnswer[];
  readonly executions: readonly ToolExecution[];
  /** How often the server of the tool got each call. */
  readonly writes: ReadonlyMap<string, number>;
}

/** An answer that no client should get, whatever fails. */
export interface ServerError {
  readonly at: Time;
  readonly request: string;
  readonly status: number;
  readonly body: string;
}

/** Everything that was observed. */
export interface History {
  readonly calls: readonly PlacedCall[];
  readonly forbidden: readonly Forbidden[];
  readonly limits: readonly Limit[];
  readonly rates: readonly Rate[];
  readonly policies: readonly Policy[];
  readonly contacts: readonly Contact[];
  readonly campaigns: readonly Campaign[];
  readonly runs: readonly Run[];
  readonly events: readonly ReceivedEvent[];
  readonly requests: readonly AcceptedRequest[];
  readonly serverErrors: readonly ServerError[];
  /** Absent: nothing is done in calls. */
  readonly acts?: Acts;
  /** When the clock was first set forward: intervals between calls mean nothing afterwards. */
  readonly clock_set_at: Time;
}

export type Kind =
  | 'call_while_forbidden'
  | 'above_concurrency'
  | 'above_rate'
  | 'above_uses'
  | 'called_twice'
  | 'forgotten'
  | 'events'
  | 'key_not_one_run'
  | 'rung_twice'
  | 'transfer'
  | 'agent'
  | 'written_twice'
  | 'tool'
  | 'server_error'
  | 'record';

export interface Violation {
  readonly kind: Kind;
  readonly evidence: string;
  readonly at?: Time;
}
