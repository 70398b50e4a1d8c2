import { type Revised, revisedBy } from '../../http/etag.ts';
import type { get } from './queries.ts';

/** A member is changed by another address or role. */
export const revised = ({ id, email, role }: Awaited<ReturnType<typeof get>>): Revised =>
  revisedBy(id, [email, role]);
