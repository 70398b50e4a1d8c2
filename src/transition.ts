import type { operations } from '../generated/api.ts';

/**
 * One way from states to the next, as tables of transitions have it. The code decides by them, and the diagrams of the
 * documentation are drawn from them.
 */
export interface Transition<State extends string> {
  /** The states that it starts in; none for what is created. */
  readonly from: readonly State[];
  readonly to: State;
  /** The operations that cause it. */
  readonly by: readonly (keyof operations)[];
  /** What else causes it, in a few words. */
  readonly when?: string;
  /** Whether another thing is created in the state `to`, and the one in `from` stays as it is. */
  readonly another?: true;
}
