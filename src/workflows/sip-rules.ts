import ipaddr from 'ipaddr.js';

const shape = /^sip:([A-Za-z0-9._+-]{1,64})@([A-Za-z0-9.-]{1,253})(?::([0-9]{1,5}))?$/;
const maxLength = 254;

/** Names that are resolved inside a network, never on the internet: RFC 6761, RFC 6762, RFC 8375, RFC 9476, ICANN's `internal`. */
const inside: ReadonlySet<string> = new Set(
  'alt arpa corp home internal intranet invalid lan local localdomain localhost onion private test'.split(
    ' ',
  ),
);

interface SipUri {
  readonly user: string;
  readonly host: string;
  readonly port: number | undefined;
}

export const isSip = (to: string): boolean => to.startsWith('sip:');

/** The parts of a SIP URI; undefined for another text. */
export function sipParts(uri: string): SipUri | undefined {
  const [, user, host, port] = (uri.length <= maxLength && shape.exec(uri)) || [];
  if (user === undefined || host === undefined) return undefined;
  return { user, host: host.toLowerCase(), port: port === undefined ? undefined : Number(port) };
}

/**
 * Why a SIP URI cannot be called; undefined if it can, as far as its text says. Its carrier resolves the name, in the
 * carrier's own network.
 */
export function sipFault(uri: string): string | undefined {
  const parts = sipParts(uri);
  if (!parts) return 'Must be sip:user@host, with a port at most.';
  const { host, port } = parts;
  if (port !== undefined && (port < 1 || port > 65_535))
    return 'The port must be between 1 and 65535.';
  if (ipaddr.IPv4.isValidFourPartDecimal(host))
    return ipaddr.IPv4.parse(host).range() === 'unicast'
      ? undefined
      : `The host ${host} is no address of the public internet.`;
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  if (labels.length < 2 || !labels.every((label) => isLabel(label)) || !/^[a-z]/.test(last))
    return `The host ${host} is no full name of the internet, such as pbx.example.com.`;
  return inside.has(last)
    ? `The host ${host} has the ending .${last}, which is no name of the public internet.`
    : undefined;
}

const isLabel = (text: string): boolean => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text);

/** The phone number, in E.164, that a SIP URI has for its user; undefined if it has none. */
export function numberInSip(uri: string): string | undefined {
  const user = sipParts(uri)?.user ?? '';
  return /^[+][1-9][0-9]{6,14}$/.test(user) ? user : undefined;
}
