import type { components } from '../../../generated/api.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Served } from '../number-type-rules.ts';
import type { CallingHours } from '../calling-hours/rules.ts';

type Schemas = components['schemas'];
type Rejection = Schemas['InboundRejection'];

/** Why a rule is not looked at at some moment. */
interface Absent {
  readonly absent: string;
}

/**
 * Where a rule decides whether a call may be placed. At each moment the rules are looked at in ascending `order`, and the
 * first that forbids the call gives the refusal; steps of ten leave room for others.
 */
export interface Columns {
  /** A single call is requested. What `previewCall` shows has the rule's name; `delays`: the call is accepted and waits. */
  readonly admission:
    | { readonly order: number; readonly refuses: readonly Schemas['CallRefusalCode'][] }
    | { readonly order: number; readonly delays: true }
    | Absent;
  /** A campaign takes its next contacts: it is paused with an event, it skips the contact, or both wait. */
  readonly claim:
    | { readonly halts: readonly string[] }
    | {
        readonly order: number;
        readonly skips: string;
        readonly forbids: (contact: ContactFacts) => boolean;
      }
    | { readonly waits: true }
    | Absent;
  /** The carrier is about to hear of the call, behind the organization's gate. */
  readonly gate:
    | {
        readonly order: number;
        readonly withholds: string;
        readonly forbids: (facts: GateFacts) => boolean;
      }
    | Absent;
  /** `held_by` of a campaign's contact shows the rule's name. */
  readonly held: { readonly order: number } | Absent;
  /** A call comes in. */
  readonly inbound:
    | { readonly order: number; readonly rejection: (facts: InboundFacts) => Rejection | undefined }
    | Absent;
  /**
   * Somebody in an answered call is to be connected with a number: as at the admission of a call, or at the gate, or both.
   * `ofHandoffs`: or with another agent.
   */
  readonly transfer:
    | { readonly at: readonly ('admission' | 'gate')[]; readonly ofHandoffs?: true }
    | Absent;
}

/** What decides whether a campaign skips a contact. */
export interface ContactFacts {
  readonly phone_number: string;
  /** Whether the number is on the do-not-call list. */
  readonly is_listed: boolean;
  /** Whether it has no consent that the campaign needs. */
  readonly lacks_consent: boolean;
  readonly configuration: Destinations;
}

/** Whom a configuration calls. */
interface Destinations extends Served {
  /** The types of numbers, besides ordinary ones, that a person has allowed. */
  readonly allowed_number_types: readonly string[];
}

/** What decides at the gate. */
export interface GateFacts {
  readonly call: {
    readonly is_suspended: boolean;
    readonly is_listed: boolean;
    readonly lacks_consent: boolean;
    readonly deadline_at: Timestamp;
    readonly timezone: string | null;
    /** Null: the configuration was deleted. */
    readonly provider: string | null;
  };
  readonly hours: CallingHours;
  /** Whether the call was approved, and its approval is no longer in force. */
  readonly lost_approval: boolean;
  /** Undefined: the call is of no campaign. */
  readonly campaign: CampaignFacts | undefined;
  readonly now: Timestamp;
}

/** What a campaign says about one of its calls at the gate. */
export interface CampaignFacts {
  readonly is_running: boolean;
  readonly is_tripped: boolean;
  readonly lacks_consent: boolean;
  /** Whether its schedule forbids the call now, or cannot be read. */
  readonly is_closed: boolean;
}

/** What decides about a call that comes in. */
export interface InboundFacts {
  readonly is_suspended: boolean;
  /** Why no workflow talks with the caller; undefined if one does. */
  readonly missing: Rejection | undefined;
  readonly has_runtime: boolean;
  readonly free: number;
}
