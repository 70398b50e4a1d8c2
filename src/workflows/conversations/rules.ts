import type { StoredTurn } from '../runs/transcript-rules.ts';
import type { Timestamp } from '../../timestamp.ts';

/** How many turns a conversation has at most; with the bounds of texts this bounds the transcript. */
export const maxTurns = 100;

interface Spoken {
  /** Undefined if the caller said nothing. */
  readonly caller: string | undefined;
  /** Undefined if the caller pressed nothing. */
  readonly keys: string | undefined;
  readonly agent: string;
  readonly at: Timestamp;
}

/** A turn as the transcript keeps it; silence leaves nothing there. */
export const transcriptOf = ({ caller, keys, agent, at }: Spoken): StoredTurn[] => [
  ...(caller === undefined ? [] : [{ role: 'caller' as const, text: caller, at }]),
  ...(keys === undefined
    ? []
    : [{ role: 'caller' as const, kind: 'keys' as const, text: keys, at }]),
  ...(agent === '' ? [] : [{ role: 'agent' as const, text: agent, at }]),
];
