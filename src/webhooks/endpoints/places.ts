import { tooManyAtOnce } from '../../errors.ts';
import type { Share } from '../../places.ts';
import type { EndpointRow } from './queries.ts';

/** A test waits for an answer for as long as a delivery does. */
const mostOfOrganization = 5;

export const testsOf = ({
  id,
  organization_id,
}: Pick<EndpointRow, 'id' | 'organization_id'>): Share[] => [
  {
    name: `tests of webhook endpoint ${id}`,
    limit: 1,
    refusal: () =>
      tooManyAtOnce('This endpoint is being tested. Try again when that has ended.', 5),
  },
  {
    name: `webhook tests of organization ${organization_id}`,
    limit: mostOfOrganization,
    refusal: () =>
      tooManyAtOnce(
        `Your organization is testing ${mostOfOrganization} endpoints. Try again when one of them has ended.`,
        5,
      ),
  },
];
