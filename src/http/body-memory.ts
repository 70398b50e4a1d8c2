import type { App } from '../context.ts';
import { overloaded, tooManyAtOnce } from '../errors.ts';
import { addressOf } from './address.ts';
import type { RequestState } from './state.ts';

const mebibyte = 1_048_576;

/**
 * Reserves the memory of a body before it is read, and gives it back when its client leaves; what is returned gives it
 * back earlier. Throws 429 where others of the same organization, or of the same address, have too much of it, 503 where
 * all together have.
 */
export function reserveMemory(
  { inProgress, config: { bodies } }: Pick<App, 'inProgress' | 'config'>,
  state: RequestState,
  limit: number,
): () => void {
  const { caller, req, res } = state;
  const amount = mostBytes(state, limit);
  const whose = caller ? `organization ${caller.organization_id}` : `address ${addressOf(req)}`;
  const release = inProgress.take([
    {
      name: `bodies of ${whose}`,
      limit: bodies.perOrganization,
      amount,
      refusal: () =>
        tooManyAtOnce(
          `The bodies that your ${caller ? 'organization' : 'address'} is sending have more than ${bodies.perOrganization / mebibyte} MiB. Send fewer at once, and try again in a second.`,
        ),
    },
    {
      name: 'bodies',
      limit: bodies.inAll,
      amount,
      refusal: () =>
        overloaded('The server reads as many bodies as it can. Try again in a second.'),
    },
  ]);
  res.once('close', release);
  return release;
}

/** What a body can grow to: nothing says how long it is if it comes in chunks, or unpacked. */
function mostBytes({ req: { headers } }: RequestState, limit: number): number {
  const length = Number(headers['content-length']);
  const isPlain = (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
  const isKnown = isPlain && headers['transfer-encoding'] === undefined;
  return isKnown && length <= limit ? length : limit;
}
