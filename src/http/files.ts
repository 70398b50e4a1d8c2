import { overloaded, tooManyAtOnce } from '../errors.ts';
import { type Capacity, takeFairly } from '../fairness/capacity.ts';
import type { Operation } from './operations.ts';
import type { RequestState } from './state.ts';

/** Each holds a connection, a few buffers, and a temporary file if that is what it becomes. */
const maxUploadsPerOrganization = 100;
const maxUploads = 1200;

/** Takes a place for a body that is received as a file; throws 429 if there is none. Returns what releases it. */
export const openUpload = (
  inProgress: Capacity,
  { caller }: Pick<RequestState, 'caller'>,
): (() => void) =>
  takeFairly(inProgress, {
    own: {
      name: `uploads of organization ${caller?.organization_id}`,
      limit: maxUploadsPerOrganization,
      refusal: () =>
        tooManyAtOnce(
          `Your organization is uploading ${maxUploadsPerOrganization} files, the maximum. Try again when an upload ends.`,
          1,
        ),
    },
    all: {
      name: 'uploads',
      limit: maxUploads,
      refusal: () =>
        overloaded('The server is receiving the maximum number of files. Try again in 1 second.'),
    },
  });

/** Every page of a file is read by a large statement, for which the organization's other requests wait. */
const maxPerOrganization = 2;

/** Whether the response is a file that is read from the database, or computed, while it is sent. */
export const isFile = ({ id, contentType }: Operation): boolean =>
  contentType === 'text/csv' || id.startsWith('export');

/**
 * Takes a place for a file of the caller's organization; throws 429 if it has none. Returns a function that releases it.
 */
export function openFile(inProgress: Capacity, { caller }: RequestState): () => void {
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
