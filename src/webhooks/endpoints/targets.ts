import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { isPublicAddress } from './address-rules.ts';
import { type Resolve, resolveAnywhere, resolveByDns } from './names.ts';
import { hostOf, urlFault } from './rules.ts';

export interface TargetRules {
  /** Allows every address: the server was started for development. */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
}

const connectTimeoutMs = 5000;
const refusal = 'The host is, or resolves to, an address that is not public.';

/** The error of a connection to an address that is not public. */
export class AddressRefused extends Error {}

/**
 * What is wrong with an endpoint's new URL; undefined if nothing is. A name that does not resolve at present is
 * allowed, because every connection checks again.
 */
export async function targetFault(
  url: string,
  { allowPrivate, resolve = resolveByDns }: TargetRules,
): Promise<string | undefined> {
  const fault = urlFault(url, allowPrivate);
  if (fault !== undefined || allowPrivate) return fault;
  const host = hostOf(url);
  const addresses = isIP(host) ? [host] : await resolve(host).then(textsOf, () => []);
  return addresses.every(isPublicAddress) ? undefined : refusal;
}

const textsOf = (addresses: readonly { readonly address: string }[]): string[] =>
  addresses.map(({ address }) => address);

/**
 * Connects to public addresses only. It connects to the addresses that it checked, so a name that changes its addresses
 * in between cannot bypass the check.
 */
export function publicConnector(resolve: Resolve = resolveByDns): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    timeout: connectTimeoutMs,
    lookup: lookupBy(resolve, isPublicAddress),
  });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && !isPublicAddress(host))
      setImmediate(callback, new AddressRefused(refusal), null);
    else connect(options, callback);
  };
}

/** Connects to any address. */
export const anyConnector = (resolve: Resolve = resolveAnywhere): buildConnector.connector =>
  buildConnector({
    allowH2: false,
    timeout: connectTimeoutMs,
    lookup: lookupBy(resolve, () => true),
  });

const lookupBy =
  (resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, { all }, callback) => {
    callbackify(() => resolve(hostname))((error, addresses) => {
      const [first] = addresses ?? [];
      if (error) callback(error, []);
      else if (!first || !textsOf(addresses).every(isAllowed))
        callback(new AddressRefused(refusal), []);
      else if (all) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };
