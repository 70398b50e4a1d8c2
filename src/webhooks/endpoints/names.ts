import { lookup, Resolver } from 'node:dns/promises';
import { withTimeout } from '../../with-timeout.ts';

interface Address {
  readonly address: string;
  readonly family: number;
}

/** Finds the addresses of a host name. Throws, with a sentence, if there are none or they take too long. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>;

/** How long anybody waits for the addresses of a name. */
const resolveTimeoutMs = 2000;

const unknown = 'The host name is unknown.';
const late = 'The host name could not be resolved within 2 seconds.';
const loopback: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Asks DNS and nothing else. `dns.lookup` would hold one of the four threads that files and password hashes need too,
 * for as long as a name server likes; the resolver holds none.
 */
export const resolveByDns: Resolve = (hostname) => byDns(hostname, resolveTimeoutMs);

/** Asks the system where DNS knows nothing, for names that only this machine's hosts file or network has. */
export const resolveAnywhere: Resolve = async (hostname) => {
  const halfMs = resolveTimeoutMs / 2;
  return byDns(hostname, halfMs).catch((error: unknown) =>
    bySystem(hostname, halfMs).catch(() => {
      throw error;
    }),
  );
};

async function byDns(hostname: string, timeoutMs: number): Promise<readonly Address[]> {
  // RFC 6761: these are the machine itself, whatever anybody's name server says.
  if (/(^|\.)localhost\.?$/i.test(hostname)) return loopback;
  // One for each name, so that giving up ends this query alone.
  const resolver = new Resolver({ timeout: timeoutMs / 4, tries: 3 });
  const timer = setTimeout(() => resolver.cancel(), timeoutMs);
  const [four, six] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  clearTimeout(timer);
  const found = [
    ...addressesIn(four).map((address) => ({ address, family: 4 })),
    ...addressesIn(six).map((address) => ({ address, family: 6 })),
  ];
  if (found.length === 0) throw new Error(faultIn(four), { cause: four });
  return found;
}

const addressesIn = (answer: PromiseSettledResult<string[]>): readonly string[] =>
  answer.status === 'fulfilled' ? answer.value : [];

function faultIn(answer: PromiseSettledResult<string[]>): string {
  const code: unknown = answer.status === 'rejected' ? answer.reason.code : 'ENODATA';
  if (code === 'ENOTFOUND' || code === 'ENODATA') return unknown;
  return code === 'ECANCELLED' || code === 'ETIMEOUT'
    ? late
    : 'The host name could not be resolved.';
}

let turn: Promise<unknown> = Promise.resolve();

/** One after the other, so that slow names never hold more than one thread. */
function bySystem(hostname: string, timeoutMs: number): Promise<readonly Address[]> {
  let isLate = false;
  const found = turn.then(() => (isLate ? [] : lookup(hostname, { all: true })));
  turn = found.catch(() => {});
  return withTimeout(timeoutMs, found, () => {
    isLate = true;
    throw new Error(late);
  });
}
