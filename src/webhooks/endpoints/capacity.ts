import { tooManyAtOnce } from '../../errors.ts';
import type { Reservation } from '../../fairness/capacity.ts';
import type { EndpointRow } from './queries.ts';

/** A test waits for its response as long as a delivery does. */
const maxPerOrganization = 5;

export const testsOf = ({
  id,
  organization_id,
}: Pick<EndpointRow, 'id' | 'organization_id'>): Reservation[] => [
  {
    name: `tests of webhook endpoint ${id}`,
    limit: 1,
    refusal: () => tooManyAtOnce('This endpoint is being tested. Try again when the test ends.', 5),
  },
  {
    name: `webhook tests of organization ${organization_id}`,
    limit: maxPerOrganization,
    refusal: () =>
      tooManyAtOnce(
        `Your organization is testing ${maxPerOrganization} endpoints, the maximum. Try again when a test ends.`,
        5,
      ),
  },
];
