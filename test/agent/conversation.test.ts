import { describe, expect, test } from 'vitest';
import { RequestFailed } from '../../src/agent/run-client.ts';
import { call, givenRun, givenTalk, session, silence, until, words } from './given.ts';

const bodyOf = (submitted: readonly object[]) => submitted.at(-1);
const follow = (edge: string) => call('follow_edge', { edge });

describe('A conversation', () => {
  test('follows the edges that the model chooses to an end, and stores each turn and the result', async () => {
    const { talk, rested, said, turns, submitted, isEnded, asked } = givenTalk([
      words('Am I speaking with Ada?'),
      [follow('right person')],
      words('Which day suits you?'),
      [follow('A day is agreed.')],
      words('Thank you, goodbye.'),
      [call('submit_result', { call_disposition: 'booked' })],
    ]);
    await rested(1);
    talk.hear('Yes, it is me.');
    await rested(2);
    talk.hear('On Monday.');

    expect(await talk.over).toEqual({ by: 'agent' });
    expect(said()).toBe('Am I speaking with Ada?Which day suits you?Thank you, goodbye.');
    expect(isEnded()).toBe(true);
    const at = '2026-01-05T10:00:00.000Z';
    expect(turns()).toEqual([
      { index: 0, role: 'agent', text: 'Am I speaking with Ada?', at },
      { index: 1, role: 'caller', text: 'Yes, it is me.', at },
      { index: 2, role: 'agent', text: 'Which day suits you?', at },
      { index: 3, role: 'caller', text: 'On Monday.', at },
      { index: 4, role: 'agent', text: 'Thank you, goodbye.', at },
    ]);
    expect(bodyOf(submitted)).toEqual({ gathered_context: { path: ['start', 'ask', 'bye'] } });
    const prompts = asked.map(({ messages }) => String(messages[0]?.content));
    expect(prompts[0]).toContain('Greet Ada.');
    expect(prompts[0]).toContain('Be brief, Ada.');
    expect(prompts[2]).toContain('Ask for the day.');
    expect(prompts[4]).toContain('Say goodbye');
  });

  test('offers the tools of the node, those of no node, and its edges', async () => {
    const { rested, talk, asked } = givenTalk([
      words('Hello?'),
      [follow('right person')],
      words('Which day?'),
    ]);
    await rested(1);
    talk.hear('Yes.');
    await rested(2);

    const names = asked.map(({ tools }) => tools.map((each) => each.function.name));
    const anywhere = ['hang_up', 'transfer', 'submit_result'];
    expect(names[0]).toEqual(['follow_edge', ...anywhere]);
    expect(names[2]).toEqual(['follow_edge', 'find_day', ...anywhere]);
    expect(asked[0]?.tools[0]?.function.parameters).toMatchObject({
      properties: { edge: { enum: ['right person', 'unsure'] } },
    });
    expect(asked[0]?.tools[0]?.function.description).toContain('right person: It is her.');
  });

  test('stores how much of an interrupted turn was heard, and tells the model', async () => {
    const { rested, talk, turns, asked } = givenTalk(
      [words('I call about your appointment on Monday.')],
      { pace: { speechFactor: 1 } },
    );
    await rested(1);
    talk.interrupt('I call about', 1840.4);
    talk.hear('What?');
    await rested(2);

    expect(turns()[0]).toMatchObject({ text: 'I call about', interrupted: true, spoken_ms: 1840 });
    expect(JSON.stringify(asked[1]?.messages)).toContain('I call about (interrupted)');
  });

  test('stops asking the model when the person speaks', async () => {
    const { rested, talk, said, asked } = givenTalk([silence, words('Yes?')]);
    await until(() => asked.length === 1);
    talk.hear('Hello?');
    await rested(2);

    expect(said()).toBe('Yes?');
  });

  test.each([
    ['a function that is not offered', call('drop_tables'), 'There is no function'],
    ['arguments that are no JSON', call('hang_up', '{"'), 'not a JSON object'],
    ['an edge that the node does not have', follow('bye'), 'There is no edge'],
  ])('answers %s with an error, and goes on', async (_, piece, error) => {
    const { rested, said, called, asked } = givenTalk([[piece], words('Hello.')]);
    await rested(1);

    expect(asked[1]?.messages.at(-1)).toMatchObject({ role: 'tool' });
    expect(asked[1]?.messages.at(-1)?.content).toContain(error);
    expect(asked[1]?.messages.at(-2)).toMatchObject({
      tool_calls: [{ function: { arguments: expect.stringMatching(/^\{.*\}$/) } }],
    });
    expect(called).toEqual([]);
    expect(said()).toBe('Hello.');
  });

  test('offers no function after six rounds of calls in one turn', async () => {
    const { asked, said, rested, talk } = givenTalk([[call('find_day')], words('Hello.')]);
    await rested(1);
    const endless = givenTalk([[call('submit_result')]]);

    expect(await endless.talk.over).toEqual({ by: 'failure', code: 'model_answer_invalid' });
    expect(endless.asked.filter(({ tools }) => tools.length > 0).length).toBeLessThanOrEqual(14);
    expect(endless.asked.some(({ tools }) => tools.length === 0)).toBe(true);
    expect([asked.length, said()]).toEqual([2, 'Hello.']);
    talk.leave();
  });

  test('goes on while a person is asked about a call, and says the result once it is decided', async () => {
    const run = givenRun({
      find_day: [
        { status: 'waiting_for_approval' },
        { status: 'succeeded', result: { day: 'Monday' } },
      ],
    });
    const { rested, talk, called, asked } = givenTalk(
      [[follow('right person')], [call('find_day')], words('One moment.'), words('Monday.')],
      { run },
    );
    await rested(1);
    const [first] = called;
    talk.receive({
      event: 'tool_decision',
      decision_number: 1,
      tool_execution_id: 3,
      call_id: first?.id ?? '',
      tool_name: 'find_day',
      decision: 'accepted',
      reason: null,
      decided_at: '2026-01-05T10:00:01.000Z',
    });
    await rested(2);

    expect(JSON.stringify(asked[2]?.messages)).toContain('A person is asked first');
    expect(asked[3]?.messages.at(-1)?.content).toContain(
      'find_day: {\\"day\\":\\"Monday\\"}'.replaceAll('\\', ''),
    );
    expect(called).toEqual([first, first]);
  });

  test('takes an instruction at once, and acknowledges it', async () => {
    const { rested, talk, asked, acknowledged, said } = givenTalk([
      words('Hello.'),
      words('And 10 %.'),
    ]);
    await rested(1);
    talk.receive({
      event: 'instruction',
      instruction_number: 4,
      text: 'Offer 10 %.',
      created_at: '2026-01-05T10:00:01.000Z',
    });
    await rested(2);

    expect(acknowledged).toEqual([4]);
    expect(asked[1]?.messages[0]?.content).toContain('Instruction of your supervisor: Offer 10 %.');
    expect(said()).toBe('Hello.And 10 %.');
  });

  test('has the call again after a transfer that failed, and is over after one that did not', async () => {
    const run = givenRun({
      transfer: [{ result: { transfer_id: 1, status: 'requested' }, status: 'succeeded' }],
    });
    const { rested, talk, asked } = givenTalk(
      [
        [call('transfer', { destination: 'reception' })],
        words('I connect you.'),
        words('Nobody is there.'),
      ],
      { run },
    );
    await rested(1);
    const change = (status: 'failed' | 'bridged') =>
      ({ event: 'transfer', transfer: { id: 1, status, destination: 'reception' } }) as Parameters<
        typeof talk.receive
      >[0];
    expect(talk.isTransferring).toBe(true);
    talk.receive(change('failed'));
    await rested(2);
    talk.receive(change('failed'));
    expect(talk.isTransferring).toBe(false);
    talk.receive(change('bridged'));

    expect(await talk.over).toEqual({ by: 'transfer' });
    expect(asked).toHaveLength(4);
    expect(asked[2]?.messages.at(-1)?.content).toContain('Nobody answered at reception');
  });

  test('takes keys together, and stores those that are secret as x', async () => {
    const { rested, talk, turns, asked } = givenTalk([
      [follow('unsure')],
      words('Your PIN?'),
      words('Thank you.'),
    ]);
    await rested(1);
    for (const key of ['1', '2', '#']) talk.press(key);
    await rested(2);

    expect(turns()[1]).toMatchObject({ role: 'caller', kind: 'keys', text: 'xxx' });
    expect(asked[2]?.messages.at(-1)?.content).toBe('(The person presses 12#.)');
  });

  test.each([
    'model_unreachable',
    'model_timeout',
    'model_refused',
    'model_answer_invalid',
  ] as const)('asks again after %s, then says so and ends with the reason', async (code) => {
    const again = givenTalk([code, words('Hello.')]);
    await again.rested(1);
    again.talk.leave();
    const { talk, said, submitted, asked, isEnded } = givenTalk([code]);

    expect(await talk.over).toEqual({ by: 'failure', code });
    expect(again.said()).toBe('Hello.');
    expect([asked.length, isEnded()]).toEqual([2, true]);
    expect(said()).toBe('Leider geht es nicht.');
    expect(bodyOf(submitted)).toMatchObject({
      analysis: { call_successful: false, disposition: code },
    });
  });

  test.each([
    [
      'within a turn',
      [words('I see, I see, I see, I see, I see, I see, I see, I see, I see, '.repeat(4))],
      0,
    ],
    ['turn after turn', [words('How can I help you?')], 2],
  ])('ends if the model repeats itself %s', async (_, replies, answers) => {
    const { talk, rested } = givenTalk(replies);
    for (let turn = 1; turn <= answers; turn += 1) {
      await rested(turn);
      talk.hear(`Answer ${turn}.`);
    }

    expect(await talk.over).toEqual({ by: 'failure', code: 'model_repeats' });
  });

  test('presses the keys of a request where the carrier has the runtime do it, and acknowledges them', async () => {
    const { rested, talk, acknowledged, pressed } = givenTalk([words('Hello.')]);
    await rested(1);
    const created_at = '2026-01-05T10:00:01.000Z';
    talk.receive({ event: 'run_keys', instruction_number: 3, digits: '1ww2#', created_at });

    expect([pressed, acknowledged]).toEqual([['1ww2#'], [3]]);
  });

  test('says that it takes a moment, once', async () => {
    const { said, talk } = givenTalk([silence], { pace: { waitMs: 5 } });
    await until(() => said() !== '');
    talk.leave();

    expect(await talk.over).toEqual({ by: 'person' });
    expect(said()).toBe('One moment, please. ');
  });

  test('speaks again after silence, and ends after the third', async () => {
    const replies = ['Hello?', 'Are you there?', 'Can you hear me?', 'Still there?'].map(words);
    const { talk, asked, submitted } = givenTalk(replies, { pace: { silenceMs: 10 } });

    expect(await talk.over).toEqual({ by: 'failure', code: 'person_silent' });
    expect(asked).toHaveLength(3);
    expect(bodyOf(submitted)).toMatchObject({ analysis: { disposition: 'person_silent' } });
  });

  test('goes on at the node where its agent was, after the turns that are stored', async () => {
    const of = { ...session, transcript_turns: 6, gathered_context: { path: ['start', 'ask'] } };
    const { rested, talk, asked, turns } = givenTalk([words('Where were we?')], { of });
    await rested(1);
    talk.leave();
    await talk.over;

    expect(asked[0]?.messages[0]?.content).toContain('Ask for the day.');
    expect(turns()[0]).toMatchObject({ index: 6 });
  });

  test('stores no result over that of the agent that has the run', async () => {
    const run = givenRun();
    const bodies: object[] = [];
    run.run.submit = async (body) => {
      bodies.push(body);
      if (body.transcript)
        throw new RequestFailed(409, 'transcript_turn_differs', '/runs/7/result');
    };
    const { talk, rested, called } = givenTalk([words('Hello.')], { run });
    await rested(1);
    talk.hear('Yes?');

    expect(await talk.over).toEqual({ by: 'transfer' });
    expect(bodies.filter((body) => !('transcript' in body))).toEqual([]);
    expect(called).toEqual([]);
  });

  test('logs an error that is none of the model', async () => {
    const logged: unknown[] = [];
    const log = { warn: (line: unknown) => void logged.push(line) };
    const { talk } = givenTalk([[null as never]], { log });

    expect(await talk.over).toEqual({ by: 'failure', code: 'model_answer_invalid' });
    expect(logged).toEqual([{ err: expect.any(TypeError) }]);
  });

  test('sums up itself if the result of the model was not stored', async () => {
    const failed = { status: 'failed', error_code: 'refused' };
    const run = givenRun({ submit_result: [failed, failed] });
    const { talk, rested, submitted } = givenTalk(
      [[call('submit_result')], words('Hello.'), [call('submit_result')]],
      { run },
    );
    await rested(1);
    talk.leave();
    await talk.over;

    expect(bodyOf(submitted)).toMatchObject({ analysis: { call_summary: 'The call went start.' } });
  });
});
