const mask = '***';
const minHidden = 8;
/** How many parts of a secret are hidden besides the whole, the longest first. */
const maxParts = 16;

/** How a text may hold a part of the secret. */
interface Form {
  readonly text: string;
  /** Whether the character before and after it has bits of the part too, as in base64. */
  readonly before: boolean;
  readonly after: boolean;
}

/** A text as it is read after some decodings, and where each of its characters begins in the text as it was sent. */
interface Reading {
  readonly text: string;
  readonly starts: readonly number[] | undefined;
}

/**
 * The value without the secret, and without the parts of it that follow its scheme: the token after `Bearer`, the password in what
 * follows `Basic`. It is found as it is, in hex and in base64, also of a longer text, and each of these percent-encoded or escaped
 * as in HTML or JSON, up to three times.
 */
export function withoutSecret(value: unknown, secret: string | null): unknown {
  if (secret === null) return value;
  const forms = partsOf(secret).flatMap(formsOf);
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (rangesIn(text, forms).length === 0) return value;
  return mapped(value, (each) => masked(each, forms));
}

/** A JSON value with each of its texts replaced, those that name members too. */
export function mapped(value: unknown, each: (text: string) => string): unknown {
  if (typeof value === 'string') return each(value);
  if (Array.isArray(value)) return value.map((item) => mapped(item, each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [each(name), mapped(item, each)]),
  );
}

function partsOf(secret: string): readonly string[] {
  const words = secret.split(/\s+/);
  const values = words.map((word) => /^[\w-]+=["']?(.*?)["']?,?$/.exec(word)?.[1] ?? '');
  const parts = [...words, ...values, ...passwordsIn(secret)]
    .toSorted((one, other) => other.length - one.length)
    .slice(0, maxParts);
  return [...new Set([secret, ...parts])].filter((text) => text.length >= minHidden);
}

function passwordsIn(secret: string): readonly string[] {
  const [, encoded] = /^basic\s+([a-z0-9+/=_-]+)$/i.exec(secret) ?? [];
  if (encoded === undefined) return [];
  const pair = Buffer.from(encoded, 'base64').toString('utf8').toWellFormed();
  return [pair, pair.slice(pair.indexOf(':') + 1)];
}

function formsOf(part: string): readonly Form[] {
  const bytes = Buffer.from(part);
  const hex = bytes.toString('hex');
  const whole = [part, bytes.toString('latin1'), hex, hex.toUpperCase()];
  return [
    ...[...new Set(whole)].map((text) => ({ text, before: false, after: false })),
    ...[0, 1, 2].flatMap((shift) => base64Of(bytes, shift)),
  ];
}

/** The characters of base64 that these bytes alone decide, if as many others stand before them. */
function base64Of(bytes: Buffer, shift: number): readonly Form[] {
  const bits = (shift + bytes.length) * 8;
  const text = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .slice(Math.ceil((shift * 8) / 6), Math.floor(bits / 6));
  const inUrls = text.replaceAll('+', '-').replaceAll('/', '_');
  const around = { before: shift > 0, after: bits % 6 > 0 };
  return [...new Set([text, inUrls])].map((each) => ({ text: each, ...around }));
}

type Range = readonly [from: number, until: number];

function masked(text: string, forms: readonly Form[]): string {
  const shown: string[] = [];
  let at = 0;
  for (const [from, until] of rangesIn(text, forms)) {
    if (from >= at) shown.push(text.slice(at, from), mask);
    at = Math.max(at, until);
  }
  return shown.length === 0 ? text : shown.join('') + text.slice(at);
}

/** Where a text has one of the forms, in the order of their beginnings. */
function rangesIn(text: string, forms: readonly Form[]): Range[] {
  const found: Range[] = [];
  for (const { text: read, starts } of readingsOf(text))
    for (const form of forms)
      for (let at = read.indexOf(form.text); at >= 0;) {
        const [from, until] = widened(read, at, form);
        found.push([starts?.[from] ?? from, starts?.[until] ?? until]);
        at = read.indexOf(form.text, until);
      }
  return found.toSorted(([one], [other]) => one - other);
}

const inBase64 = /[a-zA-Z0-9+/_-]/;

function widened(text: string, at: number, { text: { length }, before, after }: Form): Range {
  let until = at + length;
  if (after && inBase64.test(text[until] ?? '')) until += 1;
  if (after) while (text[until] === '=') until += 1;
  return [before && inBase64.test(text[at - 1] ?? '') ? at - 1 : at, until];
}

const decodings = 3;

/** The text as it was sent, and as it is read once it is decoded, as long as that changes it. */
function readingsOf(text: string): Reading[] {
  let last: Reading | undefined = { text, starts: undefined };
  const readings: Reading[] = [];
  for (let times = 0; last && times <= decodings; times += 1) {
    readings.push(last);
    last = decoded(last);
  }
  return readings;
}

const escape =
  /%([0-9a-f]{2})|&#(\d{1,5});|&#x([0-9a-f]{1,4});|&(amp|lt|gt|quot|apos);|\\u([0-9a-f]{4})|\\([\\/"])/gi;
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function characterOf([, percent, decimal, hex, name, unicode, sign]: RegExpExecArray): string {
  const code = percent ?? hex ?? unicode;
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  return named[name?.toLowerCase() ?? ''] ?? sign ?? '';
}

function decoded({ text, starts }: Reading): Reading | undefined {
  const read: string[] = [];
  const places: number[] = [];
  let at = 0;
  const keep = (until: number): void => {
    for (; at < until; at += 1) {
      read.push(text[at] ?? '');
      places.push(starts?.[at] ?? at);
    }
  };
  for (const found of text.matchAll(escape)) {
    keep(found.index);
    read.push(characterOf(found));
    places.push(starts?.[at] ?? at);
    at += found[0].length;
  }
  if (at === 0 && places.length === 0) return undefined;
  keep(text.length);
  places.push(starts?.[text.length] ?? text.length);
  return { text: read.join(''), starts: places };
}
