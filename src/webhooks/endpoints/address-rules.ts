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
