import type { components } from '../../../generated/api.ts';
import { isTimestamp, later, parseTimestamp, type Timestamp } from '../../timestamp.ts';

const maxAheadMs = 30 * 86_400_000;

/** How many call backs follow each other. */
export const maxInChain = 3;

/** Why a call back is not made, as sentences. */
export const callBackRefusals: Readonly<
  Record<components['schemas']['CallbackRefusalCode'], string>
> = {
  chain_limit: `${maxInChain} call backs precede it.`,
  daily_limit: 'The number has the maximum number of call backs on that day.',
  approval_required:
    'No approval policy of the connector that placed the call covers the call back at that time, or none has uses left.',
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
