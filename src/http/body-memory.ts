import type { App } from '../context.ts';
import { overloaded, tooManyAtOnce } from '../errors.ts';
import type { RequestState } from './state.ts';

const mebibyte = 1_048_576;

/**
 * Reserves memory for a body before it is read, and releases it when the client leaves; the returned function releases
 * it earlier. Throws 429 if the organization or the address uses too much, 503 if all callers together do.
 */
export function reserveMemory(
  { inProgress, config: { bodies } }: Pick<App, 'inProgress' | 'config'>,
  state: RequestState,
  limit: number,
): () => void {
  const { caller, res } = state;
  const amount = maxBytesOf(state, limit);
  const whose = caller ? `organization ${caller.organization_id}` : `address ${state.address}`;
  const release = inProgress.take([
    {
      name: `bodies of ${whose}`,
      limit: bodies.perOrganization,
      amount,
      refusal: () =>
        tooManyAtOnce(
          `The bodies that your ${caller ? 'organization' : 'address'} is sending exceed ${bodies.perOrganization / mebibyte} MiB in total. Send fewer at once, and try again in 1 second.`,
        ),
    },
    {
      name: 'bodies',
      limit: bodies.inAll,
      amount,
      refusal: () =>
        overloaded(
          'The server is reading the maximum total size of request bodies. Try again in 1 second.',
        ),
    },
  ]);
  res.once('close', release);
  return release;
}

/** The maximum size of a body: a chunked or compressed one does not declare its length. */
function maxBytesOf({ req: { headers } }: RequestState, limit: number): number {
  const length = Number(headers['content-length']);
  const isPlain = (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
  const isKnown = isPlain && headers['transfer-encoding'] === undefined;
  return isKnown && length <= limit ? length : limit;
}
