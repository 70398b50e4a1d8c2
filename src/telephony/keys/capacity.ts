import { tooManyAtOnce } from '../../errors.ts';
import type { Reservation } from '../../fairness/capacity.ts';
import type { Key } from '../../workflows/runs/read-queries.ts';

/** One request of a call at a time, so that keys are sent in the order of their requests. */
export const keysOfRun = ({ organization_id, run_id }: Key): Reservation => ({
  name: `keys of run ${run_id} of organization ${organization_id}`,
  limit: 1,
  refusal: () =>
    tooManyAtOnce('Keys of this call are being sent. Send the next ones when they are accepted.'),
});

/** How many requests of an organization wait for carriers at once, in each process. */
const maxWaits = 10;

export const keysOf = (organizationId: number): Reservation => ({
  name: `keys of organization ${organizationId} that wait for carriers`,
  limit: maxWaits,
  refusal: () =>
    tooManyAtOnce(
      `Keys of ${maxWaits} calls of your organization are being sent, the maximum. Try again when some are accepted.`,
    ),
});
