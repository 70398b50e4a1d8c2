import { describe, expect, test } from 'vitest';
import { messageIn, namedEngine, partsOf, voiceOf } from '../../../src/voice/engines/rules.ts';

describe('A text is divided', () => {
  test('between sentences, as many in a part as fit', () => {
    const text = 'Dr. Smith came at 3.30 p.m. today. He left. Nobody saw him!';

    expect(partsOf(text, 'en', 45)).toEqual(
      ['Dr. Smith came at 3.30 p.m. today. He left.', 'Nobody saw him!'].map((part) =>
        expect.stringContaining(part.slice(-10)),
      ),
    );
    expect(partsOf(text, 'en', 1000)).toEqual([text]);
  });

  test('between words where a sentence is too long, and in a word that is too long', () => {
    expect(partsOf('one two three four', 'en', 9)).toEqual(['one two', 'three', 'four']);
    expect(partsOf('abcdefgh', 'en', 3)).toEqual(['abc', 'def', 'gh']);
    expect(partsOf('😀😀😀', 'en', 4)).toEqual(['😀😀', '😀']);
  });

  test('by the rules of its language', () => {
    expect(partsOf('今日は晴れです。明日は雨です。', 'ja', 8)).toEqual([
      '今日は晴れです。',
      '明日は雨です。',
    ]);
  });

  test('without losing or adding a word, at any length', () => {
    const text = 'The quick brown fox. Jumps over 12.5 lazy dogs?\n\nAnd  then: rests! '.repeat(40);
    const words = (of: string) => of.split(/\s+/).filter(Boolean).join(' ');

    for (const max of [12, 50, 333, 1000]) {
      const parts = partsOf(text, 'en', max);
      expect(words(parts.join(' '))).toBe(words(text));
      expect(parts.every((part) => part.length <= max && part.trim() === part && part)).toBe(true);
    }
  });

  test('in no part where nothing is to be spoken', () => {
    expect(partsOf(' \n ', 'en', 10)).toEqual([]);
  });
});

test.each([
  ['{"error":{"message":"No such model"}}', 'No such model'],
  ['{"error":"busy"}', 'busy'],
  ['{"detail":"Unknown voice"}', 'Unknown voice'],
  ['{"detail":[{"msg":"x"}]}', ''],
  ['plain\r\n  text', 'plain text'],
  ['<html><body>Bad gateway</body></html>', ''],
  ['the key sk-1 is wrong', 'the key [redacted] is wrong'],
  ['x'.repeat(1000), 'x'.repeat(300)],
])('Of the answer %.40j a server of speech is reported with %.40j', (answer, message) => {
  expect(messageIn(answer, 'sk-1')).toBe(message);
});

test.each([
  [undefined, null, null, undefined],
  [undefined, null, 'kokoro', 'kokoro'],
  [undefined, 'qwen', 'kokoro', 'qwen'],
  ['espeak', 'qwen', 'kokoro', 'espeak'],
])(
  'A request for %s with a profile of %s and a preset of %s names the engine %s',
  (requested, default_engine, preset_engine, engine) => {
    const profile = { default_engine, preset_engine, preset_voice_id: 'af_heart' };

    expect(namedEngine(requested, profile)).toBe(engine);
    expect(voiceOf('kokoro', profile)).toBe(preset_engine && 'af_heart');
    expect(voiceOf('espeak', profile)).toBeNull();
  },
);
