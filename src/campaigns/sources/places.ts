import { tooManyAtOnce } from '../../errors.ts';
import type { Share } from '../../places.ts';

/** An upload keeps a core busy and holds some batches of rows. */
const mostOfOrganization = 2;
const mostInAll = 8;

export const uploadsOf = (organization_id: number): Share[] => [
  {
    name: `uploads of organization ${organization_id}`,
    limit: mostOfOrganization,
    refusal: () =>
      tooManyAtOnce(
        `Your organization is uploading ${mostOfOrganization} files. Try again when one of them has ended.`,
        5,
      ),
  },
  {
    name: 'uploads',
    limit: mostInAll,
    refusal: () =>
      tooManyAtOnce('The server takes in as many files as it can. Try again in 5 seconds.', 5),
  },
];
