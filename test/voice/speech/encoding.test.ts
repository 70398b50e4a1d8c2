import { describe, expect, test } from 'vitest';
import { toMulaw } from '../../../src/voice/audio/wav.ts';
import { sentencesOf } from '../../../src/voice/engines/rules.ts';
import { readWav } from '../../../src/voice/generations/wav-rules.ts';
import { encoded, type Format } from '../../../src/voice/speech/encoding.ts';
import { toneWav } from '../engines/wav.ts';

/** The value of a code in G.711, on the scale of 16 bits: each segment has 16 steps, each twice as wide as before. */
function valueOf(code: number): number {
  const [segment, step] = [(~code >> 4) & 7, ~code & 15];
  const magnitude = (2 ** segment * (step + 16.5) - 16.5) * 8;
  return (code & 0x80) === 0 ? -magnitude : magnitude;
}

describe('toMulaw', () => {
  // ITU-T G.711, tables 2a and 2b, as github.com/brucemack/itu-g711-codec tests them (unit-tests.cpp), 14 bits.
  test.each([
    [-8160, 0x00],
    [-8159, 0x00],
    [-8158, 0x00],
    [-96, 0x5f],
    [0, 0xff],
    [1, 0xfe],
    [8031, 0x80],
    [8158, 0x80],
    [8159, 0x80],
    // audioop of CPython, test_lin2ulaw (Lib/test/test_audioop.py), and github.com/pidato/audio (g711/ulaw_test.go).
    [0x1234 / 4, 0xad],
    [0x4567 / 4, 0x8e],
    [-0x4567 / 4, 0x0e],
    [0x7fff / 4, 0x80],
    [-0x8000 / 4, 0x00],
    [-100 / 4, 114],
  ])('has for %d of 14 bits the code of the standard', (value, code) => {
    expect(toMulaw(value * 4)).toBe(code);
  });

  test('has each code for the value that it means, and its neighbours up to half a step', () => {
    const wrong: number[] = [];
    for (let value = -32_635; value <= 32_635; value += 1) {
      const code = toMulaw(value);
      const halfStep = 4 * 2 ** ((~code >> 4) & 7);
      if (Math.abs(valueOf(code) - value) > halfStep) wrong.push(value);
    }

    expect(wrong).toEqual([]);
    // The two codes of zero are one value.
    const others = Array.from({ length: 256 }, (_, code) => code).filter((code) => code !== 0x7f);
    expect(others.filter((code) => toMulaw(valueOf(code)) !== code)).toEqual([]);
  });
});

describe('The sentences of a text', () => {
  test.each([
    ['Hello. How are you? Fine!', 300, ['Hello.', 'How are you?', 'Fine!']],
    ['One two three four', 9, ['One two', 'three', 'four']],
    ['Yes.\n...\n100 %', 300, ['Yes.', '100 %']],
    ['  \n … ', 300, []],
    ['ありがとう。はい。', 300, ['ありがとう。', 'はい。']],
    ['👍', 300, ['👍']],
  ])('of %j in at most %d characters', (text, maxCharacters, sentences) => {
    expect(sentencesOf(text, 'en', maxCharacters)).toEqual(sentences);
  });
});

/** The samples of a tone of 440 Hz in a format. */
function toneIn(format: Format, tone: { sample_rate: number; channels?: number }): number[] {
  const blocks = [...encoded(readWav(toneWav({ seconds: 1, ...tone }))!, format)];
  const bytes = Buffer.concat(blocks);
  if (format.encoding === 'mulaw') return [...bytes].map(valueOf);
  return Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(2 * index));
}

describe('The samples of a part', () => {
  test.each([
    [22_050, 1, 'pcm_s16le', 8000],
    [22_050, 1, 'pcm_s16le', 16_000],
    [22_050, 1, 'pcm_s16le', 24_000],
    [8000, 1, 'pcm_s16le', 8000],
    [48_000, 2, 'pcm_s16le', 24_000],
    [24_000, 1, 'mulaw', 8000],
  ] as const)(
    'of %d samples a second and %d channels are %s with %d',
    (from, channels, encoding, sample_rate) => {
      const samples = toneIn({ encoding, sample_rate }, { sample_rate: from, channels });
      const tone = (n: number) => 16_384 * Math.sin((2 * Math.PI * 440 * n) / sample_rate);

      expect(samples).toHaveLength(sample_rate);
      // At the ends the filter reaches beyond the tone; a code of mu-law is within 3 % of its value.
      const off = samples.map((sample, n) => Math.abs(sample - tone(n))).slice(100, -100);
      expect(Math.max(...off)).toBeLessThan(encoding === 'mulaw' ? 600 : 40);
    },
  );

  test('come in blocks of 100 ms, the last of them with the rest', () => {
    const pcm = readWav(toneWav({ seconds: 0.25 }))!;

    const blocks = [...encoded(pcm, { encoding: 'mulaw', sample_rate: 8000 })];

    expect(blocks.map(({ length }) => length)).toEqual([800, 800, 400]);
  });
});
