import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/** The key that rate limits count an unauthenticated request against. */
export const addressOf = (req: Request): string => networkOf(req.ip ?? 'unknown');

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
