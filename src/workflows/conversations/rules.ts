import type { components } from '../../../generated/api.ts';
import type { Timestamp } from '../../timestamp.ts';

/** How many turns a conversation has at most; with the bounds of texts this bounds the transcript. */
export const maxTurns = 100;

interface Spoken {
  /** Undefined if the caller said nothing. */
  readonly caller: string | undefined;
  readonly agent: string;
  readonly at: Timestamp;
}

/** A turn as the transcript keeps it; silence leaves nothing there. */
export const transcriptOf = ({
  caller,
  agent,
  at,
}: Spoken): components['schemas']['TranscriptTurn'][] => [
  ...(caller === undefined ? [] : [{ role: 'caller' as const, text: caller, at }]),
  ...(agent === '' ? [] : [{ role: 'agent' as const, text: agent, at }]),
];
