import { describe, expect, test } from 'vitest';
import type { CallTool } from '../../src/agent/brain.ts';
import { createModelBrain } from '../../src/agent/model-brain.ts';
import type { Message } from '../../src/agent/prompt-rules.ts';
import { graphOf } from '../../src/workflows/walker/walker-rules.ts';
import { call, definition, givenModel, session, until, words } from './given.ts';

function givenBrain(
  replies: Parameters<typeof givenModel>[0],
  callTool: CallTool = async () => ({ is_stored: true }),
) {
  const model = givenModel(replies);
  const graph = graphOf(definition)!;
  const brain = createModelBrain({ session, graph, callTool, ask: model.ask });
  const { signal } = new AbortController();
  return {
    ...model,
    brain,
    signal,
    says: async (text?: string) => {
      let said = '';
      for await (const each of brain.answer([text === undefined ? {} : { text }], signal))
        said += each;
      return said;
    },
  };
}

const contents = (messages: readonly Message[] | undefined, role: string): string[] =>
  (messages ?? []).flatMap((each) => (each.role === role ? each.content : []));

/** The calls whose results do not follow them at once. */
const unanswered = (messages: readonly Message[]): string[] =>
  messages.flatMap((each, at) =>
    ((each.role === 'assistant' && each.tool_calls) || []).flatMap(({ id }, nth) => {
      const result = messages[at + 1 + nth];
      return result?.role === 'tool' && result.tool_call_id === id ? [] : id;
    }),
  );

describe('A brain with a model', () => {
  test('concludes while a function is being called, with a result for each call', async () => {
    let isCalled = false;
    const { says, brain, asked, signal } = givenBrain(
      [[call('hang_up'), call('transfer')], [call('submit_result')]],
      async (name) => {
        if (name === 'submit_result') return { is_stored: true };
        isCalled = true;
        return new Promise(() => {});
      },
    );
    void says();
    await until(() => isCalled);

    expect(await brain.conclude(signal)).toBe(true);
    expect(unanswered(asked[1]!.messages)).toEqual([]);
    expect(contents(asked[1]?.messages, 'tool')).toEqual(Array(2).fill('{"status":"in_progress"}'));
  });

  test('keeps what was said beside long arguments, long results and long words', async () => {
    const long = { day: 'x'.repeat(9000) };
    const { says, asked } = givenBrain(
      [Array(10).fill(call('hang_up', long)), words('Hello.'), words('I see.')],
      async () => long,
    );
    await says();
    await says('y'.repeat(60_000));

    expect(contents(asked[1]?.messages, 'user')).toEqual([expect.stringContaining('Begin.')]);
    expect(contents(asked[1]?.messages, 'tool')).toHaveLength(10);
    expect(unanswered(asked[1]!.messages)).toEqual([]);
    expect(JSON.stringify(asked[1]?.messages).length).toBeLessThan(32_000);
    expect(contents(asked[2]?.messages, 'user').at(-1)).toBe('y'.repeat(8000));
  });

  test('keeps the words of the person if nothing else fits', async () => {
    const quotes = { day: '"'.repeat(3990) };
    const { says, asked } = givenBrain(
      [
        words('Hello?'),
        ...Array.from({ length: 5 }, () => [call('hang_up', quotes)]),
        words('Yes.'),
      ],
      async () => quotes,
    );
    await says();
    await says('On Monday.');

    expect(contents(asked.at(-1)?.messages, 'user')).toEqual(['On Monday.']);
    expect(unanswered(asked.at(-1)!.messages)).toEqual([]);
  });

  test('takes an interruption for the message that is being written, not for the one before', async () => {
    const { says, brain, asked, signal } = givenBrain([
      words('Am I speaking with Ada?'),
      words('I call about your appointment.'),
      words('About Monday.'),
    ]);
    await says();
    const writing = brain.answer([{ text: 'Yes.' }], signal)[Symbol.asyncIterator]();
    await writing.next();
    await writing.next();
    brain.heard('I call');
    await writing.return?.();
    await says('What?');

    expect(contents(asked[2]?.messages, 'assistant')).toEqual([
      'Am I speaking with Ada?',
      'I call (interrupted)',
    ]);
  });
});
