import { setImmediate } from 'node:timers/promises';
import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { invalid } from '../errors.ts';
import { isPlainE164 } from './numbering-plans.ts';
import { hidesCaller, isWord, renumbered } from './renumbering-rules.ts';

/** The stored form: E.164 with at least eight digits, the practical minimum of subscriber numbers. */
const e164 = /^\+[1-9][0-9]{7,14}$/;

/** What nobody sees, such as marks of the direction of writing, which address books and web pages put around numbers. */
const invisible = /\p{Default_Ignorable_Code_Point}+/gu;

/** A text as the library reads it: RFC 3966 writes `tel:` before a number. */
const plainly = (text: string): string =>
  text
    .replaceAll(invisible, '')
    .replaceAll(/\p{Zs}/gu, ' ')
    .trim()
    // What spreadsheets are given so that they take a number for text.
    .replace(/^="(\+[^"]*)"$/, '$1')
    .replace(/^'(?=\+)/, '')
    .replace(/^tel:\s*/i, '')
    .replace(/^[\uFF0B\uFE62]/, '+');

/**
 * The canonical form of a number, which is stored, compared and called; undefined if the text is not an international
 * number. Spaces and punctuation may appear anywhere but before the `+`, which is required: without it a number differs
 * by country. A number need only be possible, not in service, because fictional numbers and ranges newer than the
 * library's tables are called too. A number of a former plan is the one that its country made of it.
 */
export function toE164(text: string): string | undefined {
  if (!isPlainE164(text)) return parsedE164(text);
  return isWord(text) ? undefined : renumbered(text);
}

/** The canonical form of any text, by the library alone. */
export function parsedE164(text: string): string | undefined {
  const written = writtenE164(text);
  if (written === undefined) return undefined;
  const number = renumbered(written.number);
  return (written.isPossible || number !== written.number) && e164.test(number)
    ? number
    : undefined;
}

/**
 * A number as it is written, also by a former plan of its country, as a number that was stored before it is known; undefined
 * if the text is not an international number.
 */
export function asWritten(text: string): string | undefined {
  const written = writtenE164(text);
  return written?.isPossible === true && e164.test(written.number) ? written.number : toE164(text);
}

/** Parameters, which RFC 3966 writes after a `;`, are never part of a number: one that needs its context is none. */
function writtenE164(text: string): { number: string; isPossible: boolean } | undefined {
  const plain = plainly(text);
  if (!plain.startsWith('+') || plain.includes(';')) return undefined;
  const parsed = parsePhoneNumberFromString(plain, { extract: false });
  if (!parsed || parsed.ext !== undefined || isWord(parsed.number)) return undefined;
  return { number: parsed.number, isPossible: parsed.isPossible() };
}

/** The number of an inbound call's caller; undefined if the carrier gives none, or a word or digits that stand for none. */
export function callerIn(text: string): string | undefined {
  const number = toE164(text);
  return number !== undefined && hidesCaller(number) ? undefined : number;
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

/** The same for a number that may have been stored before its country changed its plan, and is looked for as it is written. */
export function writtenNumberIn(loc: string[], text: string): string {
  const number = asWritten(text);
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
