import type { Timestamp } from '../../timestamp.ts';
import type { Credentials } from '../credentials.ts';

/** A call to place, and where its carrier reports. */
export interface CallRequest {
  readonly run_id: number;
  readonly to_number: string;
  readonly from_number: string | null;
  readonly callback_url: string;
  readonly timeout_ms: number;
}

/**
 * What the carrier said at once. `refused`: it clearly would not place the call. `unreachable`: certain that nothing
 * was placed, because the request was never sent. `unknown`: nobody can say whether the call was placed.
 */
export type Asked =
  | { readonly kind: 'accepted'; readonly carrier_call_id: string }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string };

export interface RawCallback {
  /** The whole public URL that the carrier called: it is part of what some carriers sign. */
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
  | 'voicemail'
  | 'failed'
  | 'canceled';

/** What a rightly signed callback says; `ignored` where it is about nothing that matters here. */
export type CallbackReading =
  | {
      readonly kind: 'status';
      readonly status: CallStatus;
      readonly carrier_call_id: string;
      readonly consent?: boolean;
      readonly at?: string;
    }
  | { readonly kind: 'ignored' };

/** All that the engine knows of a carrier. Callbacks come twice and in any order: a carrier reads, the engine decides. */
export interface Carrier {
  /** Asks once, never again by itself, and never throws. */
  ask(credentials: Credentials, call: CallRequest): Promise<Asked>;
  /** Headers without which a callback is not the carrier's: its body is not even read then. */
  readonly signatureHeaders: readonly string[];
  /** Undefined where the signature is not the carrier's. Throws 413 or the validation error for a body that cannot be read. */
  read(
    credentials: Credentials,
    callback: RawCallback,
    now: Timestamp,
  ): CallbackReading | undefined;
}
