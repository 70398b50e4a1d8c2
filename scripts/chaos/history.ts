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
  readonly status: string;
  readonly failure: string | null;
  readonly phone_number: string;
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

/** What was done in answered calls. */
export interface Acts {
  readonly requested: readonly RequestedTransfer[];
  readonly transfers: readonly Transfer[];
  /** The requests for transfers that the network got. */
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
  | 'written_twice'
  | 'tool'
  | 'server_error'
  | 'record';

export interface Violation {
  readonly kind: Kind;
  readonly evidence: string;
  readonly at?: Time;
}
