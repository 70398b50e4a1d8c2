import type { components } from '../../../generated/api.ts';
import type { ExecutionRow } from './queries.ts';

export const toolExecution = ({
  attempt: _attempt,
  deadline_at: _deadline,
  ...row
}: ExecutionRow): components['schemas']['ToolExecution'] => row;
