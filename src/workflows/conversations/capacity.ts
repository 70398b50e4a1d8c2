import { conflict, tooManyAtOnce } from '../../errors.ts';
import type { Reservation } from '../../fairness/capacity.ts';
import type { Key } from '../runs/read-queries.ts';

/** One turn of a run at a time; the row's lock says the same to other processes. */
export const turnOf = ({ organization_id, run_id }: Key): Reservation => ({
  name: `turn of run ${run_id} of organization ${organization_id}`,
  limit: 1,
  refusal: turnInProgress,
});

export const turnInProgress = () =>
  conflict(
    'turn_in_progress',
    'Another turn of this run is being answered. Wait for its answer, then send the next turn.',
  );

/** How many turns of an organization wait for agent runtimes at once, in each process. */
const maxWaits = 10;

export const runtimesOf = (organizationId: number): Reservation => ({
  name: `turns of organization ${organizationId} that wait for runtimes`,
  limit: maxWaits,
  refusal: () =>
    tooManyAtOnce(
      `${maxWaits} turns of your organization are waiting for agent runtimes, the maximum. Try again when one is answered.`,
      5,
    ),
});
