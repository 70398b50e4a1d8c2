import type { components } from '../../../generated/api.ts';
import { parseTimestamp, type Timestamp } from '../../timestamp.ts';

type Schemas = components['schemas'];
type Turn = Schemas['TranscriptTurn'];
export type SentTurns = readonly Schemas['SubmittedTurn'][];

/** A turn as it is stored: without a kind, words were spoken, as in all transcripts of earlier releases. */
export interface StoredTurn {
  readonly role: Schemas['TranscriptRole'];
  readonly kind?: 'keys';
  readonly text: string;
  readonly at: Timestamp;
  /** Absent if the runtime did not say it, as in all transcripts of earlier releases. */
  readonly interrupted?: boolean;
  readonly spoken_ms?: number;
}

/** A transcript as it is shown: each turn has all members. */
export const transcriptShown = (turns: readonly (StoredTurn | Turn)[] | null): Turn[] | null =>
  turns &&
  turns.map(({ role, kind = 'speech', text, at, interrupted = null, spoken_ms = null }): Turn => ({
    role,
    kind,
    text,
    at,
    interrupted,
    spoken_ms,
  }));

/** `x` is a key that the runtime keeps to itself. */
const keys = /^[0-9*#A-Dx]{1,100}$/;

/** Turns of the kind `keys` whose text is something else. */
export const keysFaults = (turns: SentTurns) =>
  turns.flatMap(({ kind, text }, index) =>
    kind !== 'keys' || keys.test(text)
      ? []
      : [
          {
            loc: ['body', 'transcript', String(index), 'text'],
            msg: 'Must be 1 to 100 keys, 0 to 9, *, #, A to D, or x for a secret one, in a turn of the kind `keys`.',
            input: text,
          },
        ],
  );

/** Members of turns that only the agent's speech has. */
export const speechFaults = (turns: SentTurns) =>
  turns.flatMap(({ role, kind = 'speech', ...turn }, index) =>
    (['interrupted', 'spoken_ms'] as const).flatMap((member) => {
      const input = turn[member] ?? null;
      return input === null || (role === 'agent' && kind === 'speech')
        ? []
        : [
            {
              loc: ['body', 'transcript', String(index), member],
              msg: 'Must be absent, except in a turn of the role `agent` and the kind `speech`.',
              input,
            },
          ];
    }),
  );

interface StoredTurns {
  /** How many there are. */
  readonly turns: number;
  /** Those with the indexes of the part. */
  readonly known: readonly StoredTurn[];
  readonly is_final: boolean;
}

interface Part {
  readonly first: number;
  readonly turns: readonly StoredTurn[];
}

type Appending =
  | { readonly kind: 'append'; readonly turns: readonly StoredTurn[] }
  | { readonly kind: 'differs'; readonly index: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'final' };

/** What a part adds to the stored turns, or why it does not fit. */
export function appending(stored: StoredTurns, { first, turns }: Part): Appending {
  const differing = stored.known.findIndex((turn, index) => !isSame(turn, turns[index]));
  if (differing >= 0) return { kind: 'differs', index: first + differing };
  const added = turns.slice(stored.known.length);
  if (added.length === 0) return { kind: 'append', turns: [] };
  if (stored.is_final) return { kind: 'final' };
  return first > stored.turns ? { kind: 'missing' } : { kind: 'append', turns: added };
}

const isSame = (one: StoredTurn, other: StoredTurn | undefined) =>
  one.role === other?.role &&
  one.kind === other.kind &&
  one.text === other.text &&
  one.at === other.at &&
  one.interrupted === other.interrupted &&
  one.spoken_ms === other.spoken_ms;

/** The transcript as stored: timestamps in UTC. */
export const transcriptOf = (turns: SentTurns): StoredTurn[] =>
  turns.map(({ role, kind, text, at, interrupted = null, spoken_ms = null }) => ({
    role,
    ...(kind === 'keys' && { kind }),
    text,
    at: parseTimestamp(at),
    ...(interrupted !== null && { interrupted }),
    ...(spoken_ms !== null && { spoken_ms }),
  }));
