import { type Revised, revisedBy } from '../../http/etag.ts';

/** A key is changed by being archived and unarchived; its use is no change. */
export const revised = ({
  id,
  archived_at,
}: {
  readonly id: number;
  readonly archived_at: string | null;
}): Revised => revisedBy(id, [archived_at]);
