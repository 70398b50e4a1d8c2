import type { components } from '../../../generated/api.ts';
import type { TargetRules } from '../../webhooks/endpoints/targets.ts';
import type { Schema } from '../rules.ts';
import { jsonIn } from '../tool-executions/answers.ts';
import { type FailedRequest, outcomeOf } from '../tool-executions/outcome-rules.ts';
import { sendRequest } from '../tool-executions/request.ts';
import { type Entry, functionsIn, type Listed, pageIn } from './list-rules.ts';
import { readList } from './list-text.ts';
import { mirrored } from './header-rules.ts';
import * as messages from './message-rules.ts';

/** Reads server-sent events as their bytes arrive: WHATWG HTML, section 9.2. Takes time in proportion to the bytes. */
interface EventReader {
  /** The data of the events that these bytes complete, of type `message`. */
  readonly push: (chunk: Uint8Array) => string[];
}

export function createEventReader(): EventReader {
  const decoder = new TextDecoder();
  let line: string[] = [];
  let data: string[] = [];
  let type = '';
  let isAfterReturn = false;
  const read = (text: string, found: string[]): void => {
    if (text === '') {
      if (data.length > 0 && (type === '' || type === 'message')) found.push(data.join('\n'));
      data = [];
      type = '';
      return;
    }
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(text) ?? [];
    if (field === 'data') data.push(value);
    else if (field === 'event') type = value;
  };
  return {
    push(chunk) {
      const found: string[] = [];
      let text = decoder.decode(chunk, { stream: true });
      if (text === '') return found;
      // A pair of return and line feed that two chunks share ends one line.
      if (isAfterReturn && text.startsWith('\n')) text = text.slice(1);
      isAfterReturn = text === '' ? false : text.endsWith('\r');
      const [first = '', ...others] = text.split(/\r\n|\r|\n/);
      line.push(first);
      for (const next of others) {
        read(line.join(''), found);
        line = [next];
      }
      return found;
    },
  };
}

type ErrorCode = components['schemas']['ToolErrorCode'];

/** Where a server is, and the headers that its requests have. */
export interface McpServer {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly rules: TargetRules;
}

/** A server's id of a session, null if it has none, and the version of the protocol that it has chosen. */
export interface Session {
  readonly id: string | null;
  readonly version: string | null;
}

export interface Reply {
  readonly status: number;
  readonly bytes: number;
  readonly sessionId: string | null;
  /** Undefined: the answer has none. */
  readonly response: messages.Response | undefined;
  readonly isJson: boolean;
  readonly isListChanged: boolean;
}

interface Sending {
  readonly timeoutMs: number;
  readonly maxBytes?: number;
  /** Reads the JSON of a message; undefined for what is none. */
  readonly read?: (bytes: Buffer) => unknown;
  /** Of the arguments of a call: some are headers too. */
  readonly schema?: Schema;
}

const noSession: Session = { id: null, version: null };

const stateless: Session = { id: null, version: messages.statelessVersion };
const isStateless = ({ version }: Session): boolean => version === messages.statelessVersion;

const headersOf = ({ id, version }: Session) => ({
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
  ...(id !== null && { 'mcp-session-id': id }),
  ...(version !== null && { 'mcp-protocol-version': version }),
});

/** Sends one message, once, and reads until its response has arrived. Never throws. */
export async function exchange(
  { url, headers, rules }: McpServer,
  { session, message }: { readonly session: Session; readonly message: messages.Message },
  { timeoutMs, maxBytes, read = jsonIn, schema = {} }: Sending,
): Promise<Reply | FailedRequest> {
  const events = createEventReader();
  let response: messages.Response | undefined;
  let isListChanged = false;
  const take = (value: unknown): void => {
    response ??= messages.responseIn(value);
    isListChanged ||= messages.saysListChanged(value);
  };
  let isJson = true;
  const own = isStateless(session) ? mirrored(message, schema) : {};
  const answer = await sendRequest(
    {
      url,
      method: 'POST',
      headers: { ...headers, ...headersOf(session), ...own },
      body: JSON.stringify(isStateless(session) ? messages.standalone(message) : message),
      timeoutMs,
      ...(maxBytes !== undefined && { maxBytes }),
      isEnough: (chunk, { 'content-type': type }) => {
        if (!isEventStream(type)) return false;
        for (const data of events.push(chunk)) take(read(Buffer.from(data)));
        return response !== undefined;
      },
    },
    rules,
  );
  if ('failure' in answer) return answer;
  const { status, bytes } = answer;
  if (!isEventStream(answer.headers['content-type'])) {
    const value = read(bytes);
    isJson = value !== undefined;
    take(value);
  } else if (response === undefined && message.id !== undefined)
    return { failure: 'lost', isSent: true, status };
  const sessionId = [answer.headers['mcp-session-id']].flat()[0] ?? null;
  return { status, bytes: bytes.length, sessionId, response, isJson, isListChanged };
}

const isEventStream = (type: string | readonly string[] | undefined): boolean =>
  typeof type === 'string' && /^text\/event-stream *(;|$)/i.test(type);

/** Why the functions of a server are not known. */
export interface Unread {
  readonly error_code: ErrorCode;
  readonly http_status: number | null;
  readonly detail: string | null;
}

/** A session with all that the server lists. */
interface Opened {
  readonly session: Session;
  readonly functions: readonly Listed[];
}

const maxFunctions = 500;
const maxPages = 20;
const maxListBytes = 1_048_576;
const sessionIds = /^[!-~]{1,512}$/;

type Send = (
  session: Session,
  message: messages.Message,
  reading?: Pick<Sending, 'maxBytes' | 'read'>,
) => Promise<Reply | FailedRequest>;

/**
 * Opens a session and reads what functions the server has, in a limited time. A session whose functions are not known is
 * ended. Never throws.
 */
export async function openSession(server: McpServer, timeoutMs: number): Promise<Opened | Unread> {
  const until = performance.now() + timeoutMs;
  const send: Send = async (session, message, reading) => {
    const left = Math.ceil(until - performance.now());
    if (left <= 0) return { failure: 'timeout', isSent: true, status: null } as const;
    return exchange(server, { session, message }, { timeoutMs: left, ...reading });
  };
  const greeting = await send(noSession, messages.initialize);
  const chosen = resultOf(greeting);
  if ('error_code' in chosen) {
    if (!refusesGreeting(greeting)) return chosen;
    const functions = await functionsOf(stateless, send);
    return 'error_code' in functions ? chosen : { session: stateless, functions };
  }
  if (chosen.sessionId !== null && !sessionIds.test(chosen.sessionId))
    return invalid(chosen, 'Its Mcp-Session-Id is no visible ASCII text.');
  const version = messages.versionIn(chosen.result) ?? null;
  const session = { id: chosen.sessionId, version };
  const functions =
    version === null
      ? invalid(chosen, 'Its version of MCP is not known.')
      : await functionsOf(session, send);
  if (!('error_code' in functions)) return { session, functions };
  void closeSession(server, session);
  return functions;
}

/** Whether a server may be one of the stateless version, to which a greeting is an unknown or incomplete request. */
const refusesGreeting = (greeting: Reply | FailedRequest): boolean =>
  'failure' in greeting
    ? greeting.failure === 'status' && [400, 404, 405].includes(greeting.status ?? 0)
    : greeting.response !== undefined && 'error' in greeting.response;

/** The functions that the server of a new session has. */
async function functionsOf(session: Session, send: Send): Promise<readonly Listed[] | Unread> {
  const noted = isStateless(session) ? null : await send(session, messages.initialized);
  if (noted && 'failure' in noted) return unread(noted);
  const entries: Entry[] = [];
  let bytes = 0;
  let cursor: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const read = (text: Buffer): unknown => {
      const list = readList(text);
      entries.push(...list.entries);
      return list.message;
    };
    const maxBytes = Math.max(1, maxListBytes - bytes);
    const reply = await send(session, messages.listFunctions(cursor), { maxBytes, read });
    const listed = resultOf(reply);
    if ('error_code' in listed) return listed;
    const page = pageIn(listed.result);
    if (page === undefined) return invalid(listed, 'Its list of functions is not valid.');
    entries.push(...page.entries);
    bytes += listed.bytes;
    if (entries.length > maxFunctions) return tooMany;
    ({ cursor } = page);
    if (cursor === null) return functionsIn(entries);
  }
  return tooMany;
}

const tooMany: Unread = { error_code: 'too_many_tools', http_status: 200, detail: null };

/** The result of a reply, or why it has none. */
function resultOf(reply: Reply | FailedRequest): (Reply & { readonly result: unknown }) | Unread {
  if ('failure' in reply) return unread(reply);
  const { response, status } = reply;
  if (response && 'result' in response) return { ...reply, result: response.result };
  return response || reply.isJson
    ? invalid(reply, response ? saidOf(response.error) : 'It has not answered the request.')
    : { error_code: 'result_not_json', http_status: status, detail: null };
}

const unread = (failed: FailedRequest): Unread => {
  const { error_code, http_status } = outcomeOf(failed, false);
  return { error_code: error_code ?? 'mcp_error', http_status, detail: null };
};

const invalid = ({ status }: Reply, detail: string): Unread => ({
  error_code: 'mcp_error',
  http_status: status,
  detail,
});

export const saidOf = ({ code, message }: { readonly code: number; readonly message: string }) =>
  `${code}: ${message}`;

const closingMs = 2000;

/** Tells the server that a session is over. */
export async function closeSession(
  { url, headers, rules }: McpServer,
  session: Session,
): Promise<void> {
  if (session.id === null) return;
  const request = { url, method: 'DELETE', body: null, timeoutMs: closingMs } as const;
  await sendRequest({ ...request, headers: { ...headers, ...headersOf(session) } }, rules);
}
