import type { Readable } from 'node:stream';
import { overloaded, tooManyAtOnce } from '../../errors.ts';
import { type Capacity, type Reservation, takeFairly } from '../../fairness/capacity.ts';

/** An upload uses a full core. */
const maxPerOrganization = 2;

const full = () =>
  tooManyAtOnce(
    `Your organization is uploading ${maxPerOrganization} files, the maximum. Try again when an upload ends.`,
    5,
  );

export const uploadsOf = (organization_id: number): Reservation[] => [
  {
    name: `files of contacts of organization ${organization_id}`,
    limit: maxPerOrganization,
    refusal: full,
  },
];

const mebibyte = 1_048_576;
/**
 * What an upload holds in memory grows with what it has sent, to some 50 MiB: the numbers of 2,000,000 rows. Their
 * external IDs take as much again. So many bytes of a file stand for it, taken step by step.
 */
const heavy = 32 * mebibyte;
const step = mebibyte / 4;
/** Eight of the largest uploads. */
const inAll = 8 * heavy;

/** A file whose memory is taken as it arrives, until `release`. Its reader gets 429 or 503 while there is none. */
export function weighed(body: Readable, inProgress: Capacity, organization_id: number) {
  const shares = {
    own: {
      name: `bytes of contacts of organization ${organization_id}`,
      limit: maxPerOrganization * heavy,
      refusal: full,
    },
    all: {
      name: 'bytes of contacts',
      limit: inAll,
      refusal: () =>
        overloaded(
          'The server is reading the maximum size of files of contacts. Try again in 1 second.',
        ),
    },
  };
  const taken: (() => void)[] = [];
  let isOver = false;
  async function* arriving(): AsyncGenerator<Buffer> {
    let arrived = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (isOver) return;
      arrived += chunk.length;
      while (taken.length * step < Math.min(arrived, heavy))
        taken.push(takeFairly(inProgress, shares, step));
      yield chunk;
    }
  }
  const release = (): void => {
    isOver = true;
    for (const each of taken.splice(0)) each();
  };
  return { rows: arriving(), release };
}
