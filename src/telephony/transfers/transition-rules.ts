import type { components } from '../../../generated/api.ts';
import type { Transition } from '../../transition.ts';
import type {
  HandoffResult,
  NotAccepted,
  TransferReading,
  TransferResult,
} from '../carriers/carrier.ts';
import type { FailureCode } from './rules.ts';

type Schemas = components['schemas'];
type TransferStatus = Schemas['RunTransferStatus'];

export const transferTransitions = {
  request: { from: [], to: 'requested', by: ['createRunTransfer'] },
  ring: { from: ['requested'], to: 'ringing', by: [], when: 'the destination rings' },
  brief: {
    from: ['requested', 'ringing'],
    to: 'briefing',
    by: [],
    when: 'somebody answers a warm transfer',
  },
  bridge: {
    from: ['requested', 'ringing', 'briefing'],
    to: 'bridged',
    by: [],
    when: 'somebody answers, and has heard the briefing',
  },
  fail: {
    from: ['requested', 'ringing', 'briefing'],
    to: 'failed',
    by: [],
    when: 'nobody answers, a rule forbids it, the call ends',
  },
  cancel: { from: ['requested', 'ringing', 'briefing'], to: 'canceled', by: ['cancelRunTransfer'] },
  giveBack: {
    from: ['bridged'],
    to: 'failed',
    by: [],
    when: 'the destination hangs up just as the two are connected',
  },
} as const satisfies Readonly<Record<string, Transition<TransferStatus>>>;

type Unfinished = 'requested' | 'ringing' | 'briefing';

export const unfinishedStates = transferTransitions.cancel.from;

const isUnfinished = (status: TransferStatus): status is Unfinished =>
  unfinishedStates.some((each) => each === status);

/** What happens to a transfer; `brief`, `connect`: whoever answered is to hear the briefing, or the person. */
export type TransferEvent =
  | { readonly by: 'ring' | 'brief' | 'connect' | 'bridge' | 'cancel' | 'giveBack' }
  | Failed;

interface Failed {
  readonly by: 'fail';
  readonly failure: FailureCode;
  readonly carrier_code?: string | undefined;
  /** Whether the carrier is told to end the call to the destination, where that is apart, or to take the call back from another agent. */
  readonly hangs_up?: boolean;
}

/** The states in which it can happen. */
export const statesBefore = (by: TransferEvent['by']): readonly TransferStatus[] =>
  by === 'connect' ? unfinishedStates : transferTransitions[by].from;

interface Apart {
  readonly kind: Schemas['TransferKind'];
  /** Whether the carrier finds out who answers before the two are connected. */
  readonly detects: boolean;
}

/** How far whoever answered is: is to hear the briefing, hears it, is to be connected, is being connected. */
export type Stage = 'brief' | 'briefing' | 'connect' | 'connecting';

export const isConnecting = (stage: Stage | null): boolean =>
  stage === 'connect' || stage === 'connecting';

interface Staged extends Apart {
  readonly stage: Stage | null;
}

/** Whether the two are connected only after something else has happened. */
export const isApart = ({ kind, detects }: Apart): boolean => detects || kind === 'warm';

const [ring, brief, connect, bridge] = (['ring', 'brief', 'connect', 'bridge'] as const).map(
  (by): TransferEvent => ({ by }),
);
const hungUp = { by: 'fail', failure: 'hung_up' } as const;
const machine = { by: 'fail', failure: 'machine', hangs_up: true } as const;

/** What a report of the call to the destination does, wherever the transfer is. */
const always = {
  ringing: ring,
  busy: { by: 'fail', failure: 'busy' },
  no_answer: { by: 'fail', failure: 'no_answer' },
  failed: { by: 'fail', failure: 'carrier_failure' },
  // The person hung up while it rang.
  canceled: { by: 'fail', failure: 'call_ended' },
} as const;

type Word = News['status'] | 'person' | 'machine' | 'briefed';

/** What a report does, by where the transfer is; nothing, where it has no entry. */
const table: Readonly<Record<string, Partial<Record<Word, TransferEvent | undefined>>>> = {
  // A call that has ended normally was answered, also if the report of that comes later or never.
  direct: {
    ...always,
    answered: bridge,
    person: bridge,
    machine: bridge,
    briefed: bridge,
    completed: bridge,
  },
  // The answer alone connects nobody, and who cannot be told from a person is one.
  detecting_cold: { ...always, answered: ring, person: connect, machine, completed: hungUp },
  detecting_warm: { ...always, answered: ring, person: brief, machine, completed: hungUp },
  warm: { ...always, answered: brief, person: brief, machine, completed: hungUp },
  briefing: { ...always, briefed: connect, machine, completed: hungUp },
  connecting: { ...always, connected: bridge, machine, completed: hungUp },
};

function placeOf(transfer: Staged): keyof typeof table {
  const { kind, detects, stage } = transfer;
  if (!isApart(transfer)) return 'direct';
  if (stage !== null) return isConnecting(stage) ? 'connecting' : 'briefing';
  return detects ? `detecting_${kind}` : 'warm';
}

type News = Pick<
  Extract<TransferReading, { readonly kind: 'transfer' }>,
  'status' | 'answered_by' | 'briefed' | 'unbridged'
>;

function wordFor({ status, answered_by, briefed }: News): Word {
  if (status !== 'answered') return status;
  if (answered_by === 'machine') return 'machine';
  return briefed ? 'briefed' : answered_by === undefined ? status : 'person';
}

/** What a report does to a transfer; undefined: nothing. */
export function effectOf(
  transfer: Staged & { readonly status?: TransferStatus },
  news: News,
): TransferEvent | undefined {
  if (news.unbridged && transfer.status === 'bridged') return { by: 'giveBack' };
  if (news.unbridged && news.status === 'completed') return hungUp;
  return table[placeOf(transfer)]?.[wordFor(news)];
}

/**
 * What the destination hears of a transfer whose carrier asks for it. Who asks again without having heard the briefing
 * hears it again: the answer may have been lost.
 */
export function documentOf(
  transfer: Staged & { readonly status: TransferStatus },
  briefed: boolean,
): 'wait' | 'brief' | 'connect' | 'hang_up' {
  const { status, kind, detects, stage } = transfer;
  if (status === 'bridged') return 'connect';
  if (!isUnfinished(status)) return 'hang_up';
  if (stage === null && detects) return 'wait';
  if (kind === 'cold') return 'connect';
  return briefed && stage !== null ? 'connect' : 'brief';
}

/**
 * What has failed after the carrier's immediate answer; undefined: nothing, or that is not known yet. Nobody reports a handoff of
 * which that is not known: it is taken back.
 */
export function failureAfter(
  kind: Schemas['TransferKind'],
  result: TransferResult | HandoffResult,
): Failed | undefined {
  if (result.kind === 'accepted' || (result.kind === 'unknown' && kind !== 'handoff'))
    return undefined;
  return {
    by: 'fail',
    failure: failures[result.kind],
    ...('carrier_code' in result && { carrier_code: result.carrier_code }),
    hangs_up: result.kind === 'unknown' || ('has_left' in result && result.has_left),
  };
}

const failures: Readonly<Record<NotAccepted['kind'], FailureCode>> = {
  unknown: 'unknown',
  refused: 'refused',
  account_refused: 'refused',
  rate_limited: 'connection_error',
  unavailable: 'connection_error',
};
