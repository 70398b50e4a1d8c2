import { countryOf } from './number-type-rules.ts';

/** Whether a number, in E.164, begins with one of the calling codes; null stands for all numbers. */
export const serves = (callingCodes: readonly string[] | null, number: string): boolean =>
  callingCodes === null || callingCodes.some((code) => number.startsWith(code));

/** Which numbers a configuration serves; null: all. */
export interface Served {
  readonly calling_codes: readonly string[] | null;
  readonly countries: readonly string[] | null;
}

/** Whether a configuration serves a number, in E.164, by its calling code and its country. */
export const isServed = ({ calling_codes, countries }: Served, number: string): boolean =>
  serves(calling_codes, number) &&
  (countries === null || countries.includes(countryOf(number) ?? ''));

interface Contact {
  readonly phone_number: string;
  readonly configuration: Served;
}

export const isUnserved = ({ configuration, phone_number }: Contact): boolean =>
  !isServed(configuration, phone_number);
