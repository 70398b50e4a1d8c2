import { readJson } from '../http/json.ts';

/** What a model streams: words as they come, and at the end the functions that it calls. */
export type Piece =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'call'; readonly call: FunctionCall };

export interface FunctionCall {
  /** Those of some servers are empty, or the same in each answer. */
  readonly id: string;
  readonly name: string;
  /** JSON, if the model has written any. */
  readonly arguments: string;
}

/** Why a conversation ends without its person, as `disposition` of the analysis says. */
export type FailureCode =
  | 'model_unreachable'
  | 'model_refused'
  | 'model_timeout'
  | 'model_answer_invalid'
  | 'model_repeats'
  | 'agent_stopped'
  | 'person_silent';

/** A failure of the model. Its message names neither the key nor what the server has said. */
export class ModelFailure extends Error {
  readonly code: FailureCode;
  constructor(code: FailureCode, message: string) {
    super(message);
    this.code = code;
  }
}

const invalid = (why: string): ModelFailure =>
  new ModelFailure('model_answer_invalid', `The model's answer cannot be read: ${why}.`);

interface Called {
  readonly index: number | undefined;
  id: string;
  name: string;
  arguments: string;
}

/** What was read of an answer so far. */
export interface Completion {
  readonly calls: Called[];
  isFinished: boolean;
}

export const emptyCompletion = (): Completion => ({ calls: [], isFinished: false });

/** Calls of functions in one answer, and bytes of their arguments, beyond which it is refused. */
const maxCalls = 10;
const maxArguments = 65_536;

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/**
 * Adds the data of one event to an answer and returns its words. Throws `ModelFailure` for an error in the stream, and
 * for what is no JSON. `message` stands in place of `delta` where a server does not stream.
 */
export function addChunk(completion: Completion, data: string): string {
  if (data.trim() === '[DONE]') {
    completion.isFinished = true;
    return '';
  }
  let chunk: unknown;
  try {
    chunk = JSON.parse(data);
  } catch {
    throw invalid('a part is not JSON');
  }
  const error = memberOf(chunk, 'error');
  if (error !== undefined && error !== null)
    throw new ModelFailure('model_refused', "The model's server ended its answer with an error.");
  const choices = memberOf(chunk, 'choices');
  const [choice] = Array.isArray(choices) ? (choices as unknown[]) : [];
  if (choice === undefined) return '';
  const reason = memberOf(choice, 'finish_reason');
  if (typeof reason === 'string' && reason !== '') completion.isFinished = true;
  const delta = memberOf(choice, 'delta') ?? memberOf(choice, 'message');
  const calls = memberOf(delta, 'tool_calls');
  if (Array.isArray(calls)) for (const each of calls) addCall(completion, each);
  return wordsIn(memberOf(delta, 'content'));
}

/** Content is a text, or parts of which those of the type `text` are said. */
function wordsIn(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (memberOf(part, 'type') === 'text' ? memberOf(part, 'text') : ''))
    .filter((text) => typeof text === 'string')
    .join('');
}

/**
 * A part of a call belongs to the call with its index. Without an index it begins a call if it has a name, and continues
 * the last one otherwise. Servers that give each call the same index tell them apart by their ids.
 */
function addCall({ calls }: Completion, part: unknown): void {
  const index = memberOf(part, 'index');
  const id = memberOf(part, 'id');
  const called = memberOf(part, 'function');
  const name = memberOf(called, 'name');
  const given = memberOf(called, 'arguments');
  const has = {
    index: typeof index === 'number' ? index : undefined,
    id: typeof id === 'string' ? id : '',
    name: typeof name === 'string' ? name : '',
  };
  const candidates = calls.filter((each) => each.index === has.index);
  const last = has.index === undefined ? calls.at(-1) : candidates.at(-1);
  const isNext =
    !last ||
    (has.name !== '' && (has.index === undefined || (has.id !== '' && last.id !== has.id)));
  if (isNext && calls.length === maxCalls) throw invalid('it calls too many functions');
  const call = isNext ? { ...has, arguments: '' } : last;
  if (isNext) calls.push(call);
  call.id ||= has.id;
  call.name ||= has.name;
  if (typeof given === 'string') call.arguments += given;
  else if (typeof given === 'object' && given !== null) call.arguments = JSON.stringify(given);
  if (call.arguments.length > maxArguments) throw invalid('the arguments of a call are too long');
}

/** The calls of an answer that has ended. Throws if it was cut off. */
export function callsOf({ calls, isFinished }: Completion): readonly FunctionCall[] {
  if (!isFinished)
    throw new ModelFailure('model_unreachable', "The model's answer ended before it was complete.");
  return calls.map(({ id, name, arguments: written }) => ({ id, name, arguments: written }));
}

/** The arguments of a call; undefined if they are no JSON object, or have a number that would be changed. None at all are an empty one. */
export function argumentsOf({ arguments: written }: FunctionCall): object | undefined {
  if (written.trim() === '') return {};
  const read = readJson(Buffer.from(written));
  const value = 'fault' in read ? undefined : read.value;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}
