import { tooManyAtOnce } from '../errors.ts';
import type { Places } from '../places.ts';
import type { Operation } from './operations.ts';
import type { RequestState } from './state.ts';

/** Every page of a file is read by a large statement, for which the organization's other requests wait. */
const maxPerOrganization = 2;

/** Whether the response is a file that is read from the database while it is sent. */
export const isFile = ({ contentType }: Operation): boolean => contentType === 'text/csv';

/**
 * Takes a place for a file of the caller's organization; throws 429 if it has none. Returns a function that releases it.
 */
export function openFile(inProgress: Places, { caller }: RequestState): () => void {
  if (!caller) return () => {};
  return inProgress.take([
    {
      name: `files of organization ${caller.organization_id}`,
      limit: maxPerOrganization,
      refusal: () =>
        tooManyAtOnce(
          `Your organization is reading ${maxPerOrganization} exports, reports or files of contacts, the maximum. Try again when one of them ends.`,
          5,
        ),
    },
  ]);
}
