import type { components } from '../../generated/api.ts';
import { revisedBy } from '../http/etag.ts';

type Cell = components['schemas']['Cell'];

/** Its state and how many addresses it has are no changes of it. */
export const revised = ({ number, is_open }: Pick<Cell, 'number' | 'is_open'>) =>
  revisedBy(number, [is_open]);
