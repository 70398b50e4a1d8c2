// What carriers are asked about a call that they have placed.
import type { AgentRequest } from './agent.ts';

/** A call that is to end. */
export interface HangUpRequest {
  readonly carrier_call_id: string;
  /** Whether the called party has answered, as far as is known. */
  readonly answered: boolean;
  readonly timeout_ms: number;
}

/** Keys for a call that was answered. */
export interface KeysRequest {
  readonly carrier_call_id: string;
  /** Digits, `*`, `#`, `A` to `D`; `w` is half a second of silence, `,` is one second. */
  readonly keys: string;
  /** Identifies the request, so that one that is repeated is recognized for a minute. */
  readonly command_id: string;
  readonly timeout_ms: number;
}

/** An answered call whose person is to be connected with somebody else. */
export interface TransferRequest {
  readonly carrier_call_id: string;
  readonly transfer_id: number;
  /** A phone number in E.164, or a SIP URI. */
  readonly to: string;
  /** Null: none is needed. */
  readonly from_number: string | null;
  readonly callback_url: string;
  readonly ring_seconds: number;
  /** Whether the carrier finds out who answers, before the two are connected. */
  readonly detect: boolean;
  /** Whether whoever answers hears something, before the two are connected. */
  readonly brief: boolean;
  readonly timeout_ms: number;
}

/** The call to a destination that somebody has answered, apart from the call of the person. */
export interface LegRequest {
  readonly leg_id: string;
  readonly carrier_call_id: string;
  readonly transfer_id: number;
  readonly timeout_ms: number;
}

/** What a destination hears. */
export interface Briefing {
  readonly text: string;
  readonly language: string;
}

/** What the destination hears before the two are connected: nothing yet, a text, the person, or the end of its call. */
export type LegDocument = 'wait' | 'connect' | 'hang_up' | Briefing;

/** A call to take back to its agent, whose transfer was canceled. */
export interface RecallRequest {
  readonly carrier_call_id: string;
  /** The carrier's id of the call to the destination; null if it has not reported one. */
  readonly leg_id: string | null;
  readonly agent: AgentRequest;
  readonly timeout_ms: number;
}

/** An answered call that goes on with another agent, or with the one that it had before. */
export interface HandoffRequest {
  readonly carrier_call_id: string;
  readonly transfer_id: number;
  /** Whether the agent had the call before the transfer, which has failed or was canceled. */
  readonly is_return: boolean;
  readonly agent: AgentRequest;
  readonly timeout_ms: number;
}

/** A call whose machine is to record a message. */
export interface MessageRequest {
  readonly carrier_call_id: string;
  /** Identifies the call here, so that a request that is repeated can be recognized. */
  readonly run_id: number;
  readonly message_url: string;
  readonly timeout_ms: number;
}
