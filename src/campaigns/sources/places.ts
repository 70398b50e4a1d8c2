import { tooManyAtOnce } from '../../errors.ts';
import type { Share } from '../../places.ts';

/** An upload uses a full core and holds several batches of rows. */
const maxPerOrganization = 2;
const maxTotal = 8;

export const uploadsOf = (organization_id: number): Share[] => [
  {
    name: `uploads of organization ${organization_id}`,
    limit: maxPerOrganization,
    refusal: () =>
      tooManyAtOnce(
        `Your organization is uploading ${maxPerOrganization} files, the maximum. Try again when an upload ends.`,
        5,
      ),
  },
  {
    name: 'uploads',
    limit: maxTotal,
    refusal: () =>
      tooManyAtOnce(
        'The server is processing the maximum number of uploads. Try again in 5 seconds.',
        5,
      ),
  },
];
