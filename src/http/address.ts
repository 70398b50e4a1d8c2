import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Finds the key that rate limits count a request without a known caller against. */
export type AddressOf = (req: IncomingMessage) => string;

/** Reads the client's address behind so many proxies, each of which adds the address before it to `X-Forwarded-For`. */
export function addressesBehind(proxies: number): AddressOf {
  if (proxies > 0) return (req) => networkOf(clientOf(req, proxies));
  const known = new WeakMap<Socket, string>();
  return ({ socket }) => {
    let address = known.get(socket);
    if (address === undefined) {
      address = networkOf(socket.remoteAddress ?? 'unknown');
      known.set(socket, address);
    }
    return address;
  };
}

/** The address that the outermost trusted proxy saw; the header's first one if it names fewer. */
function clientOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const named = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
    .toReversed();
  const hops = [socket.remoteAddress ?? 'unknown', ...named];
  return hops[Math.min(proxies, hops.length - 1)] ?? 'unknown';
}

/**
 * An IPv4 address, or the /64 network of an IPv6 address: every customer has at least a /64 and can use a different
 * address of it for each request.
 */
export function networkOf(text: string): string {
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const groups = address.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}

/** The /48 of a /64 network of IPv6, which one customer may have whole; another address as it is. */
export const siteOf = (network: string): string =>
  network.replace(/^((?:[0-9a-f]{1,4}:){3})[0-9a-f]{1,4}::\/64$/, '$1:/48');
