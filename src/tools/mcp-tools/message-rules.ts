import { isObject } from '../rules.ts';

/** The versions that begin with a greeting, the one that is proposed first. */
const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];
/** Of this version every request speaks for itself: there are no greeting and no session. */
export const statelessVersion = '2026-07-28';

export interface Message {
  readonly jsonrpc: '2.0';
  /** A notification has none. */
  readonly id?: number;
  readonly method: string;
  readonly params?: object;
}

/** Every request is the only one that its answer can be about. */
export const requestId = 1;

const request = (method: string, params: object): Message => ({
  jsonrpc: '2.0',
  id: requestId,
  method,
  params,
});

const clientInfo = { name: 'voice-agent-platform-tools', version: '1' };

export const initialize = request('initialize', {
  protocolVersion: versions[0],
  capabilities: {},
  clientInfo,
});

/** A request of the stateless version. */
export const standalone = (message: Message): Message => ({
  ...message,
  params: {
    ...message.params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': statelessVersion,
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});
export const initialized: Message = { jsonrpc: '2.0', method: 'notifications/initialized' };
export const listFunctions = (cursor: string | null): Message =>
  request('tools/list', cursor === null ? {} : { cursor });
export const callFunction = (name: string, args: object): Message =>
  request('tools/call', { name, arguments: args });

export type Response =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

/** The response among the messages of an answer; undefined if there is none. */
export function responseIn(value: unknown): Response | undefined {
  for (const message of [value].flat()) {
    if (!isObject(message) || message['jsonrpc'] !== '2.0') continue;
    const { id, result, error } = message;
    if (id === requestId && result !== undefined) return { result };
    // An error that concerns the message as a whole has no id.
    if ((id === requestId || id === null) && isObject(error))
      return { error: { code: Number(error['code']), message: textOf(error['message']) } };
  }
  return undefined;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Whether the server says that its functions have changed. */
export const saysListChanged = (value: unknown): boolean =>
  [value]
    .flat()
    .some(
      (message) => isObject(message) && message['method'] === 'notifications/tools/list_changed',
    );

/** The version that the server has chosen; undefined for one that is not known. */
export const versionIn = (result: unknown): string | undefined =>
  isObject(result) ? versions.find((version) => version === result['protocolVersion']) : undefined;

/** What a function has answered: a result, or what it says about its failure; undefined for what is no answer. */
export function answerIn(
  result: unknown,
): { readonly value: unknown } | { readonly said: string } | undefined {
  if (!isObject(result)) return undefined;
  const { content, structuredContent, isError, resultType = 'complete' } = result;
  if (resultType !== 'complete') return undefined;
  const blocks = Array.isArray(content) ? (content as readonly unknown[]) : [];
  const hasStructure = structuredContent !== undefined && structuredContent !== null;
  if (isError === true) {
    const texts = blocks.flatMap((block) =>
      isObject(block) && typeof block['text'] === 'string' ? [block['text']] : [],
    );
    return { said: texts.join('\n') || (hasStructure ? JSON.stringify(structuredContent) : '') };
  }
  if (hasStructure) return { value: structuredContent };
  if (Array.isArray(content)) return { value: blocks };
  return structuredContent === null ? { value: null } : undefined;
}
