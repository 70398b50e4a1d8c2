/** How long things may take, in milliseconds. */
export interface Pace {
  /** After this time without a word the agent says that it needs a moment. */
  readonly waitMs: number;
  /** How long a key waits for the next one. */
  readonly keysMs: number;
  /** After this time of silence the agent speaks again; the third time in a row it ends the call. */
  readonly silenceMs: number;
  /** How much of the estimated time speech takes; 0 where nobody speaks. */
  readonly speechFactor: number;
  /** How long the model may take to sum up the conversation. */
  readonly concludeMs: number;
}

export const defaultPace: Pace = {
  waitMs: 4000,
  keysMs: 1500,
  silenceMs: 20_000,
  speechFactor: 1,
  concludeMs: 15_000,
};
