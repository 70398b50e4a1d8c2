import type { components } from '../../../generated/api.ts';
import { isTimestamp, later, parseTimestamp, type Timestamp } from '../../timestamp.ts';
import type { Transition } from '../../transition.ts';
import { keysFaults, type SentTurns, speechFaults } from './transcript-rules.ts';
import type { TransferState } from './agent-rules.ts';

type Schemas = components['schemas'];
type ResultRequest = Schemas['SubmitRunResultRequest'];

/** How runs that place no call change. Reports change those of calls. */
export const testRunTransitions = {
  create: { from: [], to: 'initialized', by: ['createTestRun'] },
  begin: { from: ['initialized'], to: 'running', by: ['submitRunTurn', 'submitRunResult'] },
  complete: {
    from: ['initialized', 'running'],
    to: 'completed',
    by: ['submitRunTurn', 'submitRunResult'],
  },
  cancel: { from: ['initialized', 'running'], to: 'completed', by: ['hangUpRun'] },
} as const satisfies Readonly<Record<string, Transition<Schemas['RunState']>>>;

/** Members of a run's gathered context that only `markRunConsent` sets. */
const consentMembers: ReadonlySet<string> = new Set(['consent_given', 'consent_ts']);

/** Maximum size of a run's gathered context: bytes of the database's JSON text, including room for consent. */
export const maxContextBytes = 1_048_576;

/** Maximum size of a transcript that parts are added to, in the same bytes. */
export const maxTranscriptBytes = 1_048_576;

interface ResultFault {
  readonly loc: string[];
  readonly msg: string;
  readonly input: unknown;
}

/** Faults of a submitted result that the schema cannot express. */
export function resultFaults(result: ResultRequest): ResultFault[] {
  const { gathered_context = {}, transcript, usage } = result;
  const members = Object.entries(gathered_context)
    .filter(([name]) => consentMembers.has(name))
    .map(([name, input]) => ({
      loc: ['body', 'gathered_context', name],
      msg: 'Must be absent; consent is recorded with markRunConsent only.',
      input,
    }));
  const turns = (transcript ?? []).flatMap(({ at }, index) =>
    isTimestamp(at)
      ? []
      : [
          {
            loc: ['body', 'transcript', String(index), 'at'],
            msg: 'Must be in the years 1 to 9999 and not a leap second.',
            input: at,
          },
        ],
  );
  return [
    ...members,
    ...turns,
    ...keysFaults(transcript ?? []),
    ...speechFaults(transcript ?? []),
    ...indexFaults(result),
    ...currencyFaults(usage ?? {}),
  ];
}

/** Some 160. Usage is added up by currency, so their number has to be bounded. */
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

const currencyFaults = ({ cost }: Schemas['SubmittedUsage']): ResultFault[] =>
  (cost ?? []).flatMap(({ currency }, index) =>
    currencies.has(currency)
      ? []
      : [
          {
            loc: ['body', 'usage', 'cost', String(index), 'currency'],
            msg: 'Must be a currency of ISO 4217.',
            input: currency,
          },
        ],
  );

/** Faults of the turns' indexes: with `append` each turn follows the one before it, else there are none. */
function indexFaults({ append = false, transcript }: ResultRequest): ResultFault[] {
  const place = ['body', 'transcript'];
  if (append && !transcript)
    return [
      { loc: place, msg: 'Must be the turns to add, with `append`.', input: transcript ?? null },
    ];
  const turns: SentTurns = transcript ?? [];
  const first = turns[0]?.index ?? 0;
  return turns.flatMap(({ index }, position) => {
    const loc = [...place, String(position), 'index'];
    if (!append)
      return index === undefined
        ? []
        : [{ loc, msg: 'Must be absent without `append`.', input: index }];
    const expected = first + position;
    return index === expected
      ? []
      : [{ loc, msg: `Must be ${expected}, after the turn before it.`, input: index ?? null }];
  });
}

/** An analysis as stored: complete, with its source. */
export const analysisOf = (analysis: Schemas['SubmittedAnalysis']): Schemas['RunAnalysis'] => ({
  call_summary: analysis.call_summary ?? null,
  call_successful: analysis.call_successful ?? null,
  in_voicemail: analysis.in_voicemail ?? null,
  disposition: analysis.disposition ?? null,
  custom: analysis.custom ?? {},
  source: 'agent',
});

type Outcome = Schemas['RunOutcome'];

const analysisOfOutcome: Record<
  Outcome,
  Pick<Schemas['RunAnalysis'], 'call_successful' | 'in_voicemail'>
> = {
  completed: { call_successful: null, in_voicemail: false },
  voicemail: { call_successful: false, in_voicemail: true },
  busy: { call_successful: false, in_voicemail: false },
  no_answer: { call_successful: false, in_voicemail: false },
  failed: { call_successful: false, in_voicemail: false },
  canceled: { call_successful: false, in_voicemail: false },
  unknown: { call_successful: null, in_voicemail: null },
};

interface Analyzed {
  readonly outcome: Outcome;
  readonly call_disposition: string | null;
}

/** The analysis of a call for which none was submitted. */
export const analysisFrom = ({ outcome, call_disposition }: Analyzed): Schemas['RunAnalysis'] => ({
  call_summary: null,
  ...analysisOfOutcome[outcome],
  disposition: call_disposition,
  custom: {},
  source: 'outcome',
});

interface Ends {
  readonly mode: Schemas['RunMode'];
  readonly to_number: string | null;
  readonly from_number: string | null;
}

/** The roles that may say how a call went; others say it of test runs alone. */
export const callRoles: readonly Schemas['Role'][] = ['owner', 'admin', 'operator'];

/** Whether nobody is called. */
export const isTest = ({ mode }: Pick<Ends, 'mode'>): boolean => mode === 'test' || mode === 'text';

/** The number of the person at the other end of a call; null if there is none, or it is hidden. */
export const otherNumber = ({ mode, to_number, from_number }: Ends): string | null =>
  mode === 'inbound' ? from_number : to_number;

type Failure = components['schemas']['RunFailure'];
type Code = components['schemas']['RunFailureCode'];

const messages: Readonly<Record<Code, string>> = {
  refused: 'The carrier refused to place the call.',
  carrier_failure: 'The carrier accepted the call and could not connect it.',
  connection_error: 'The carrier could not be reached.',
  agent_failed: 'The agent runtime was not reached or failed, and the carrier ended the call.',
  timed_out: 'The carrier did not answer the request, and it does not know the call.',
  no_callback: 'The carrier never reported how the call ended.',
  do_not_call: 'The number was added to the do-not-call list before the call was placed.',
  no_prior_consent: 'The consent that the call needs was revoked or had expired.',
  approval_not_in_force: 'The approval ended before the call was placed.',
  configuration_missing: 'The telephony configuration was deleted before the call was placed.',
  outside_hours:
    "The organization's or the workflow's calling hours closed before the call was placed.",
  too_late: 'The call could not be placed in time.',
  organization_suspended: 'The organization was suspended before the call was placed.',
  restored_from_backup:
    'The service was restored from a backup, and the call may have been placed before.',
};

export interface Failed {
  readonly failure: Code | null;
  readonly carrier_code: string | null;
}

/** A run as it is shown: its failure with a sentence and with the carrier's own code. */
export function shown<Run extends Failed>({
  failure: code,
  carrier_code,
  ...run
}: Run): Omit<Run, keyof Failed> & { readonly failure: Failure | null } {
  return { ...run, failure: code && { code, message: messages[code], carrier_code } };
}

type Phase = components['schemas']['RunPhase'];

/** What a run's phase is derived from. */
interface Phased {
  readonly state: components['schemas']['RunState'];
  readonly started_at: string | null;
  /** Whether its carrier is being sent the call and has not answered. */
  readonly is_dialing: boolean;
  /** What transfers have made of its call. */
  readonly transfer_state: TransferState;
}

/** How far a run is. A test run has no call: it is `queued` until its first turn or part, then `talking`. */
export function phaseOf({ state, started_at, is_dialing, transfer_state }: Phased): Phase {
  if (state === 'completed') return 'ended';
  if (state === 'initialized') return is_dialing ? 'dialing' : 'queued';
  if (started_at === null) return 'ringing';
  return transfer_state ?? 'talking';
}

/** A run as lists show it. */
export function summarized<Run extends Phased & Failed>({
  is_dialing,
  transfer_state,
  ...run
}: Run) {
  return { ...shown(run), phase: phaseOf({ ...run, is_dialing, transfer_state }) };
}

type RunUsage = Schemas['RunUsage'];

/** Usage as stored: complete, null for what is unknown. */
export const usageOf = (submitted: Schemas['SubmittedUsage']): RunUsage => ({
  seconds: submitted.seconds ?? null,
  tokens: submitted.tokens ?? null,
  characters: submitted.characters ?? null,
  cost: submitted.cost ?? null,
  details: submitted.details ?? {},
});

const members = ['seconds', 'tokens', 'characters', 'cost', 'details'];

/** Stored usage as it is shown: what was submitted in the free form of earlier releases is in `details`. */
export function usageShown(stored: Readonly<Record<string, unknown>> | null): RunUsage | null {
  if (stored === null) return null;
  const isTyped = members.every((name) => name in stored);
  return isTyped ? (stored as RunUsage) : usageOf({ details: stored });
}

const maxAheadMs = 30 * 86_400_000;

/** How many callbacks follow each other. */
export const maxInChain = 3;

/** Why a callback is not made, as sentences. */
export const callBackRefusals: Readonly<
  Record<components['schemas']['CallbackRefusalCode'], string>
> = {
  chain_limit: `${maxInChain} callbacks precede it.`,
  daily_limit: 'The number has the maximum number of callbacks on that day.',
  approval_required:
    'No approval policy of the connector that placed the call covers the callback at that time, or none has uses left.',
};

interface Allowed {
  readonly now: Timestamp;
  /** How far ahead it must be. */
  readonly min_callback_delay_seconds: number;
}

/** When somebody wants to be called again; undefined for what is no time, too soon or too far ahead. */
export function callBackTime(
  text: string,
  { now, min_callback_delay_seconds }: Allowed,
): Timestamp | undefined {
  const time = isTimestamp(text) ? parseTimestamp(text) : undefined;
  if (time === undefined || time > later(now, maxAheadMs)) return undefined;
  return time >= later(now, min_callback_delay_seconds * 1000) ? time : undefined;
}

/** What the caller must send instead. */
export const callBackRule = ({ min_callback_delay_seconds }: Omit<Allowed, 'now'>): string =>
  `Must be a time at least ${min_callback_delay_seconds} seconds and at most 30 days from now.`;
