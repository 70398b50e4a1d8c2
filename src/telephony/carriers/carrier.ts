import type { Timestamp } from '../../timestamp.ts';
import type { Credentials } from '../credentials.ts';
import type { AgentRequest } from './agent.ts';
import type {
  Briefing,
  HandoffRequest,
  HangUpRequest,
  KeysRequest,
  LegDocument,
  LegRequest,
  MessageRequest,
  RecallRequest,
  TransferRequest,
} from './requests.ts';

/** A call to place, and the URL for its callbacks. */
export interface CallRequest {
  readonly run_id: number;
  /** What the agent runtime gets when the call is answered. */
  readonly agent: AgentRequest;
  readonly to_number: string;
  readonly from_number: string | null;
  readonly callback_url: string;
  readonly detection: MachineDetection;
  /** Whether the carrier records the call, from its answer on. */
  readonly record: boolean;
  readonly timeout_ms: number;
}

/**
 * Whether the carrier finds out if a machine answered; `greeting_end`: it also reports when the machine's greeting has
 * ended.
 */
export type MachineDetection = 'off' | 'detect' | 'greeting_end';

/**
 * The carrier's immediate result.
 *
 * - `refused`: the call was not placed, because of its number or itself.
 * - `account_refused`: it was not placed, and no other call of the telephony configuration would be: the credentials, the
 *   account, its balance or its caller number are not accepted.
 * - `rate_limited`: it was not placed and can be placed later, after the pause that the carrier requested, if any.
 * - `unavailable`: it was not placed: the carrier was not reached, or failed before it acted.
 * - `unknown`: it may have been placed.
 */
export type PlacementResult =
  | { readonly kind: 'accepted'; readonly carrier_call_id: string }
  | { readonly kind: 'refused'; readonly detail: string; readonly carrier_code?: string }
  | { readonly kind: 'account_refused'; readonly detail: string; readonly carrier_code?: string }
  | {
      readonly kind: 'rate_limited';
      readonly detail: string;
      /** At most an hour. */
      readonly retry_after_ms: number | null;
    }
  | { readonly kind: 'unavailable'; readonly detail: string; readonly carrier_code?: string }
  | { readonly kind: 'unknown'; readonly detail: string };

export interface RawCallback {
  /** The full public URL that the carrier called; some carriers sign it. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export type CallStatus =
  | 'ringing'
  | 'answered'
  | 'completed'
  | 'busy'
  | 'no_answer'
  | 'failed'
  | 'canceled';

/** Who answered, as the carrier's machine detection found; a fax is a machine. */
export type AnsweredBy = 'human' | 'machine' | 'unknown';

/** The content of a correctly signed callback; `ignored` if it is not relevant here. */
export type CallbackReading =
  | {
      readonly kind: 'status';
      readonly status: CallStatus;
      readonly carrier_call_id: string;
      readonly answered_by?: AnsweredBy;
      /** A machine answered and its greeting has ended. */
      readonly greeting_ended?: true;
      /** The message that was left has been played. */
      readonly message_ended?: true;
      readonly consent?: boolean;
      /** The call has ended because its agent runtime failed. */
      readonly agent_failed?: true;
      /** Why the call ended, as a code of the carrier. */
      readonly carrier_code?: string;
      readonly at?: string;
    }
  | AgentReading
  | { readonly kind: 'ignored' };

/** Whether the runtime of the next agent has got the call, where the carrier reports that. */
export interface AgentReading {
  readonly kind: 'agent';
  /** The handoff. */
  readonly transfer_id: number;
  readonly is_connected: boolean;
  /** Why it has not, as a code of the carrier. */
  readonly carrier_code?: string;
}

/** A call of which nothing was reported. */
export interface CallStatusQuery {
  readonly run_id: number;
  /** Null if the carrier's answer to its placement was lost. */
  readonly carrier_call_id: string | null;
  readonly to_number: string;
  readonly from_number: string | null;
  readonly placing_at: Timestamp;
  readonly now: Timestamp;
  readonly timeout_ms: number;
}

/**
 * What the carrier says about a call to the question for its state. `never_placed`: the carrier's list of calls is complete and does
 * not have it. `silent`: the carrier does not know, does not tell, or was not reached; `ended_at` if it tells that the
 * call has ended but not how.
 */
export type CallStatusAnswer =
  | {
      readonly kind: 'in_progress';
      readonly status: 'ringing' | 'answered';
      readonly carrier_call_id: string;
      readonly answered_by?: AnsweredBy;
    }
  | {
      readonly kind: 'ended';
      readonly status: Exclude<CallStatus, 'ringing' | 'answered'>;
      readonly carrier_call_id: string;
      readonly answered_by?: AnsweredBy;
      /** When it ended. */
      readonly at?: Timestamp;
    }
  | { readonly kind: 'never_placed' }
  | { readonly kind: 'silent'; readonly detail: string; readonly ended_at?: Timestamp };

/** What the carrier said to a request that it gets once: as to that for a call. */
export type NotAccepted = Exclude<PlacementResult, { readonly kind: 'accepted' }>;
export type TransferResult =
  | { readonly kind: 'accepted'; readonly leg_id?: string | undefined }
  | NotAccepted;

/**
 * `is_reported`: the carrier reports later whether the runtime has got the call (`AgentReading`). `has_left`: the call may have lost
 * its agent without getting the other. It may if the answer is unknown, too.
 */
export type HandoffResult =
  | { readonly kind: 'accepted'; readonly is_reported?: true }
  | (NotAccepted & { readonly has_left?: true });

/** Commands about the call to a destination. Each may be sent again within a minute. */
interface LegCommands {
  /** Has it hear a text. The carrier reports its end. */
  brief(credentials: Credentials, request: LegRequest & Briefing): Promise<CommandResult>;
  /** Connects it with the call of the person. The carrier reports that. */
  connect(credentials: Credentials, request: LegRequest): Promise<CommandResult>;
  hangUp(credentials: Credentials, request: LegRequest): Promise<CommandResult>;
}

/** What a carrier reports of a transfer, or of the call itself. */
export type TransferReading =
  | {
      readonly kind: 'transfer';
      /** That of the call to the destination; `connected`: with the call of the person. */
      readonly status: CallStatus | 'connected';
      readonly leg_id?: string;
      readonly answered_by?: AnsweredBy;
      /** The destination has heard its text. */
      readonly briefed?: true;
      readonly carrier_code?: string;
      /** The destination was never connected with the person, whatever it has reported. */
      readonly unbridged?: true;
      /** The carrier wants to know what the call goes on with. */
      readonly wants_document?: true;
    }
  /** The destination has answered, or has heard its text, and the carrier wants to know what it hears now. */
  | { readonly kind: 'leg'; readonly briefed: boolean }
  | CallbackReading;

/**
 * What the carrier said to a request about a call in progress.
 *
 * - `accepted`: it does it, and reports the end of the call.
 * - `refused`: it does not, usually because the call has ended.
 * - `failed`: it was not reached, failed, or accepts no requests of this account now.
 */
export type CommandResult =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'failed'; readonly detail: string };

/** A call that somebody places to a number of the configuration. */
interface IncomingCall {
  readonly kind: 'incoming';
  readonly carrier_call_id: string;
  /** As the carrier writes it. */
  readonly to: string;
  readonly from: string;
}

/** The content of a correctly signed request to the address for inbound calls: a call, or a report of one. */
export type InboundReading = IncomingCall | CallbackReading;

/** What is to happen to an incoming call. */
export type InboundDecision =
  | {
      readonly kind: 'connect';
      readonly agent: AgentRequest;
      readonly callback_url: string;
      readonly record: boolean;
    }
  | { readonly kind: 'reject'; readonly busy: boolean };

interface InboundRequest {
  readonly carrier_call_id: string;
  readonly decision: InboundDecision;
  readonly timeout_ms: number;
}

interface InboundAnswer {
  /** The document that the carrier's request gets. */
  readonly document: string;
  /** What the carrier said to a command that it got besides; accepted if it gets none. */
  readonly result: CommandResult;
}

/**
 * Everything that the engine knows about a carrier. Callbacks may be duplicated and out of order: a carrier parses
 * them, the engine decides.
 */
export interface Carrier {
  /** Places the call with one request. Never retries, never throws. */
  place(credentials: Credentials, call: CallRequest): Promise<PlacementResult>;
  /** Asks for the state of a call with one request. Never retries, never throws. */
  status(credentials: Credentials, query: CallStatusQuery): Promise<CallStatusAnswer>;
  /** Asks the carrier to end a call, which may be done again. Never throws. */
  hangUp(credentials: Credentials, request: HangUpRequest): Promise<CommandResult>;
  /**
   * Asks the carrier to play a message instead of what is heard now. The carrier then ends the call, or reports that the
   * message has ended. Never throws.
   */
  leaveMessage(credentials: Credentials, request: MessageRequest): Promise<CommandResult>;
  /** Sends keys to the other end while the agent's stream continues; absent if the carrier cannot. Never throws. */
  readonly sendKeys?: (credentials: Credentials, request: KeysRequest) => Promise<CommandResult>;
  /**
   * Asks the carrier once to connect an answered call with somebody else. If it is to detect or brief who answers, it connects nobody before it gets
   * `leg.connect`, or asks for `legDocument`. Never throws.
   */
  transfer(credentials: Credentials, request: TransferRequest): Promise<TransferResult>;
  /** Absent: it asks for a document instead. Never throws. */
  readonly leg?: LegCommands;
  /** What the destination hears now; `address`, which it has asked, is asked again. */
  legDocument(what: LegDocument, address: string): string;
  /** Asks the carrier to take a call back from an unfinished transfer, which may be done again. Never throws. */
  recall(credentials: Credentials, request: RecallRequest): Promise<CommandResult>;
  /**
   * Asks the carrier to connect an answered call with the runtime of another agent, in place of that of its own. A return
   * may be done again. Never throws.
   */
  handOff(credentials: Credentials, request: HandoffRequest): Promise<HandoffResult>;
  /** As `read`, of a request to the address of a transfer. */
  readTransfer(
    credentials: Credentials,
    callback: RawCallback,
    now: Timestamp,
  ): TransferReading | undefined;
  /**
   * What a call goes on with after a transfer: to its agent, or to its end if it was connected. `waits`: somebody else
   * is about to be rung, so that the agent comes a few seconds later.
   */
  afterTransfer(credentials: Credentials, agent: AgentRequest | undefined, waits?: boolean): string;
  /** Headers that every genuine callback has; without them its body is not read. */
  readonly signatureHeaders: readonly string[];
  /** Undefined if the signature is invalid. Throws 413 or the validation error for an unreadable body. */
  read(
    credentials: Credentials,
    callback: RawCallback,
    now: Timestamp,
  ): CallbackReading | undefined;
  /** As `read`, of a request to the address for inbound calls. */
  readInbound(
    credentials: Credentials,
    callback: RawCallback,
    now: Timestamp,
  ): InboundReading | undefined;
  /** Whether the document answers an incoming call, which the carrier then does not report. */
  readonly answersWithDocument: boolean;
  /** Whether the configuration says where an incoming call goes. */
  hasRuntime(credentials: Credentials): boolean;
  /** Takes an incoming call to the agent runtime, or rejects it; may be done again. Never throws. */
  answer(credentials: Credentials, request: InboundRequest): Promise<InboundAnswer>;
}
