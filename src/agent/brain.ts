import type { Logger } from 'pino';
import type { FailureCode } from './completion.ts';

/** What the agent answers to: what the person says or presses, or a note of what happened; nothing at all is silence. */
export interface Input {
  readonly text?: string;
  readonly keys?: string;
  /** What the person does not know, such as that a transfer failed. */
  readonly note?: string;
}

/** What came of a call of a tool, for the agent. */
export type CallTool = (name: string, args: object) => Promise<unknown>;

/** Decides what the agent says and where the conversation is. One for each conversation. */
export interface Brain {
  /**
   * The words of the agent's next turn, as they come. Throws `ModelFailure`, or what the signal was aborted with. What was taken in
   * stays taken in: after a failure an answer is asked for again with no input.
   */
  answer(inputs: readonly Input[], signal: AbortSignal): AsyncIterable<string>;
  /** Says how much of its last turn was heard. */
  heard(text: string): void;
  instruct(text: string): void;
  /** Stores the result of a conversation that is over, if it knows one. */
  conclude(signal: AbortSignal): Promise<boolean>;
  /** The nodes that the conversation came to, by their ids. */
  readonly path: readonly string[];
  /** Whether it has said its last. */
  readonly isEnded: boolean;
}

/** Why a conversation is over. */
export type End =
  | { readonly by: 'agent' | 'person' | 'transfer' }
  | { readonly by: 'failure'; readonly code: FailureCode };

/** Where the person hears the agent. */
export interface Line {
  say(words: string): void;
  /** The agent has said all that it wants to say now. */
  rest(): void;
  /** Presses keys, where the carrier has the runtime do it. */
  press?(digits: string): void;
  /** Ends the call. */
  end(end: End): Promise<void>;
}

/** Hears of what goes wrong on our side. */
export type Log = Pick<Logger, 'warn'>;
