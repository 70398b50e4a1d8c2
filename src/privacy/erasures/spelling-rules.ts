import { charactersOf, fold, roughlyEncoded } from './folding-rules.ts';

/** A phone number, with what tells how it is written. */
interface NumberParts {
  readonly e164: string;
  readonly countryCode: string;
  readonly national: string;
  /** What is dialed before the national digits within its country; empty in most countries without one. */
  readonly trunk: string;
  /** The national digits as its country groups them. */
  readonly groups: readonly string[];
  /** Whether digits are the code of a country. */
  readonly isCountryCode: (digits: string) => boolean;
}

export interface Spellings {
  /** The text with another in place of each spelling of the number, `erased` by default; undefined if it has none. */
  replaced(text: string, by?: string): string | undefined;
  /** The same for every text and name of a JSON value. A number with the country code becomes null, but no id. */
  replacedJson(value: unknown, by?: string): unknown;
  /** A POSIX regular expression that finds every text with a spelling, and few others. */
  readonly rough: string;
}

const mark = String.raw`[^\p{L}\p{N}%&\\]`;
/** What may stand between two digits: any punctuation and spaces. */
const between = `${mark}{0,4}`;
const inOrder = (digits: string): string => [...digits].join(between);
const noDigit = String.raw`(?<!\d)`;
/** A code for calls to other countries, which no time of day ends with. */
const abroad = String.raw`(?:\+|(?<!\d|\d[:.,])(?:00|011))`;
const open = String.raw`[([\uff08]?`;
/** `(0)` is written for those who dial within the country. */
const zero = String.raw`(?:\(?0\)?${between})?${open}`;
/** A number in another country. */
const abroadBefore = new RegExp(
  String.raw`(?<=${abroad}${between}[1-9]\d{0,2}${between}${zero})`,
  'yiu',
);
/** Digits that may be the code of another country without anything before it. */
const codeBefore = new RegExp(String.raw`(?<=(?<!\d|\d${mark})([1-9]\d{0,2})${mark})`, 'yiu');

/** From how many digits on a number is found without its country code. Ids and settings are shorter. */
const minNational = 9;

/** The members of what the service writes that hold ids. */
const idName =
  /^(?:id|(?:api_key|callback_of_run|campaign|configuration|contact|definition|delivery|endpoint|event|organization|phone_number|recipe|run|scheduled_call|source|subject|telephony_configuration|user|workflow)_id)$/;

/** A name, code or URL, which may have no brackets. */
const word = /^(?:[\w.:/-]+|[a-z]+:\/\/[!-~]*)$/i;
/** What stands where the number stood: what was a valid name, code or URL is one afterwards. */
const standIn = (text: string): string => (word.test(text) ? 'erased' : '[erased]');

/** The text that ends at an index and matches, by a pattern that looks behind. */
function before(pattern: RegExp, text: string, index: number): string | undefined {
  pattern.lastIndex = index;
  const found = pattern.exec(text);
  return found ? (found[1] ?? '') : undefined;
}

/**
 * How people and programs write a number: in E.164, with `00` or `011`, without the `+`, and as it is dialed within its
 * country, with any punctuation. A number with another country code is another number.
 */
export function spellingsOf(parts: NumberParts): Spellings {
  const { countryCode, national, trunk, groups, isCountryCode } = parts;
  // Its digits decide what comes next, so that a text is read once.
  const significant = new RegExp(String.raw`${inOrder(national)}(?!\d)`, 'giu');
  const code = `${inOrder(countryCode)}${between}${zero}`;
  const withAbroad = new RegExp(`(?<=(${abroad}${between}${code}))`, 'yiu');
  const withCode = new RegExp(`(?<=(${noDigit}${code}))`, 'yiu');
  const withTrunk =
    trunk && new RegExp(String.raw`(?<=(${noDigit}\(?${trunk}\)?${between}${open}))`, 'yiu');
  const alone = new RegExp(`(?<=(${noDigit}${open}))`, 'yiu');

  /** Whether what stands before may be the code of another country: then the digits are not grouped as this one's. */
  const isOther = (text: string, index: number, found: string): boolean => {
    const other = before(codeBefore, text, index);
    if (other === undefined || other === countryCode || !isCountryCode(other)) return false;
    const written = found.match(/\d+/g) ?? [];
    return written.length > 1 && written.join(' ') !== groups.join(' ');
  };
  /** What belongs to a spelling before its last digits, which begin at an index; undefined if they are part of another number. */
  const prefixAt = (text: string, index: number, found: string): string | undefined => {
    const international = before(withAbroad, text, index);
    if (international !== undefined) return international;
    if (before(abroadBefore, text, index) !== undefined) return undefined;
    const prefix =
      before(withCode, text, index) ?? (withTrunk ? before(withTrunk, text, index) : undefined);
    if (prefix !== undefined) return prefix;
    if (national.length < minNational || isOther(text, index, found)) return undefined;
    return before(alone, text, index);
  };
  const replaced = (original: string, by = standIn(original)): string | undefined => {
    const folded = fold(original);
    const { text } = folded;
    let after = '';
    let end = 0;
    significant.lastIndex = 0;
    for (let match = significant.exec(text); match; match = significant.exec(text)) {
      const { index, 0: found } = match;
      const prefix = prefixAt(text, index, found);
      if (prefix === undefined) {
        // Its digits may begin within these.
        significant.lastIndex = index + 1;
        continue;
      }
      after += original.slice(end, Math.max(folded.at(index - prefix.length), end)) + by;
      end = folded.at(index + found.length);
    }
    return end === 0 ? undefined : after + original.slice(end);
  };
  const asNumber = Number(countryCode + national);
  const replacedJson = (value: unknown, by?: string): unknown => {
    if (typeof value === 'string') return replaced(value, by) ?? value;
    if (typeof value === 'number') return value === asNumber ? null : value;
    if (Array.isArray(value)) return value.map((item) => replacedJson(item, by));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        replaced(name, by) ?? name,
        typeof member === 'number' && idName.test(name) ? member : replacedJson(member, by),
      ]),
    );
  };
  const roughMark = `(?:[^0-9]|${roughlyEncoded})*`;
  const roughDigits = [...national].map(
    (digit) => `(?:[${charactersOf(digit)}]|${roughlyEncoded})`,
  );
  return { replaced, replacedJson, rough: roughDigits.join(roughMark) };
}
