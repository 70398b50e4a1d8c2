/** A text with every digit, plus and encoded character as one plain character, and where each of them begins in the text. */
interface Folded {
  readonly text: string;
  /** The index in the text of the character at an index of the folded one, also of its end. */
  readonly at: (index: number) => number;
}

const percent = '%(?:25)?';
const following = `${percent}[89ab][0-9a-f]`;
/** A character as URLs encode it, once or twice, in UTF-8 or as one byte. */
const inUrl = String.raw`${percent}(?:[0-7][0-9a-f]|[cd][0-9a-f]${following}|e[0-9a-f](?:${following}){2}|f[0-9a-f](?:${following}){3}|[89a-f][0-9a-f])`;
/** A character as JSON and JavaScript write it, also if it is three times within JSON. */
const hexEscape = String.raw`\\{1,7}u[0-9a-f]{4}`;
const escaped = String.raw`\\{1,7}ud[89ab][0-9a-f]{2}${hexEscape}|${hexEscape}|\\{1,7}(?:x[0-9a-f]{2}|[nrt/])`;
/** A character as HTML writes it, also if its `&` is written so. */
const reference = String.raw`&(?:amp;){0,3}(?:#0{0,8}[1-9][0-9]{1,5};?|#x0{0,8}[1-9a-f][0-9a-f]{1,5};?|[a-z][0-9a-z]{1,7};)`;
/** Digits that also mark notes: next to a plain digit they are none of its number. */
const raised = String.raw`(?<![0-9])\p{No}(?![0-9])`;
const pluses = '[\uff0b\ufe62\u207a\u208a\u2795]';
const tokens = new RegExp(
  String.raw`${inUrl}|${escaped}|${reference}|(?![0-9])\p{Nd}|${raised}|${pluses}`,
  'giu',
);

/** The digit that a character is in any script; undefined if it is none. */
function digitOf(character: string): string | undefined {
  const plain = character.normalize('NFKC');
  if (/^[0-9]$/.test(plain)) return plain;
  if (!/^\p{Nd}$/u.test(character)) return undefined;
  // Digits stand in tens, one after the other, and the tens of two scripts may do so too.
  let value = 0;
  const code = character.codePointAt(0) ?? 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value % 10);
}

/** Decodes what a person or program may have encoded, so that a number is read in one spelling of its digits. */
export function fold(text: string): Folded {
  let folded = '';
  let end = 0;
  const at: number[] = [];
  const known = new Map<string, string>();
  const copy = (until: number): void => {
    folded += text.slice(end, until);
    for (; end < until; end += 1) at.push(end);
  };
  for (const { 0: token, index } of text.matchAll(tokens)) {
    copy(index);
    const plain = known.get(token) ?? plainOf(token);
    known.set(token, plain);
    folded += plain;
    at.push(index);
    end = index + token.length;
  }
  if (at.length === 0) return { text, at: (index) => index };
  copy(text.length);
  return { text: folded, at: (index) => at[index] ?? text.length };
}

/** One character; a space for one that is neither a digit nor of the first plane. */
function plainOf(token: string): string {
  const character = decoded(token);
  if (new RegExp(pluses).test(character)) return '+';
  return digitOf(character) ?? (/^[^\ud800-\udfff]$/.test(character) ? character : ' ');
}

function decoded(token: string): string {
  if (token.startsWith('%')) return fromUrl(token);
  const code = /^&.*#(x?)([0-9a-f]+)/i.exec(token);
  if (code) return fromCode(Number.parseInt(code[2] ?? '', code[1] ? 16 : 10));
  if (token.startsWith('&')) return /;?plus;$/i.test(token) ? '+' : ' ';
  if (!token.startsWith('\\')) return token;
  const units = [...token.matchAll(/[ux]([0-9a-f]+)/gi)];
  return String.fromCharCode(...units.map(([, hex = '']) => Number.parseInt(hex, 16))) || ' ';
}

function fromUrl(token: string): string {
  try {
    return decodeURIComponent(token.replaceAll(/%25(?=[0-9a-f]{2})/gi, '%'));
  } catch {
    return ' ';
  }
}

const fromCode = (code: number): string => (code <= 0x10_ffff ? String.fromCodePoint(code) : ' ');

let written: ReadonlyMap<string, string> | undefined;

/** All characters that are a digit in some script, by the digit. */
export function charactersOf(digit: string): string {
  written ??= allDigits();
  return written.get(digit) ?? digit;
}

/** The last code point that is looked at: higher ones are ideographs, tags and private ones. */
const lastDigit = 0x1_fbff;

function allDigits(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let code = 0x30; code <= lastDigit; code += 1) {
    const character = String.fromCodePoint(code);
    const digit = /\p{N}/u.test(character) ? digitOf(character) : undefined;
    if (digit !== undefined) found.set(digit, (found.get(digit) ?? '') + character);
  }
  return found;
}

/** What may be an encoded digit of any script, and is a mark between two digits: a POSIX regular expression. */
export const roughlyEncoded = String.raw`%(?:25)?[0-9A-Fa-f]{2}|\\[ux][0-9A-Fa-f]{2,4}|&(?:amp;)*#[xX]?[0-9A-Fa-f]{2,}`;
