import type { components } from '../../../generated/api.ts';
import type { Timestamp } from '../../timestamp.ts';

type Schemas = components['schemas'];

/** How many instructions a run takes. */
export const maxInstructions = 100;

interface Instruction {
  readonly answer: Schemas['RunInstructionAnswer'] | null;
  readonly delivered_at: Timestamp | null;
}

export const statusOf = ({ answer, delivered_at }: Instruction): Schemas['RunInstructionStatus'] =>
  answer ?? (delivered_at === null ? 'pending' : 'delivered');

interface Position {
  /** The number of the last instruction or decision. */
  readonly after: number;
  readonly said: { readonly turns: number; readonly digest: string | null };
}

/** The `id` of what a stream shows at a position. */
export const idOf = ({ after, said }: { after: number; said?: Position['said'] | undefined }) =>
  said && said.turns > 0 ? `${after}-${said.turns}-${said.digest}` : String(after);

/** The position after which a stream begins; undefined for an id that nothing in the stream of the run has. */
export function positionIn(id = '0', last: number): Position | undefined {
  const [, after, turns = 0, digest = null] =
    /^([0-9]{1,9})(?:-([0-9]{1,5})-([0-9a-f]{8}))?$/.exec(id) ?? [];
  if (after === undefined || Number(after) > last) return undefined;
  return { after: Number(after), said: { turns: Number(turns), digest } };
}
