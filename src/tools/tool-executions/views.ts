import { type Revised, revisedBy } from '../../http/etag.ts';
import type { ExecutionRow } from './queries.ts';

/** Without what only this service needs. */
export const toolExecution = ({
  attempt: _attempt,
  deadline_at: _deadline,
  ...row
}: ExecutionRow): Omit<ExecutionRow, 'attempt' | 'deadline_at'> => row;

/** Its status alone changes it. */
export const revised = ({ id, status, attempt }: ExecutionRow): Revised =>
  revisedBy(id, [status, attempt]);
