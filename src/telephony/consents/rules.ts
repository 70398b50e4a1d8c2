import { isTimestamp, parseTimestamp, type Timestamp, timestampRule } from '../../timestamp.ts';

interface Times {
  readonly obtained_at: string;
  readonly expires_at?: string | null;
}

interface ConsentFault {
  readonly loc: string[];
  readonly msg: string;
  readonly input: unknown;
}

/** The errors of a consent that the schema cannot express. */
export function consentFaults(
  { obtained_at, expires_at = null }: Times,
  now: Timestamp,
): ConsentFault[] {
  const fault = (member: keyof Times, msg: string, input: unknown): ConsentFault => ({
    loc: ['body', member],
    msg,
    input,
  });
  const unreadable = [
    ...(isTimestamp(obtained_at) ? [] : [fault('obtained_at', timestampRule, obtained_at)]),
    ...(expires_at === null || isTimestamp(expires_at)
      ? []
      : [fault('expires_at', timestampRule, expires_at)]),
  ];
  if (unreadable.length > 0) return unreadable;
  const obtained = parseTimestamp(obtained_at);
  return [
    ...(obtained <= now ? [] : [fault('obtained_at', 'Must not be in the future.', obtained_at)]),
    ...(expires_at === null || parseTimestamp(expires_at) > obtained
      ? []
      : [fault('expires_at', 'Must be later than obtained_at.', expires_at)]),
  ];
}
