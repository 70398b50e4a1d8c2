import type { components } from '../../../generated/api.ts';
import { type Revised, revisedBy } from '../../http/etag.ts';
import type { InstructionRow } from './queries.ts';
import { statusOf } from './rules.ts';

export const runInstruction = ({
  answer,
  ...row
}: InstructionRow): components['schemas']['RunInstruction'] => ({
  ...row,
  status: statusOf({ ...row, answer }),
});

/** Its answer alone changes it: that it was delivered is no change. */
export const revised = ({ run_id, instruction_number, answer, reason }: InstructionRow): Revised =>
  revisedBy(`${run_id}-${instruction_number}`, [answer, reason]);
