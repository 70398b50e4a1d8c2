import { randomUUID } from 'node:crypto';
import type { Brain, CallTool, Input } from './brain.ts';
import { argumentsOf, ModelFailure } from './completion.ts';
import type { Ask } from './model.ts';
import {
  bounded,
  calling,
  edgeFunction,
  edgeNamed,
  functionsAt,
  type IdentifiedCall,
  isRepeating,
  maxResult,
  shareOf,
  type Message,
  type Session,
  startOf,
  systemPrompt,
} from './prompt-rules.ts';
import { cut } from '../workflows/walker/rendering-rules.ts';
import { type Graph, maxAgentText, stretchOf } from '../workflows/walker/walker-rules.ts';

interface Parts {
  readonly session: Session;
  readonly graph: Graph;
  readonly ask: Ask;
  readonly callTool: CallTool;
  /** What was said for the agent before it speaks. */
  readonly greeting?: string | undefined;
}

/** How often in one turn the model is asked again, since it has called functions. Then it is offered none. */
const maxRounds = 6;
/** So many turns in a row that say the same end a conversation. */
const maxSame = 3;

const resultFunction = 'submit_result';

/** Has a language model speak for the agent, within the graph of the workflow. */
export function createModelBrain({ session, graph, ask, callTool, greeting }: Parts): Brain {
  let nodes = stretchOf(graph, startOf(session, graph));
  const path = nodes.map(({ id = '' }) => id);
  const instructions: string[] = [];
  const said: string[] = [];
  let history: Message[] = greeting === undefined ? [] : greeted(greeting);
  let hasBegun = greeting !== undefined;
  let isSubmitted = false;
  let isWriting = false;
  /** What the person has heard of a message that is not written to its end. */
  let heardMeanwhile: string | undefined;

  const question = (isOffering: boolean) => {
    const place = { session, graph, nodes, instructions };
    const messages = [{ role: 'system', content: systemPrompt(place) }, ...bounded(history)];
    return {
      messages: messages as readonly Message[],
      tools: isOffering ? functionsAt(place) : [],
    };
  };

  function follow(edge: unknown): object {
    const here = nodes.at(-1);
    const found = here && edgeNamed(graph, here, String(edge));
    if (!found) return { error: `There is no edge "${cut(String(edge), 64)}" here.` };
    nodes = stretchOf(graph, found.target);
    path.push(...nodes.map(({ id = '' }) => id));
    return { next: 'The instructions have changed. Go on by them.' };
  }

  async function act(call: IdentifiedCall, offered: ReadonlySet<string>): Promise<unknown> {
    const { args } = call;
    if (!offered.has(call.name))
      return { error: `There is no function "${cut(call.name, 64)}". Call one that is offered.` };
    if (!args) return { error: 'The arguments are not a JSON object. Call the function again.' };
    if (call.name === edgeFunction) return follow((args as { readonly edge?: unknown }).edge);
    return call.name === resultFunction ? submit(args) : callTool(call.name, args);
  }

  async function submit(args: object): Promise<unknown> {
    const result = await callTool(resultFunction, args);
    isSubmitted ||= !isFailed(result);
    return result;
  }

  /** Asks once. Returns whether functions were called, so that the model is to be asked again. */
  async function* askOnce(
    isOffering: boolean,
    signal: AbortSignal,
  ): AsyncGenerator<string, boolean> {
    const { messages, tools } = question(isOffering);
    const calls: IdentifiedCall[] = [];
    let words = '';
    heardMeanwhile = undefined;
    isWriting = true;
    try {
      for await (const piece of ask({ messages, tools }, signal)) {
        if (piece.kind === 'call') {
          const { call } = piece;
          calls.push({ ...call, id: `call_${randomUUID()}`, args: argumentsOf(call) });
          continue;
        }
        words += piece.text;
        if (isRepeating(words))
          throw new ModelFailure('model_repeats', 'The model repeats itself within a turn.');
        yield piece.text;
        if (words.length >= maxAgentText) break;
      }
    } finally {
      isWriting = false;
      // What was said is part of the conversation, whatever came then.
      const content = heardMeanwhile === undefined ? words : interrupted(heardMeanwhile);
      if (content !== '' || calls.length > 0) history.push(calling(content, calls));
      // Servers refuse calls without results, and the conversation may be over before there are any.
      for (const { id } of calls)
        history.push({ role: 'tool', tool_call_id: id, content: pending });
    }
    if (calls.length === 0 && words.trim() === '')
      throw new ModelFailure('model_answer_invalid', 'The model has said nothing.');
    if (calls.length === 0) mustVary(words);
    const offered = new Set(tools.map(({ function: { name } }) => name));
    for (const call of calls) {
      const result = JSON.stringify(await act(call, offered)) ?? 'null';
      const content = cut(result, shareOf(calls));
      history = history.map((each) =>
        each.role === 'tool' && each.tool_call_id === call.id ? { ...each, content } : each,
      );
    }
    return calls.length > 0;
  }

  function mustVary(words: string): void {
    said.push(words.trim().toLowerCase());
    if (said.length > maxSame) said.shift();
    if (said.length === maxSame && new Set(said).size === 1)
      throw new ModelFailure('model_repeats', 'The model says the same again and again.');
  }

  return {
    path,
    get isEnded() {
      return nodes.at(-1)?.type === 'endCall';
    },
    async *answer(inputs, signal) {
      for (const input of inputs) {
        history.push({ role: 'user', content: hasBegun ? cut(worded(input), maxResult) : begin });
        hasBegun = true;
      }
      history = [...bounded(history)];
      for (let round = 0; ; round += 1) {
        signal.throwIfAborted();
        if (!(yield* askOnce(round < maxRounds, signal))) return;
        if (round >= maxRounds)
          throw new ModelFailure('model_answer_invalid', 'The model calls functions without end.');
      }
    },
    heard(text) {
      if (isWriting) return void (heardMeanwhile = text);
      const at = history.findLastIndex(({ role }) => role === 'assistant');
      const last = history[at];
      if (last?.role === 'assistant') history[at] = { ...last, content: interrupted(text) };
    },
    instruct: (text) => void instructions.push(text),
    async conclude(signal) {
      const tool = session.tools.find(({ function: { name } }) => name === resultFunction);
      if (isSubmitted || !tool || history.length === 0) return isSubmitted;
      history.push({ role: 'user', content: over });
      const { messages } = question(false);
      for await (const piece of ask({ messages, tools: [tool] }, signal)) {
        if (piece.kind !== 'call' || piece.call.name !== resultFunction) continue;
        const args = argumentsOf(piece.call);
        if (args) await submit(args);
        return isSubmitted;
      }
      return false;
    },
  };
}

const greeted = (greeting: string): Message[] => [
  { role: 'user', content: begin },
  { role: 'assistant', content: greeting },
];

const interrupted = (heard: string): string => `${heard} (interrupted)`;
/** The result of a call that has none yet. */
const pending = '{"status":"in_progress"}';
/** Results of calls that did not succeed say why, by their status. */
const isFailed = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'status' in result;

const begin = '(The person has answered the call. Begin.)';
const over = `(Note of the telephone system: the call is over and nobody hears you. Call ${resultFunction} once.)`;

const worded = ({ text, keys, note }: Input): string => {
  if (text !== undefined) return text;
  if (keys !== undefined) return `(The person presses ${keys}.)`;
  return `(Note of the telephone system, not said by the person: ${note ?? 'the person says nothing.'})`;
};
