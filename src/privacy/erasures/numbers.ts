import { createHmac, type KeyObject } from 'node:crypto';
import type { Secrets } from '../../db/secrets.ts';

interface Owned {
  readonly organization_id: number;
  readonly phone_number: string;
}

/** HMACs of a number of an organization, one for each configured key, newest first: two organizations have others. */
export const hmacsOf = (
  secrets: Pick<Secrets, 'keysFor'>,
  { organization_id, phone_number }: Owned,
): [Buffer, ...Buffer[]] => {
  const [newest, ...older] = secrets.keysFor('erasure receipt');
  const hmac = (key: KeyObject) =>
    createHmac('sha256', key).update(`${organization_id} ${phone_number}`).digest();
  return [hmac(newest), ...older.map(hmac)];
};

export const purposeOf = (organizationId: number) => `erasure of organization ${organizationId}`;

/** The number while its erasure is in progress. */
export const sealNumber = (
  secrets: Pick<Secrets, 'seal'>,
  { organization_id, phone_number }: Owned,
): Buffer => secrets.seal(purposeOf(organization_id), phone_number);

export const openNumber = (
  secrets: Pick<Secrets, 'open'>,
  {
    organization_id,
    number_encrypted,
  }: { organization_id: number; number_encrypted: Buffer | null },
): string => {
  if (!number_encrypted) throw new Error('The erasure is completed.');
  return secrets.open(purposeOf(organization_id), number_encrypted);
};
