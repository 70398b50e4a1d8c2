import { converse, type Conversation } from '../../src/agent/conversation.ts';
import type { Log } from '../../src/agent/brain.ts';
import type { Pace } from '../../src/agent/pace.ts';
import { type FailureCode, ModelFailure, type Piece } from '../../src/agent/completion.ts';
import type { Ask, Question } from '../../src/agent/model.ts';
import { createModelBrain } from '../../src/agent/model-brain.ts';
import type { Session } from '../../src/agent/prompt-rules.ts';
import type { RunClient } from '../../src/agent/run-client.ts';
import { graphOf } from '../../src/workflows/walker/walker-rules.ts';
import { expect, vi } from 'vitest';

export const until = (isSo: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 10_000, interval: 5 });

const tool = (name: string, properties: object = {}) => ({
  type: 'function' as const,
  function: { name, description: name, parameters: { type: 'object', properties } },
});

export const definition = {
  nodes: [
    { id: 'start', type: 'startCall', data: { prompt: 'Greet {{first_name}}.' } },
    { id: 'ask', type: 'agentNode', data: { prompt: 'Ask for the day.', tools: ['find_day'] } },
    { id: 'pin', type: 'agentNode', data: { prompt: 'Ask for the PIN.', has_secret_keys: true } },
    { id: 'bye', type: 'endCall', data: { prompt: 'Thank the person.' } },
    {
      id: 'manners',
      type: 'globalNode',
      data: { prompt: 'Be brief, {{first_name}}.', failure_text: 'Leider geht es nicht.' },
    },
  ],
  edges: [
    {
      id: 'e1',
      source: 'start',
      target: 'ask',
      data: { label: 'right person', condition: 'It is her.' },
    },
    { id: 'e2', source: 'start', target: 'pin', data: { label: 'unsure' } },
    { id: 'e3', source: 'ask', target: 'bye', data: { condition: 'A day is agreed.' } },
  ],
};

export const session = {
  run_id: 7,
  workflow_definition: definition,
  workflow_configurations: {},
  variables: { first_name: 'Ada' },
  gathered_context: {},
  tools: [tool('find_day'), tool('hang_up'), tool('transfer'), tool('submit_result')],
  transcript_turns: 0,
  handoff: null,
} as unknown as Session;

type Body = Parameters<RunClient['submit']>[0];
type Answer = Awaited<ReturnType<RunClient['callTool']>>;

/** What the run of a test was asked for. */
export function givenRun(answers: Readonly<Record<string, readonly object[]>> = {}) {
  const submitted: Body[] = [];
  const called: { readonly name: string; readonly id: string; readonly args: object }[] = [];
  const acknowledged: number[] = [];
  const left = new Map(Object.entries(answers).map(([name, list]) => [name, [...list]]));
  const run: RunClient = {
    session: async () => session,
    submit: async (body) => void submitted.push(body),
    async callTool(name, id, args) {
      called.push({ name, id, args });
      const answer = left.get(name)?.shift() ?? { status: 'succeeded', result: {} };
      return { error_code: null, error_detail: null, result: null, ...answer } as Answer;
    },
    acknowledge: async (number) => void acknowledged.push(number),
    hangUp: async () => {},
    follow: async () => {},
  };
  const turns = () => submitted.flatMap(({ transcript }) => transcript ?? []);
  return { run, submitted, called, acknowledged, turns };
}

export const words = (text: string): Piece[] =>
  text.split(/(?<= )/).map((each) => ({ kind: 'words', text: each }));
export const call = (name: string, args: object | string = {}): Piece => ({
  kind: 'call',
  call: { id: 'call_0', name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
});
/** An answer that never goes on. */
export const silence = Symbol('silence');

type Reply = readonly Piece[] | FailureCode | typeof silence;

/** A model that gives these answers one after another, and then the last again. Keeps what it was asked. */
export function givenModel(replies: readonly Reply[]) {
  const asked: Question[] = [];
  const ask: Ask = async function* (question, signal) {
    asked.push(structuredClone(question));
    const reply = replies[Math.min(asked.length, replies.length) - 1];
    if (typeof reply === 'string') throw new ModelFailure(reply, 'It failed.');
    if (reply === silence || reply === undefined)
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    else yield* reply;
  };
  return { ask, asked };
}

/** A conversation with a model of these answers; the person is the test. */
export function givenTalk(
  replies: readonly Reply[],
  {
    run: given = givenRun(),
    pace,
    of = session,
    log,
  }: { run?: ReturnType<typeof givenRun>; pace?: Partial<Pace>; of?: Session; log?: Log } = {},
) {
  const model = givenModel(replies);
  let said = '';
  let rests = 0;
  const pressed: string[] = [];
  let isEnded = false;
  const line = {
    say: (text: string) => void (said += text),
    rest: () => void (rests += 1),
    press: (digits: string) => void pressed.push(digits),
    end: async () => void (isEnded = true),
  };
  const graph = graphOf(of.workflow_definition)!;
  const talk: Conversation = converse({
    session: of,
    run: given.run,
    line,
    brainOf: (callTool) => createModelBrain({ session: of, graph, callTool, ask: model.ask }),
    now: () => '2026-01-05T10:00:00.000Z',
    ...(log && { log }),
    pace: {
      keysMs: 0,
      speechFactor: 0,
      silenceMs: 600_000,
      waitMs: 600_000,
      concludeMs: 20,
      ...pace,
    },
  });
  return {
    ...given,
    ...model,
    talk,
    pressed,
    said: () => said,
    isEnded: () => isEnded,
    /** Waits until the agent has said so many turns. */
    rested: (count: number) => until(() => rests >= count),
  };
}
