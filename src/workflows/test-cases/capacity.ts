import { tooManyAtOnce } from '../../errors.ts';
import type { Reservation } from '../../fairness/capacity.ts';

const maxAtOnce = 2;

/** Tests take computing time, of which one organization must not have all. */
export const testsOf = (organizationId: number): Reservation => ({
  name: `tests of workflows of organization ${organizationId}`,
  limit: maxAtOnce,
  refusal: () =>
    tooManyAtOnce(
      `Your organization is testing ${maxAtOnce} workflows, the maximum. Try again when a test ends.`,
    ),
});
