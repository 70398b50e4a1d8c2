import { type Revised, revisedBy } from '../../http/etag.ts';
import type { StoredSource } from './stored-queries.ts';

export const sourceView = ({ bytes, ...source }: StoredSource) => ({
  ...source,
  size_bytes: bytes,
});

/** A source never changes until it is deleted. */
export const revised = ({ id }: StoredSource): Revised => revisedBy(id, []);
