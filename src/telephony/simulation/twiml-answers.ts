// What the answer of a `voice_url` has the network do: https://www.twilio.com/docs/voice/twiml, and TeXML, which has the same
// verbs: https://developers.telnyx.com/docs/voice/programmable-voice/texml-verbs.

/** Where the document goes on once a verb has ended, instead of its next one. */
export interface Page {
  /** Relative to the page that named it. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
}

/** A verb that takes time or leads elsewhere. A document ends where it has no more of them, and its call with it. */
export type Verb =
  | {
      readonly kind: 'stream';
      readonly url: string;
      readonly parameters: Readonly<Record<string, string>>;
      /** Of ConversationRelay, with what it says besides. */
      readonly protocol?: 'relay';
      readonly attributes?: Readonly<Record<string, string>>;
      readonly action: Page | undefined;
    }
  | { readonly kind: 'pause'; readonly ms: number }
  | { readonly kind: 'redirect'; readonly page: Page }
  | { readonly kind: 'hang_up' }
  /** The network cannot carry it out, and ends the call. */
  | Fault;

/** With Twilio's code (https://www.twilio.com/docs/api/errors), or `not_simulated` for what Twilio would do. */
export interface Fault {
  readonly kind: 'fault';
  readonly code: string;
  readonly detail: string;
}

export const fault = (code: string, detail: string): Fault => ({ kind: 'fault', code, detail });

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

const xmlTypes = ['text/xml', 'application/xml', 'text/html'];

/**
 * Reads an answer by its media type, as Twilio does: a plain text and audio are played, then the call ends. The verbs after
 * the one that ends the document are left out.
 */
export async function verbsOf(type: string, body: string): Promise<readonly Verb[]> {
  if (type === 'text/plain' || type.startsWith('audio/')) return [];
  if (!xmlTypes.includes(type))
    return [fault('12300', `The answer has the type ${shortened(type) || 'of nothing'}.`)];
  const root = await elementsIn(body);
  if (root?.name !== 'Response')
    return [fault('12100', 'The answer is no XML document with the root element `Response`.')];
  const verbs = root.children.flatMap(verbOf);
  const last = verbs.findIndex(({ kind }) => kind !== 'stream' && kind !== 'pause');
  return last === -1 ? verbs : verbs.slice(0, last + 1);
}

/** Verbs that say or send something, or act beside the call. They take no time here. */
const passing = new Set(['Message', 'Play', 'Say', 'Sms', 'Start', 'Stop']);
const notSimulated = new Set(['Dial', 'Enqueue', 'Leave', 'Pay', 'Prompt', 'Record', 'Refer']);

function verbOf(verb: Element): Verb[] {
  const { name, attributes } = verb;
  if (passing.has(name)) return [];
  if (notSimulated.has(name))
    return [fault('not_simulated', `The simulated network does not carry out <${name}>.`)];
  switch (name) {
    case 'Connect':
      return [connectionOf(verb)];
    case 'Pause':
      return [{ kind: 'pause', ms: secondsIn(attributes['length'], 1) }];
    // The person says and presses nothing before the time-out.
    case 'Gather':
      return [{ kind: 'pause', ms: secondsIn(attributes['timeout'], 5) }];
    case 'Redirect':
      return [{ kind: 'redirect', page: pageOf(verb.text, attributes['method']) }];
    // A call that was answered is not rejected any more.
    case 'Hangup':
    case 'Reject':
      return [{ kind: 'hang_up' }];
    default:
      return [fault('12200', `<${shortened(name)}> is no verb.`)];
  }
}

/** https://www.twilio.com/docs/voice/twiml/connect: what a call is connected with is an element of its own. */
function connectionOf({ attributes, children }: Element): Verb {
  const [noun] = children;
  const { action, method } = attributes;
  const next = action === undefined ? undefined : pageOf(action, method);
  if (noun?.name === 'Stream' || noun?.name === 'ConversationRelay') return streamOf(noun, next);
  return noun
    ? fault(
        'not_simulated',
        `The simulated network connects nobody with <${shortened(noun.name)}>.`,
      )
    : fault('12200', '<Connect> has no element that says with what.');
}

/** A stream, or a relay: https://www.twilio.com/docs/voice/twiml/connect/conversationrelay. */
function streamOf({ name, attributes, children }: Element, action: Page | undefined): Verb {
  const { url = '', ...said } = attributes;
  const isRelay = name === 'ConversationRelay';
  if (!URL.canParse(url))
    return fault(isRelay ? '64102' : '31923', `The \`url\` of <${name}> is no URL.`);
  if (!/^wss?:$/.test(new URL(url).protocol))
    return fault(
      isRelay ? '64102' : '31922',
      `The \`url\` of <${name}> is no address of a WebSocket.`,
    );
  const relay = isRelay && ({ protocol: 'relay', attributes: said } as const);
  return { kind: 'stream', url, parameters: parametersOf(children), action, ...relay };
}

/** The `<Parameter>` elements of a noun, which its messages carry. */
export const parametersOf = (children: readonly Element[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    children
      .filter(({ name }) => name === 'Parameter')
      .map(({ attributes }) => [attributes['name'] ?? '', attributes['value'] ?? '']),
  );

const pageOf = (url: string, method: string | undefined): Page => ({
  url,
  method: method === 'GET' ? 'GET' : 'POST',
});

/** Milliseconds; at most an hour. */
function secondsIn(text: string | undefined, byDefault: number): number {
  const seconds = Number(text ?? byDefault);
  return 1000 * (seconds >= 0 ? Math.min(seconds, 3600) : byDefault);
}

const shortened = (text: string): string => text.slice(0, 50);

const maxDepth = 20;
/** Of elements and values of attributes, each of which takes the parser some 30 us. Documents have a few dozen. */
const maxMarks = 2000;

/** The root element of a well-formed document; undefined if it is none. Entities of its own are refused. */
async function elementsIn(document: string): Promise<Element | undefined> {
  // A larger library that only calls with a page need.
  const { XMLParser, XMLValidator } = await import('fast-xml-parser');
  if (hasTooManyMarks(document)) return undefined;
  const plain = withoutComments(document);
  if (plain === undefined || !isStrict(document, plain)) return undefined;
  if (XMLValidator.validate(document) !== true) return undefined;
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    htmlEntities: true,
    maxNestedTags: maxDepth,
  });
  try {
    const parsed: unknown = parser.parse(document);
    const [root, ...others] = childrenOf(parsed).filter(({ name }) => !name.startsWith('?'));
    return others.length === 0 ? root : undefined;
  } catch {
    return undefined;
  }
}

function hasTooManyMarks(document: string): boolean {
  let marks = 0;
  for (const _ of document.matchAll(/["'<]/g)) if ((marks += 1) > maxMarks) return true;
  return false;
}

/**
 * What the validator does not look at: entities of the document's own, a bare `&`, and text after the root element. A DOCTYPE is refused
 * in a comment too, as the value of an attribute may look like the beginning of one.
 */
const isStrict = (document: string, plain: string): boolean =>
  !/<!DOCTYPE/i.test(document) &&
  !/&(?!(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/.test(plain) &&
  plain.trimEnd().endsWith('>');

/** The document without its comments and CDATA sections; undefined if one has no end. */
function withoutComments(document: string): string | undefined {
  const parts: string[] = [];
  let at = 0;
  for (const { index, 0: begin } of document.matchAll(/<!--|<!\[CDATA\[/g)) {
    // Within the one before.
    if (index < at) continue;
    const end = begin === '<!--' ? '-->' : ']]>';
    const found = document.indexOf(end, index);
    if (found === -1) return undefined;
    parts.push(document.slice(at, index));
    at = found + end.length;
  }
  return parts.join('') + document.slice(at);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The elements in the parser's form: `{ name: children, ':@': attributes }`, and `{ '#text': text }` for a text. */
const childrenOf = (nodes: unknown): Element[] =>
  (Array.isArray(nodes) ? nodes : []).filter(isObject).flatMap((node) => {
    const name = Object.keys(node).find((each) => each !== ':@');
    return name === undefined || name === '#text' ? [] : [elementOf(name, node)];
  });

function elementOf(name: string, node: Readonly<Record<string, unknown>>): Element {
  const { [name]: nodes, ':@': attributes } = node;
  const texts = (Array.isArray(nodes) ? nodes : []).filter(isObject).map((each) => each['#text']);
  return {
    name,
    attributes: Object.fromEntries(
      Object.entries(isObject(attributes) ? attributes : {}).map(([key, value]) => [
        key,
        String(value),
      ]),
    ),
    children: childrenOf(nodes),
    text: texts
      .filter((text) => typeof text === 'string')
      .join('')
      .trim(),
  };
}
