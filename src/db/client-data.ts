import { createHash } from 'node:crypto';
import { conflict } from '../errors.ts';
import { isDuplicate } from './errors.ts';

/** As metadata is stored: null for none, which takes no room. */
export const storedMetadata = (
  metadata: Readonly<Record<string, string>> | null = {},
): string | null => (Object.keys(metadata ?? {}).length === 0 ? null : JSON.stringify(metadata));

/** As the audit records metadata, which may be personal. */
export function auditedMetadata(metadata: Readonly<Record<string, string>> | null = {}) {
  const text = JSON.stringify(metadata ?? {});
  return { bytes: Buffer.byteLength(text), md5: createHash('md5').update(text).digest('hex') };
}

/** Awaits a statement that stores an external ID. Throws 409 if the unique index has it already. */
export async function withExternalId<T>(
  index: `${string}_external_id_key`,
  stored: Promise<T>,
): Promise<T> {
  try {
    return await stored;
  } catch (error) {
    throw isDuplicate(error, index) ? externalIdExists() : error;
  }
}

export const externalIdExists = () =>
  conflict(
    'external_id_exists',
    'Another one of the organization has this external_id. Find it by the filter external_id, or use another one.',
    { param: 'external_id' },
  );
