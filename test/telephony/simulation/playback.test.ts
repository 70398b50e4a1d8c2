import { describe, expect, test } from 'vitest';
import { createPlayback } from '../../../src/telephony/simulation/playback.ts';

describe('What a runtime has sent', () => {
  test.each([
    ['single bytes', Array.from({ length: 400 }, () => 1)],
    ['frames of another size', [159, 161, 1, 79]],
    ['one second at once', [8000]],
    ['nothing between frames', [160, 0, 160]],
  ])('is played in frames of 160 bytes, in order and without a gap: %s', (_, sizes) => {
    const playback = createPlayback();
    const sent = Buffer.from(sizes.flatMap((size, part) => Array<number>(size).fill(part % 100)));
    let at = 0;
    for (const size of sizes) playback.add(sent.subarray(at, (at += size)));

    const frames = Array.from(
      { length: Math.ceil(sent.length / 160) },
      () => playback.next().audio,
    );

    expect(frames.every(({ length }) => length === 160)).toBe(true);
    const played = Buffer.concat(frames);
    expect(played.subarray(0, sent.length).equals(sent)).toBe(true);
    expect(new Set(played.subarray(sent.length))).toEqual(
      new Set(played.length === sent.length ? [] : [0xff]),
    );
    expect([playback.bytes, playback.parts]).toEqual([0, 0]);
  });

  test('returns each mark with the frame that ends the audio before it', () => {
    const playback = createPlayback();
    playback.mark('first');
    playback.add(Buffer.alloc(200, 1));
    playback.mark('second');
    playback.mark('third');
    playback.add(Buffer.alloc(10, 2));

    const marks = [playback.next(), playback.next(), playback.next()].map((each) => each.marks);

    expect(marks).toEqual([['first'], ['second', 'third'], []]);
  });
});
