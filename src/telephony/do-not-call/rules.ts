import type { Fault } from '../../errors.ts';
import { isTimestamp, parseTimestamp, type Timestamp, timestampRule } from '../../timestamp.ts';

/** Maximum number of faults reported; a list may have thousands. */
const shownFaults = 100;

interface ReadTexts {
  readonly texts: readonly string[];
  /** Undefined for texts that are not numbers. */
  readonly numbers: readonly (string | undefined)[];
  readonly msg: string;
  readonly locOf: (index: number) => string[];
}

export const faultsIn = ({ texts, numbers, msg, locOf }: ReadTexts): Fault[] =>
  numbers
    .flatMap((number, index) => (number === undefined ? [index] : []))
    .slice(0, shownFaults)
    .map((index) => ({
      loc: locOf(index),
      msg,
      type: 'value_error',
      input: texts[index],
      ctx: {},
    }));

/** A fault for each end of an entry that is not in the future; null never ends. */
export const endFaults = (texts: readonly (string | null)[], now: Timestamp): Fault[] =>
  texts
    .flatMap((text, index) => {
      if (text === null) return [];
      if (!isTimestamp(text)) return [{ index, text, msg: timestampRule }];
      return parseTimestamp(text) > now ? [] : [{ index, text, msg: 'Must be in the future.' }];
    })
    .slice(0, shownFaults)
    .map(({ index, text, msg }) => ({
      loc: ['body', 'phone_numbers', String(index), 'expires_at'],
      msg,
      type: 'value_error',
      input: text,
      ctx: {},
    }));
