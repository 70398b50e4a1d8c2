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

const mapped = ipaddr.IPv6.parseCIDR('::ffff:0:0/96');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
const sixToFour = ipaddr.IPv6.parseCIDR('2002::/16');

/** The IPv4 address that a mapped, a NAT64 or a 6to4 address leads to. */
function ipv4In(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const bytes = address.toByteArray();
  if (address.match(mapped) || address.match(nat64)) return new ipaddr.IPv4(bytes.slice(12));
  return address.match(sixToFour) ? new ipaddr.IPv4(bytes.slice(2, 6)) : undefined;
}
