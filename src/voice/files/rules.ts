import type { StoredFile } from './queries.ts';

/**
 * Where a file's bytes are in the storage: by their hash, so that whoever looks can verify them, and by the row, so that
 * removing one row's object never removes what another has just stored.
 */
export const keyOf = ({ sha256, id }: Pick<StoredFile, 'sha256' | 'id'>): string =>
  `${sha256}.${id}`;
