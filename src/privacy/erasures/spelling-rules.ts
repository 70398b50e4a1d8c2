/** A phone number in E.164, with its country code apart from the rest. */
export interface NumberParts {
  readonly e164: string;
  readonly countryCode: string;
  readonly national: string;
}

export interface Spellings {
  /** The text with another in place of each spelling of the number; undefined if it has none. */
  replaced(text: string, by: string): string | undefined;
  /** The same for every text, name and number of a JSON value. A number becomes null. */
  replacedJson(value: unknown, by: string): unknown;
  /** A POSIX regular expression that finds every text with a spelling, and few others. */
  readonly rough: string;
}

/** What may stand between two digits: spaces, hyphens, dots, slashes and parentheses. */
const between = String.raw`[\s\-./()_\u00a0\u2007-\u2015\u202f]{0,3}`;
const inOrder = (digits: string): string => [...digits].join(between);
/** No prefix of a number is longer. */
const prefixCharacters = 24;
/** `(0)` is written for those who dial within the country. */
const trunkInParentheses = String.raw`(?:\(?0\)${between})?\(?`;
/** A number in another country. */
const otherCountry = new RegExp(String.raw`\+\d{1,3}${between}${trunkInParentheses}$`, 'u');
/** What is dialed before a number in its own country. */
const trunk = new RegExp(String.raw`(?:(?:06|0|8)${between})?\(?$`, 'u');

/**
 * How people and programs write a number: in E.164, with `00` or `011`, without the `+`, and as it is dialed within its
 * country, with any punctuation. A number with another country code is another number.
 */
export function spellingsOf({ countryCode, national }: NumberParts): Spellings {
  // Its digits decide what comes next, so that a text is read once.
  const significant = new RegExp(String.raw`${inOrder(national)}(?!\d)`, 'gu');
  const international = new RegExp(
    String.raw`(?:(?:\+|%2B|00|011)${between})?${inOrder(countryCode)}${between}${trunkInParentheses}$`,
    'u',
  );
  /** Where a spelling begins whose last digits begin at an index; undefined if they are part of another number. */
  const beginOf = (text: string, index: number): number | undefined => {
    const before = text.slice(Math.max(0, index - prefixCharacters), index);
    for (const prefix of [international, trunk]) {
      const at = before.search(prefix);
      if (at < 0 || /\d$/.test(before.slice(0, at))) continue;
      if (prefix === international || !otherCountry.test(before)) return index - before.length + at;
    }
    return undefined;
  };
  const replaced = (text: string, by: string): string | undefined => {
    let after = '';
    let end = 0;
    for (const { index, 0: found } of text.matchAll(significant)) {
      const begin = beginOf(text, index);
      if (begin === undefined) continue;
      after += text.slice(end, Math.max(begin, end)) + by;
      end = index + found.length;
    }
    return end === 0 ? undefined : after + text.slice(end);
  };
  const replacedJson = (value: unknown, by: string): unknown => {
    if (typeof value === 'string') return replaced(value, by) ?? value;
    if (typeof value === 'number') return replaced(String(value), by) === by ? null : value;
    if (Array.isArray(value)) return value.map((item) => replacedJson(item, by));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        replaced(name, by) ?? name,
        replacedJson(member, by),
      ]),
    );
  };
  // In the text of JSON a line break is two characters.
  return { replaced, replacedJson, rough: [...national].join('[^0-9]{0,6}') };
}
