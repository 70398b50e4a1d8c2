import { overloaded, tooManyAtOnce } from '../errors.ts';
import { takeFairly } from '../fairness/capacity.ts';
import { siteOf } from './address.ts';
import type { HttpContext } from './context.ts';
import type { RequestState } from './state.ts';

const mebibyte = 1_048_576;
/** The part of the limit for all that the bodies of one operation without credentials may use besides. */
const partOfOperation = 1 / 16;

/** The memory of one body. */
export interface BodyMemory {
  /** Takes more of it; throws 429 if the organization or the address has too much, 503 if all callers together do. */
  take(bytes: number): void;
  release(): void;
}

/**
 * Counts the memory of a body while it arrives. Bodies without a caller are counted for their operation: those of one
 * take nothing from log-ins or carriers, and none of them take from callers.
 */
export function memoryOf(
  { inProgress, config: { bodies } }: Pick<HttpContext, 'inProgress' | 'config'>,
  { caller, operation, address }: RequestState,
): BodyMemory {
  const inAll = caller ? bodies.inAll : bodies.inAll * partOfOperation;
  const all = caller ? 'bodies' : `bodies of ${operation?.id}`;
  const limit = Math.min(bodies.perOrganization, inAll / 2);
  const shares = {
    own: {
      name: `${all} of ${caller ? `organization ${caller.organization_id}` : `address ${siteOf(address)}`}`,
      limit,
      refusal: () =>
        tooManyAtOnce(
          `The bodies that your ${caller ? 'organization' : 'address'} is sending exceed ${limit / mebibyte} MiB in total. Send fewer at once, and try again in 1 second.`,
        ),
    },
    all: {
      name: all,
      limit: inAll,
      refusal: () =>
        overloaded(
          'The server is reading the maximum total size of request bodies. Try again in 1 second.',
        ),
    },
  };
  const taken: (() => void)[] = [];
  return {
    take: (bytes) => void taken.push(takeFairly(inProgress, shares, bytes)),
    release() {
      for (const release of taken.splice(0)) release();
    },
  };
}
