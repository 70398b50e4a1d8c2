import { lookup, Resolver } from 'node:dns/promises';
import { withTimeout } from '../../time/with-timeout.ts';

interface Address {
  readonly address: string;
  readonly family: number;
}

/** Resolves a host name. Throws an error with a readable message if it has no addresses or takes too long. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>;

/** Maximum duration of a resolution. */
const resolveTimeoutMs = 2000;

const unknown = 'The host name is unknown.';
const late = 'The host name could not be resolved within 2 seconds.';
const loopback: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Uses DNS only. `dns.lookup` would block one of the four threads that file access and password hashing also need until
 * the name server responds; the resolver uses none.
 */
export const resolveByDns: Resolve = (hostname) => byDns(hostname, resolveTimeoutMs);

/** Falls back to the system's resolver for names that only the hosts file or the local network knows. */
export const resolveAnywhere: Resolve = async (hostname) => {
  const halfMs = resolveTimeoutMs / 2;
  return byDns(hostname, halfMs).catch((error: unknown) =>
    bySystem(hostname, halfMs).catch(() => {
      throw error;
    }),
  );
};

async function byDns(hostname: string, timeoutMs: number): Promise<readonly Address[]> {
  // RFC 6761: these names mean the machine itself, whatever a name server says.
  if (/(^|\.)localhost\.?$/i.test(hostname)) return loopback;
  // One per name, because `cancel` cancels all queries of a resolver.
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

/** One lookup at a time, so that slow names block at most one thread. */
function bySystem(hostname: string, timeoutMs: number): Promise<readonly Address[]> {
  let isLate = false;
  const found = turn.then(() => (isLate ? [] : lookup(hostname, { all: true })));
  turn = found.catch(() => {});
  return withTimeout(timeoutMs, found, () => {
    isLate = true;
    throw new Error(late);
  });
}
