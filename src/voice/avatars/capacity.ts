import { overloaded, tooManyAtOnce } from '../../errors.ts';
import type { Reservation } from '../../fairness/capacity.ts';

/** Pictures are decoded one after the other: a few wait for each organization. */
const maxPerOrganization = 8;
const maxPictures = 100;

/** What a picture that has arrived takes while it is decoded. */
export const picturesOf = (organizationId: number): Reservation[] => [
  {
    name: `pictures of organization ${organizationId}`,
    limit: maxPerOrganization,
    refusal: () =>
      tooManyAtOnce(
        `Your organization has ${maxPerOrganization} pictures decoded, the maximum. Try again when one of them is done.`,
      ),
  },
  {
    name: 'pictures',
    limit: maxPictures,
    refusal: () =>
      overloaded('The server is decoding the maximum number of pictures. Try again in 1 second.'),
  },
];
