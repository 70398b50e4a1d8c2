import { overloaded, tooManyAtOnce } from '../../errors.ts';
import type { Share } from '../../places.ts';

/** Pictures are decoded one after the other: a few wait for each organization. */
const maxPerOrganization = 8;
const maxPictures = 100;

/** What a picture that is received and decoded takes. */
export const picturesOf = (organizationId: number): Share[] => [
  {
    name: `pictures of organization ${organizationId}`,
    limit: maxPerOrganization,
    refusal: () =>
      tooManyAtOnce(
        `Your organization is uploading ${maxPerOrganization} pictures, the maximum. Try again when an upload ends.`,
      ),
  },
  {
    name: 'pictures',
    limit: maxPictures,
    refusal: () =>
      overloaded('The server is receiving the maximum number of pictures. Try again in 1 second.'),
  },
];
