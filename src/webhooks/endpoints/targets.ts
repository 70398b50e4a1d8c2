import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { type Resolve, resolveAnywhere, resolveByDns } from './names.ts';
import { hostOf, urlFault } from './rules.ts';
import ipaddr from 'ipaddr.js';

/**
 * Whether an address is reachable on the public internet: not private, loopback, link-local, multicast or reserved.
 * Also checks IPv4 addresses embedded in IPv6.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return isPublicIpv4(address);
  const wrapped = ipv4In(address);
  if (wrapped) return isPublicIpv4(wrapped);
  return address.range() === 'unicast' && address.match(globalUnicast);
}

const isPublicIpv4 = (address: ipaddr.IPv4): boolean => address.range() === 'unicast';

/** All IPv6 addresses ever assigned; the library also reports some of the rest as unicast. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

const mapped = ipaddr.IPv6.parseCIDR('::ffff:0:0/96');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
const sixToFour = ipaddr.IPv6.parseCIDR('2002::/16');

/** The IPv4 address embedded in a mapped, NAT64 or 6to4 address. */
function ipv4In(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const bytes = address.toByteArray();
  if (address.match(mapped) || address.match(nat64)) return new ipaddr.IPv4(bytes.slice(12));
  return address.match(sixToFour) ? new ipaddr.IPv4(bytes.slice(2, 6)) : undefined;
}

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
