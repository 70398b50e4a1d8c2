import { describe, expect, test } from 'vitest';
import { createPerson, personOf } from '../../../src/telephony/simulation/person.ts';
import { conversationRelay } from '../../../src/telephony/simulation/relay.ts';
import { createSpeaking } from '../../../src/telephony/simulation/spoken.ts';

type Message = Readonly<Record<string, unknown>>;

/** A conversation of a person, by the end of the number, with a runtime that sends what a test says. */
function given(ending: string, attributes: Readonly<Record<string, string>> = {}) {
  const messages: Message[] = [];
  const ends: unknown[] = [];
  const said: string[] = [];
  const to_number = `+120255501${ending}`;
  const line = {
    send: (message: object) => void messages.push({ ...message }),
    finish: (...end: unknown[]) => void ends.push(end),
  };
  const conversing = conversationRelay({
    stream_id: `VX${'0'.repeat(32)}`,
    call_id: 'CA1',
    direction: 'outbound',
    from_number: null,
    to_number,
    parameters: { run_id: '17' },
    attributes,
    person: createPerson(personOf({ direction: 'outbound', from_number: null, to_number })),
    onSaid: (text) => void said.push(text),
  }).converse(line);
  return {
    messages,
    ends,
    said,
    after: (ms: number) => {
      for (let left = ms; left > 0 && ends.length === 0; left -= 20) conversing.step();
    },
    says: (message: object | string) =>
      conversing.receive(typeof message === 'string' ? message : JSON.stringify(message)),
    of: (type: string) => messages.filter((each) => each['type'] === type),
  };
}

const long = 'I am calling about your appointment on Tuesday at four, which we have to move.';
const answer = (token: string) => ({ type: 'text', token, last: true });

describe('The simulated network at a relay', () => {
  // https://www.twilio.com/docs/voice/conversationrelay/websocket-messages#setup-message
  test('begins with the documented setup', () => {
    expect(given('10').messages).toEqual([
      {
        type: 'setup',
        sessionId: `VX${'0'.repeat(32)}`,
        accountSid: 'simulated',
        parentCallSid: '',
        callSid: 'CA1',
        from: 'anonymous',
        to: '+12025550110',
        forwardedFrom: '',
        callType: 'PSTN',
        callerName: '',
        direction: 'outbound-api',
        callStatus: 'RINGING',
        customParameters: { run_id: '17' },
      },
    ]);
  });

  test('brings what a person says in its language, once it was said', () => {
    const { after, says, of, messages } = given('01', { language: 'en-GB' });

    after(560);
    const before = messages.length;
    after(1000);
    says(answer('Is this Ada?'));
    says({ type: 'language', transcriptionLanguage: 'en-US' });
    after(3000);

    expect(before).toBe(1);
    expect(of('prompt')).toEqual([
      { type: 'prompt', voicePrompt: 'Hello?', lang: 'en-GB', last: true },
      { type: 'prompt', voicePrompt: 'Yes, that is me.', lang: 'en-US', last: true },
    ]);
  });

  test('brings parts of what is said where the settings want them', () => {
    const { after, says, of } = given('01', { partialPrompts: 'true' });

    after(1000);
    says(answer('Is this Ada?'));
    after(3000);

    expect(of('prompt').map(({ voicePrompt, last }) => [voicePrompt, last])).toEqual([
      ['Hello?', true],
      ['Yes,', false],
      ['Yes, that is me.', true],
    ]);
  });

  test('tells a runtime what was heard until it was interrupted, and says no more of it', () => {
    const { after, says, of, said } = given('15');

    after(1000);
    says({ type: 'text', token: 'Good morning. ', last: false });
    says(answer(long));
    after(5000);

    const [{ utteranceUntilInterrupt, durationUntilInterruptMs }] = of('interrupt') as [Message];
    expect(`Good morning. ${long}`).toContain(String(utteranceUntilInterrupt));
    expect(String(utteranceUntilInterrupt)).toMatch(/^Good morning[.] I/);
    expect(durationUntilInterruptMs).toBeGreaterThanOrEqual(1000);
    expect(durationUntilInterruptMs).toBeLessThan(1300);
    expect(of('prompt').map(({ voicePrompt }) => voicePrompt)).toEqual([
      'Hello?',
      'Wait, I have a question.',
    ]);
    expect(said).toEqual(['Good morning. ']);
  });

  test.each([
    [{ interruptible: 'none' }, {}],
    [{ interruptible: 'dtmf' }, {}],
    [{}, { interruptible: false }],
  ])(
    'is not interrupted with %j and %j, and does not bring what is said meanwhile',
    (...given_) => {
      const [attributes, token] = given_;
      const { after, says, of, said } = given('15', attributes);

      after(1000);
      says({ ...answer(long), ...token });
      after(4500);

      expect(of('interrupt')).toEqual([]);
      expect(of('prompt').map(({ voicePrompt }) => voicePrompt)).toEqual(['Hello?']);
      expect(said).toEqual([long]);
    },
  );

  test('says the greeting first', () => {
    const { after, said, of } = given('10', { welcomeGreeting: 'Hello, this is Harbor Dental.' });

    after(2000);

    expect([said, of('interrupt')]).toEqual([['Hello, this is Harbor Dental.'], []]);
  });

  test.each([
    ['true', ['1']],
    ['false', []],
  ])('brings keys where they are detected: %s', (dtmfDetection, digits) => {
    const { after, says, of } = given('20', { dtmfDetection });

    after(1000);
    says(answer('Press a key.'));
    after(2000);

    expect(of('dtmf').map(({ digit }) => digit)).toEqual(digits);
  });

  test('sends keys to a menu, after what was said before them', () => {
    const { after, says, of, said } = given('30');
    after(4000);

    says(answer('One moment.'));
    says({ type: 'sendDigits', digits: 'ww1' });
    after(1000);
    const before = of('prompt').length;
    after(5000);

    expect([before, said]).toEqual([1, ['One moment.']]);
    expect(of('prompt').at(-1)).toMatchObject({ voicePrompt: expect.stringMatching('reception') });
  });

  test('ends when the person hangs up, and when the runtime wants it', () => {
    const leaving = given('25');
    leaving.after(1000);
    leaving.says(answer('Is this Ada?'));
    leaving.after(5000);
    const ending = given('10');
    ending.says({ type: 'end', handoffData: '{"reason":"done"}' });

    expect(leaving.ends).toEqual([[{ by: 'person' }]]);
    expect(ending.ends).toEqual([[{ by: 'runtime', handoff: '{"reason":"done"}' }]]);
  });

  // https://www.twilio.com/docs/voice/conversationrelay/websocket-messages#handling-errors
  test('answers what it cannot read with an error, ten times in a row at most', () => {
    const { says, messages, ends } = given('10');
    const faults = ['hello', { foo: 'bar' }, { type: 'text' }, { event: 'media' }];

    for (let sent = 0; sent < 9; sent += 1) says(faults[sent % 4]!);
    says(answer('Hello'));
    for (let sent = 0; sent < 9; sent += 1) says(faults[sent % 4]!);
    const before = ends.length;
    says('hello');

    expect(messages[2]).toEqual({
      type: 'error',
      description: 'Invalid message received: {"foo":"bar"}',
    });
    expect(before).toBe(0);
    expect(ends).toEqual([
      [
        { by: 'error', code: '64105', detail: 'Too many consecutive malformed messages.' },
        'Too many consecutive malformed messages.',
      ],
    ]);
  });

  test.each([
    ['text', { type: 'text', token: 'x'.repeat(1000), last: false }, 13],
    ['tokens without text', { type: 'text', token: '', last: false }, 5001],
    ['files', { type: 'play', source: 'https://example.com/hold.mp3', loop: 0 }, 5001],
    ['keys', { type: 'sendDigits', digits: '1' }, 5001],
  ])('ends after %s without end', (_, message, times) => {
    const { says, ends } = given('10');

    for (let sent = 0; sent < times; sent += 1) says(message);

    const detail = 'The agent runtime is more than ten minutes ahead of the call.';
    expect(ends).toEqual([[{ by: 'error', code: '64105', detail }]]);
  });
});

describe('What an agent says', () => {
  test('is replaced by the next answer if it may be', () => {
    const speaking = createSpeaking('any');
    const source = 'https://example.com/hold.mp3';

    speaking.add({ type: 'play', source, loop: 0, preemptible: true });
    speaking.add({ type: 'text', token: 'Found it.', last: true });

    expect(speaking.next(1000)).toEqual({ isSpoken: true, keys: '', said: ['Found it.'] });
  });

  test('is not replaced by the rest of the same answer', () => {
    const speaking = createSpeaking('any');

    speaking.add({ type: 'text', token: 'Found ', last: false, preemptible: true });
    speaking.add({ type: 'text', token: 'it.', last: true });

    expect(speaking.next(1000).said).toEqual(['Found ', 'it.']);
  });

  test('lasts 50 ms for each character, and was heard in whole words', () => {
    const speaking = createSpeaking('speech');
    speaking.add({ type: 'text', token: 'Is this Ada?', last: true });

    const heard = speaking.next(400);

    expect(heard).toEqual({ isSpoken: true, keys: '', said: [] });
    expect(speaking.interrupt('dtmf')).toBe('refused');
    expect(speaking.interrupt('speech')).toEqual({ heard: 'Is this', heard_ms: 400 });
    expect(speaking.interrupt('speech')).toBe('silent');
  });
});
