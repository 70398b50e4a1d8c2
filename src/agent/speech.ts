import { setTimeout as pause } from 'node:timers/promises';
import { heardOf, speechMs } from './prompt-rules.ts';
import type { SubmittedTurn } from './run-client.ts';

/** What the agent says now, until it was heard. */
export interface Speech {
  add(words: string): void;
  /**
   * The turn, to be stored: how much of it was heard is known, or nobody has interrupted it. Undefined if there is none. A stored turn
   * cannot be changed.
   */
  take(cut?: { readonly heard: string; readonly spokenMs: number }): SubmittedTurn | undefined;
  /** For how long it is still heard, in milliseconds, as estimated. */
  leftMs(): number;
  untilHeard(signal: AbortSignal): Promise<void>;
}

/** How long it takes until the first word is heard. */
const beginMs = 400;
const maxMs = 60_000;
const maxSpokenMs = 14_400_000;

/** `factor` is how much of the estimated time speech takes; 0 where nobody speaks. */
export function createSpeech(factor: number, now: () => string): Speech {
  let said: { text: string; readonly at: string; endsAt: number } | undefined;
  const leftMs = (): number =>
    said ? Math.min(Math.max(said.endsAt - performance.now(), 0), maxMs) : 0;
  return {
    leftMs,
    add(words) {
      const startsAt = performance.now();
      said ??= { text: '', at: now(), endsAt: startsAt + beginMs * factor };
      said.text += words;
      said.endsAt = Math.max(said.endsAt, startsAt) + speechMs(words) * factor;
    },
    take(cut) {
      if (!said) return undefined;
      const { text, at } = said;
      said = undefined;
      if (!cut) return { role: 'agent', text, at };
      const { heard, spokenMs } = cut;
      // A turn of which nothing was heard is stored with what was to be said.
      return {
        role: 'agent',
        text: heardOf(text, heard) || text,
        at,
        interrupted: true,
        spoken_ms: Math.min(Math.round(spokenMs), maxSpokenMs),
      };
    },
    async untilHeard(signal) {
      const ms = leftMs();
      if (ms > 0) await pause(ms, undefined, { signal }).catch(() => {});
    },
  };
}
