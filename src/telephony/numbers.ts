import { setImmediate } from 'node:timers/promises';
import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { invalid } from '../errors.ts';
import { isPlainE164 } from './numbering-plans.ts';

/** The stored form: E.164 with at least eight digits, the practical minimum of subscriber numbers. */
const e164 = /^\+[1-9][0-9]{7,14}$/;

/**
 * The canonical form of a number, which is stored, compared and called; undefined if the text is not an international
 * number. Spaces and punctuation may appear anywhere but before the `+`, which is required: without it a number differs
 * by country. A number need only be possible, not in service, because fictional numbers and ranges newer than the
 * library's tables are called too.
 */
export function toE164(text: string): string | undefined {
  return isPlainE164(text) ? text : parsedE164(text);
}

/** The canonical form of any text, by the library alone. */
export function parsedE164(text: string): string | undefined {
  const parsed = parsePhoneNumberFromString(text.trim(), { extract: false });
  if (!parsed || parsed.ext !== undefined || !parsed.isPossible()) return undefined;
  return e164.test(parsed.number) ? parsed.number : undefined;
}

/** The error for a text that `toE164` rejects. */
export const notInternational =
  'Must be a phone number in international format: + and the country code first, no extension.';

/** The stored form of a number in a request. Throws the validation error for a text that is none. */
export function numberIn(loc: string[], text: string): string {
  const number = toE164(text);
  if (number === undefined) throw invalid(loc, notInternational, text);
  return number;
}

/** How many numbers are parsed at once: a few milliseconds of work. */
const atOnce = 500;

/** Parses many numbers, yielding to other work in between: ten thousand take a tenth of a second. */
export async function allToE164(texts: readonly string[]): Promise<(string | undefined)[]> {
  const numbers: (string | undefined)[] = [];
  for (let start = 0; start < texts.length; start += atOnce) {
    if (start > 0) await setImmediate();
    numbers.push(...texts.slice(start, start + atOnce).map(toE164));
  }
  return numbers;
}

/**
 * A number in E.164 with its country code apart, and how it is written within its country. One of a country that the library
 * does not know has a code of one digit.
 */
export function partsOf(e164Number: string) {
  const parsed = parsePhoneNumberFromString(e164Number);
  const countryCode = parsed?.countryCallingCode ?? e164Number.slice(1, 2);
  const national = e164Number.slice(1 + countryCode.length);
  const dialed = (parsed?.formatNational() ?? '').replaceAll(/\D/g, '');
  const trunk = dialed.endsWith(national) ? dialed.slice(0, -national.length) : '';
  const groups = parsed?.formatInternational().match(/\d+/g)?.slice(1) ?? [national];
  return { e164: e164Number, countryCode, national, trunk, groups, isCountryCode };
}

let countryCodes: ReadonlySet<string> | undefined;

function isCountryCode(digits: string): boolean {
  countryCodes ??= new Set(getCountries().map((country) => getCountryCallingCode(country)));
  return countryCodes.has(digits);
}
