/** A part of a URL: fixed, or the value of a variable. */
type Part = { readonly text: string } | { readonly variable: string };

/** A parsed URL template. Variables are whole segments of the path or whole values of the query. */
export interface UrlTemplate {
  readonly origin: string;
  readonly path: readonly Part[];
  readonly query: readonly { readonly name: string; readonly value: Part }[];
}

type Parsed = { readonly template: UrlTemplate } | { readonly fault: string };

/** Printable ASCII without what a URL must percent-encode. A backslash would be a slash. */
const allowed = /^[!#-;=?-[\]_a-z{}~]*$/;
const shape = /^(https?:\/\/[^/?]+)([^?]*)(?:\?(.*))?$/;
const variable = /^\{([a-zA-Z][a-zA-Z0-9_]{0,63})\}$/;

/** Reads a template, without resolving its host. */
export function parseTemplate(text: string, allowHttp: boolean): Parsed {
  if (!allowed.test(text))
    return { fault: 'Send printable ASCII characters, and others percent-encoded.' };
  if (text.includes('#')) return { fault: 'Send a URL without a fragment, which is never sent.' };
  const [, origin = '', path = '', query] = shape.exec(text) ?? [];
  if (origin === '' || (!allowHttp && !origin.startsWith('https:')))
    return { fault: 'Send a complete URL that starts with https://.' };
  if (origin.includes('@'))
    return { fault: 'Send a URL without user and password; use the secret or a header instead.' };
  if (/[{}]/.test(origin))
    return { fault: 'A variable cannot be a part of the host: it would lead to other servers.' };
  const parsed = URL.parse(origin);
  if (!parsed) return { fault: 'Send a URL with a valid host and port.' };
  const segments = path.split('/').slice(1).map(partOf);
  const pairs = query === undefined || query === '' ? [] : query.split('&').map(pairOf);
  const parts = [...segments, ...pairs.flatMap(({ name, value }) => [{ text: name }, value])];
  const broken = parts.find((part) => 'text' in part && /[{}]/.test(part.text));
  if (broken)
    return {
      fault:
        'A variable, such as {order_id}, stands for a whole segment of the path or a whole value of the query, and its name has letters, digits and underscores.',
    };
  if (segments.some((part) => 'text' in part && hasDotSegment(part.text)))
    return { fault: 'Send a path without the segments "." and "..".' };
  return { template: { origin: parsed.origin, path: segments, query: pairs } };
}

function partOf(text: string): Part {
  const [, name] = variable.exec(text) ?? [];
  return name === undefined ? { text } : { variable: name };
}

function pairOf(text: string) {
  const at = text.indexOf('=');
  if (at < 0) return { name: text, value: { text: '' } };
  return { name: text.slice(0, at), value: partOf(text.slice(at + 1)) };
}

/** The variables of the path and those of the query. */
export const variablesOf = ({ path, query }: UrlTemplate) => ({
  inPath: namesIn(path),
  inQuery: namesIn(query.map(({ value }) => value)),
});

const namesIn = (parts: readonly Part[]): string[] => [
  ...new Set(parts.flatMap((part) => ('variable' in part ? [part.variable] : []))),
];

/** How long a URL with its values may be. */
const maxUrlLength = 8192;

type Built = { readonly url: URL } | { readonly argument: string | null; readonly fault: string };

/** Fills in the arguments. The result has the origin and the number of segments of the template, or is refused. */
export function urlOf(
  { origin, path, query }: UrlTemplate,
  args: Readonly<Record<string, unknown>>,
): Built {
  const segments: string[] = [];
  for (const part of path) {
    const value = 'text' in part ? part.text : textOf(args[part.variable]);
    const refusal = 'variable' in part ? segmentFault(value) : undefined;
    if ('variable' in part && refusal !== undefined)
      return { argument: part.variable, fault: refusal };
    segments.push('variable' in part ? encodeURIComponent(value ?? '') : part.text);
  }
  const pairs: string[] = [];
  for (const { name, value } of query) {
    if ('text' in value) pairs.push(value.text === '' ? name : `${name}=${value.text}`);
    else {
      const text = textOf(args[value.variable]);
      if (text === undefined) continue;
      if (!text.isWellFormed()) return { argument: value.variable, fault: notText };
      pairs.push(`${name}=${encodeURIComponent(text)}`);
    }
  }
  const pathname = `/${segments.join('/')}`;
  const url = URL.parse(`${origin}${pathname}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`);
  if (
    !url ||
    url.origin !== origin ||
    url.pathname.split('/').length !== pathname.split('/').length
  )
    return { argument: null, fault: 'The URL would leave its template.' };
  if (url.href.length > maxUrlLength)
    return { argument: null, fault: `The URL would have more than ${maxUrlLength} characters.` };
  return { url };
}

const notText = 'Send a text without unpaired surrogates.';

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Why a value cannot be a segment of a path. An empty one would move the segments behind it. */
function segmentFault(value: string | undefined): string | undefined {
  if (value === undefined || value === '') return 'A segment of the path needs a value.';
  if (!value.isWellFormed()) return notText;
  return hasDotSegment(value) ? 'The segments "." and ".." would lead to other paths.' : undefined;
}

/** How often a server may decode a path until it has what it looks for. */
const decodings = 3;

/** Whether a text has a segment "." or "..", also where a server decodes it again and takes what it finds for slashes. */
function hasDotSegment(text: string): boolean {
  let decoded = text;
  for (let times = 0; times <= decodings; times += 1) {
    if (decoded.split(/[/\\]/).some((piece) => /^\.\.?(;.*)?$/s.test(piece))) return true;
    decoded = decoded.replace(/%(2e|2f|5c|25)/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
  return false;
}
