import type { Fault } from '../../errors.ts';

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
