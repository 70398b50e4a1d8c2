import { overloaded, tooManyAtOnce } from '../../errors.ts';
import type { Reservation } from '../../fairness/capacity.ts';

/** Each needs room for its unpacked entries, and decodes samples for a while. */
const maxPerOrganization = 2;
const maxImports = 10;

/** What an archive that is unpacked takes. */
export const importsOf = (organizationId: number): Reservation[] => [
  {
    name: `imports of organization ${organizationId}`,
    limit: maxPerOrganization,
    refusal: () =>
      tooManyAtOnce(
        `Your organization is importing ${maxPerOrganization} archives, the maximum. Try again when one of them ends.`,
        5,
      ),
  },
  {
    name: 'imports',
    limit: maxImports,
    refusal: () =>
      overloaded('The server is importing the maximum number of archives. Try again in 1 second.'),
  },
];
