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

/** The number after which a stream begins; undefined for an id that nothing in the stream of the run has. */
export function positionIn(id: string | undefined, last: number): number | undefined {
  if (id === undefined) return 0;
  return /^[0-9]{1,9}$/.test(id) && Number(id) <= last ? Number(id) : undefined;
}
