import { expect, test } from 'vitest';
import { createPerson, isSpeech, silence } from '../../../src/telephony/simulation/person.ts';

const loud = Buffer.alloc(160, 0x10);

test('A person who interrupts waits for an answer before the next sentence', () => {
  const person = createPerson('interrupter');
  /** How many frames of 20 ms the person speaks while the agent does, or is silent, for so many. */
  const spoken = (frames: number, audio: Buffer): number =>
    Array.from({ length: frames }, () => isSpeech(person({ audio, keys: '' }).audio)).filter(
      Boolean,
    ).length;

  const hello = spoken(50, silence);
  const begun = spoken(65, loud);
  // The agent stops as soon as it hears the person, who goes on for a second.
  const rest = spoken(75, silence);
  const alone = spoken(500, silence);
  const answered = spoken(50, loud) + spoken(100, silence);

  expect([hello, begun, rest, answered].map((frames) => frames > 0)).toEqual(Array(4).fill(true));
  expect(alone).toBe(0);
});
