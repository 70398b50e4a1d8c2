import {
  getCountries,
  getCountryCallingCode,
  Metadata,
  type NumberingPlan,
} from 'libphonenumber-js/max';

/** What all countries of a calling code have in common. */
interface Plan {
  /** The lengths of national numbers that are possible in each of them, as bits. */
  readonly lengths: number;
  /** Matches at least every national number that any of them would change: one with a national prefix. */
  readonly prefix: RegExp | undefined;
}

const onlyDigits = /^\+[0-9]+$/;

/** By calling code. It has up to three digits, and none begins with another. */
let known: (Plan | undefined)[] | undefined;

/**
 * Whether the library would return the text as it is: it is in E.164 already, has at least eight digits, has a possible
 * length in each country of its calling code, and no national prefix. The library takes 10 us to say so, because it
 * looks for the country first. False if only the library can tell.
 */
export function isPlainE164(text: string): boolean {
  if (text.length < 9 || text.length > 16 || text.charCodeAt(0) !== 0x2b) return false;
  known ??= plans();
  let code = 0;
  for (let end = 1; end < 4; end += 1) {
    const digit = text.charCodeAt(end) - 0x30;
    code = code * 10 + digit;
    // No code begins with a zero.
    if (digit < 0 || digit > 9 || code === 0) return false;
    const plan = known[code];
    if (plan === undefined) continue;
    const first = end + 1;
    if ((plan.lengths & (1 << (text.length - first))) === 0) return false;
    return onlyDigits.test(text) && !plan.prefix?.test(text.slice(first));
  }
  return false;
}

/** Codes of no country, such as +800, are left to the library. */
function plans(): (Plan | undefined)[] {
  const found: (Plan | undefined)[] = [];
  const prefixes = new Map<number, Set<string>>();
  for (const country of getCountries()) {
    const metadata = new Metadata();
    metadata.selectNumberingPlan(country);
    const plan = metadata.numberingPlan;
    const code = Number(getCountryCallingCode(country));
    const lengths = (plan?.possibleLengths() ?? []).reduce(
      (bits, length) => bits | (1 << length),
      0,
    );
    const patterns = prefixes.get(code) ?? new Set();
    prefixes.set(code, patterns);
    const pattern = prefixOf(plan);
    if (pattern) patterns.add(withoutShort(pattern, plan?.possibleLengths() ?? []));
    found[code] = {
      lengths: lengths & (found[code]?.lengths ?? -1),
      prefix: patterns.size === 0 ? undefined : new RegExp(`^(?:${[...patterns].join('|')})`),
    };
  }
  return found;
}

/**
 * A pattern without its first alternative, if that only matches local numbers of a length that is not possible. Most
 * countries of +1 have one, as `([2-9]\\d{6})$|1`.
 */
function withoutShort(pattern: string, lengths: readonly number[]): string {
  const [whole = '', digits] = /^\(\[[\d-]+\]\\d\{(\d+)\}\)\$\|(?=\d+$)/.exec(pattern) ?? [];
  return digits === undefined || lengths.includes(Number(digits) + 1)
    ? pattern
    : pattern.slice(whole.length);
}

interface WithPrefix extends NumberingPlan {
  nationalPrefixForParsing?(): string | undefined;
}

/** The types of the library leave this method out. */
const prefixOf = (plan: WithPrefix | undefined): string | undefined =>
  plan?.nationalPrefixForParsing?.();
