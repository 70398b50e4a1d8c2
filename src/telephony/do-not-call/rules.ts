import type { Fault } from '../../errors.ts';

/** A list of thousands may hold as many faults; nobody reads so many. */
const shownFaults = 100;

interface ReadTexts {
  readonly texts: readonly string[];
  /** Undefined at the places of texts that are no number. */
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
