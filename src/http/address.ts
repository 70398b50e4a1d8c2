import { isIPv6 } from 'node:net';
import type { Request } from 'express';

/** Whom a limit counts a request to that nobody has signed. */
export const addressOf = (req: Request): string => networkOf(req.ip ?? 'unknown');

/**
 * An IPv4 address as it is, of an IPv6 address its /64 network: every customer of a provider has one at the least, and may
 * take another address of it for each request.
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

/** The groups of 16 bits without leading zeros; an IPv4 address at the end stands for two. */
const groupsOf = (part: string): string[] =>
  part
    .replace(/[\d.]+\.\d+$/, '0:0')
    .split(':')
    .filter((group) => group !== '')
    .map((group) => Number.parseInt(group, 16).toString(16));
