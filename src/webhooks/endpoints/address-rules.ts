import ipaddr from 'ipaddr.js';

/**
 * Whether an address is one that anybody on the internet can reach: not private, loopback, link-local, multicast or
 * set aside for something else, also where it is wrapped in IPv6.
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

/** All of IPv6 that was ever given out; the library calls some of the rest unicast too. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** The IPv4 address that a mapped, a NAT64 or a 6to4 address leads to. */
function ipv4In(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const bytes = address.toByteArray();
  switch (address.range()) {
    case 'ipv4Mapped':
    case 'rfc6052':
      return new ipaddr.IPv4(bytes.slice(12));
    case '6to4':
      return new ipaddr.IPv4(bytes.slice(2, 6));
    default:
      return undefined;
  }
}
