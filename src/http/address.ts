import { isIPv6 } from 'node:net';
import type { Request } from 'express';

/** The key that rate limits count an unauthenticated request against. */
export const addressOf = (req: Request): string => networkOf(req.ip ?? 'unknown');

/**
 * An IPv4 address, or the /64 network of an IPv6 address: every customer has at least a /64 and can use a different
 * address of it for each request.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const [front, back] = [groupsOf(head), groupsOf(tail ?? '')];
  const gap = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return `${[...front, ...gap, ...back].slice(0, 4).join(':')}::/64`;
}

/** The 16-bit groups without leading zeros; a trailing IPv4 address counts as two groups. */
const groupsOf = (part: string): string[] =>
  part
    .replace(/[\d.]+\.\d+$/, '0:0')
    .split(':')
    .filter((group) => group !== '')
    .map((group) => Number.parseInt(group, 16).toString(16));
