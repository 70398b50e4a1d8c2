// The messages of Twilio's ConversationRelay in both directions, as the carrier and a runtime read them:
// https://www.twilio.com/docs/voice/conversationrelay/websocket-messages.
import { memberOf, reportIn } from '../carriers/answers.ts';

/** What a message may hold. A longer one is refused. */
export const relayLimits = {
  /** A message of either side, in UTF-8. */
  messageBytes: 65_536,
  /** What is said with one message, in UTF-16 units: about ten minutes of speech. */
  textLength: 10_000,
  /** Keys of one message. */
  digits: 128,
} as const;

/** What the carrier sends. */
export type RelayEvent =
  | RelaySetup
  | {
      readonly type: 'prompt';
      /** What the person has said; parts that are not the last are not final. */
      readonly voicePrompt: string;
      readonly lang: string | undefined;
      readonly last: boolean;
    }
  | { readonly type: 'dtmf'; readonly digit: string }
  | {
      readonly type: 'interrupt';
      /** What the person has heard of the text until then. */
      readonly utteranceUntilInterrupt: string;
      readonly durationUntilInterruptMs: number;
    }
  /** The carrier could not act on a message. The session goes on. */
  | { readonly type: 'error'; readonly description: string };

/** The first message of the carrier. */
export interface RelaySetup {
  readonly type: 'setup';
  readonly sessionId: string;
  readonly callSid: string;
  readonly from: string;
  readonly to: string;
  readonly direction: string;
  /** What the document says with `<Parameter>`: the members of the call, among them `run_id` and the secret `run_token`. */
  readonly customParameters: Readonly<Record<string, string>>;
}

/** What a runtime sends. */
export type RelayCommand =
  | {
      readonly type: 'text';
      readonly token: string;
      /** Whether the agent has said all that it wants to say now. */
      readonly last: boolean;
      readonly lang?: string;
      readonly interruptible?: boolean;
      readonly preemptible?: boolean;
    }
  | {
      readonly type: 'play';
      readonly source: string;
      readonly loop?: number;
      readonly interruptible?: boolean;
      readonly preemptible?: boolean;
    }
  | { readonly type: 'sendDigits'; readonly digits: string }
  | {
      readonly type: 'language';
      readonly ttsLanguage?: string;
      readonly transcriptionLanguage?: string;
    }
  | { readonly type: 'end'; readonly handoffData?: string };

/** A message that is none of these. `unknown` has another type, which either side may skip. */
type Unread =
  | { readonly type: 'unknown' }
  | { readonly type: 'malformed'; readonly detail: string };

/** Why a message cannot be read. */
class Malformed extends Error {}

/** Reads a message of the carrier. Never throws. */
export const readRelayEvent = (text: string): RelayEvent | Unread => reading(text, eventOf);

/** Reads a message of a runtime. Never throws. */
export const readRelayCommand = (text: string): RelayCommand | Unread => reading(text, commandOf);

function reading<Message>(
  text: string,
  read: (message: unknown, type: string) => Message,
): Message | Unread {
  try {
    if (Buffer.byteLength(text) > relayLimits.messageBytes)
      throw new Malformed(`A message is longer than ${relayLimits.messageBytes} bytes.`);
    const message = parsed(text);
    const type = memberOf(message, 'type');
    if (typeof type !== 'string') throw new Malformed('A message has no `type`.');
    return read(message, type);
  } catch (error) {
    if (error instanceof Malformed) return { type: 'malformed', detail: error.message };
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return reportIn(Buffer.from(text));
  } catch {
    throw new Malformed('A message is not JSON.');
  }
}

function eventOf(message: unknown, type: string): RelayEvent | Unread {
  const text = (name: string): string => textIn(message, name) ?? missing(type, name);
  switch (type) {
    case 'setup':
      return {
        type,
        sessionId: textIn(message, 'sessionId') ?? '',
        callSid: text('callSid'),
        from: textIn(message, 'from') ?? '',
        to: textIn(message, 'to') ?? '',
        direction: textIn(message, 'direction') ?? '',
        customParameters: parametersIn(message),
      };
    case 'prompt':
      return {
        type,
        voicePrompt: text('voicePrompt'),
        lang: textIn(message, 'lang'),
        last: flagIn(message, 'last') ?? true,
      };
    case 'dtmf':
      return { type, digit: text('digit') };
    case 'interrupt':
      return {
        type,
        utteranceUntilInterrupt: textIn(message, 'utteranceUntilInterrupt') ?? '',
        durationUntilInterruptMs: durationIn(message),
      };
    case 'error':
      return { type, description: textIn(message, 'description') ?? '' };
    default:
      return { type: 'unknown' };
  }
}

function commandOf(message: unknown, type: string): RelayCommand | Unread {
  const text = (name: string): string => textIn(message, name) ?? missing(type, name);
  const optional = <Value>(name: string, value: Value | undefined) =>
    value === undefined ? {} : { [name]: value };
  const handling = {
    ...optional('interruptible', flagIn(message, 'interruptible')),
    ...optional('preemptible', flagIn(message, 'preemptible')),
  };
  switch (type) {
    case 'text':
      return {
        type,
        token: text('token'),
        last: flagIn(message, 'last') ?? false,
        ...optional('lang', textIn(message, 'lang')),
        ...handling,
      };
    case 'play':
      return {
        type,
        source: addressIn(text('source')),
        ...optional('loop', numberIn(message, 'loop')),
        ...handling,
      };
    case 'sendDigits': {
      const digits = text('digits');
      if (!keys.test(digits))
        throw new Malformed(
          `\`digits\` must be 1 to ${relayLimits.digits} of 0 to 9, *, # and w, a pause.`,
        );
      return { type, digits };
    }
    case 'language': {
      const languages = {
        ...optional('ttsLanguage', textIn(message, 'ttsLanguage')),
        ...optional('transcriptionLanguage', textIn(message, 'transcriptionLanguage')),
      };
      if (Object.keys(languages).length === 0) missing(type, 'ttsLanguage');
      return { type, ...languages };
    }
    case 'end':
      return { type, ...optional('handoffData', textIn(message, 'handoffData')) };
    default:
      return { type: 'unknown' };
  }
}

/** `w` is half a second of silence. */
const keys = new RegExp(`^[0-9*#w]{1,${relayLimits.digits}}$`);

function missing(type: string, name: string): never {
  throw new Malformed(`A \`${type}\` message has no \`${name}\`.`);
}

function textIn(message: unknown, name: string): string | undefined {
  const value = memberOf(message, name) ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new Malformed(`\`${name}\` is no text.`);
  if (value.length > relayLimits.textLength)
    throw new Malformed(`\`${name}\` is longer than ${relayLimits.textLength} characters.`);
  return value;
}

function flagIn(message: unknown, name: string): boolean | undefined {
  const value = memberOf(message, name) ?? undefined;
  if (value !== undefined && typeof value !== 'boolean')
    throw new Malformed(`\`${name}\` is neither true nor false.`);
  return value;
}

function addressIn(text: string): string {
  if (!URL.canParse(text)) throw new Malformed('`source` is no URL.');
  return text;
}

function numberIn(message: unknown, name: string): number | undefined {
  const value = memberOf(message, name) ?? undefined;
  if (value !== undefined && !(typeof value === 'number' && Number.isInteger(value) && value >= 0))
    throw new Malformed(`\`${name}\` is no integer of at least 0.`);
  return value;
}

/** Milliseconds, which the carrier's documentation shows as a text and its samples as a number. */
function durationIn(message: unknown): number {
  const value = Number(memberOf(message, 'durationUntilInterruptMs') ?? 0);
  return value >= 0 && value < Infinity ? value : 0;
}

/** The parameters that are texts, as all of a document are. */
const parametersIn = (message: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(memberOf(message, 'customParameters') ?? {}).filter(
      (each): each is [string, string] => typeof each[1] === 'string',
    ),
  );
