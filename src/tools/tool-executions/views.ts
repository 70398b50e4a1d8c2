import type { components } from '../../../generated/api.ts';
import { type Revised, revisedBy, tagged } from '../../http/etag.ts';
import type { ExecutionRow } from './queries.ts';

export const toolExecution = ({
  attempt: _attempt,
  deadline_at: _deadline,
  ...row
}: ExecutionRow): components['schemas']['ToolExecution'] => row;

/** Its status alone changes it. */
export const revised = ({ id, status, attempt }: ExecutionRow): Revised =>
  revisedBy(id, [status, attempt]);

export const shown = (row: ExecutionRow) => tagged(toolExecution(row), revised(row));
