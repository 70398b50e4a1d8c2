import { setImmediate } from 'node:timers/promises';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** What the tables hold: E.164 of eight digits at least, which no subscriber's number falls short of by much. */
const e164 = /^\+[1-9][0-9]{7,14}$/;

/**
 * The one form of a number that is kept, compared and called; undefined for a text that is no international
 * number. Spaces and punctuation may be anywhere but before the `+`, which must be there: without it a number means
 * another telephone in each country. A number need only be possible, not in service, since numbers set aside for
 * fiction and ranges newer than the library's tables are called too.
 */
export function toE164(text: string): string | undefined {
  const parsed = parsePhoneNumberFromString(text.trim(), { extract: false });
  if (!parsed || parsed.ext !== undefined || !parsed.isPossible()) return undefined;
  return e164.test(parsed.number) ? parsed.number : undefined;
}

/** What is said of a text that `toE164` refuses. */
export const notInternational =
  'Must be a telephone number in international form, beginning with + and the country code, without an extension.';

/** Some milliseconds' worth. */
const atOnce = 500;

/** Reads many numbers, letting others work in between: ten thousand take a tenth of a second. */
export async function allToE164(texts: readonly string[]): Promise<(string | undefined)[]> {
  const numbers: (string | undefined)[] = [];
  for (let start = 0; start < texts.length; start += atOnce) {
    if (start > 0) await setImmediate();
    numbers.push(...texts.slice(start, start + atOnce).map(toE164));
  }
  return numbers;
}
