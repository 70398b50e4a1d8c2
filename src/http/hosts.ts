import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';
import { Failure, forbidden } from '../errors.ts';
import { hostOf, isLoopback } from '../system/settings.ts';

/** Returns why a request is refused before anything else of it is looked at, if it is. */
export type CheckHost = (req: IncomingMessage, path: string) => Failure | undefined;

/** What load balancers and collectors request by an address of their own. */
const probed = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Refuses requests to hosts that the service does not have, and those of pages that may not call it: a page can have
 * the service's address under a name of its own, and a browser then takes the service for the page's.
 */
export function hostCheck(
  config: Pick<Config, 'onNetwork' | 'publicUrl' | 'corsOrigins'>,
): CheckHost {
  const { onNetwork, publicUrl, corsOrigins } = config;
  const ownHost = hostOf(publicUrl);
  const ownOrigin = publicUrl === undefined ? undefined : originIn(publicUrl)?.origin;
  /** The host of the last request, which is that of the next one too where there is one client or proxy. */
  let last = { host: '', isOwn: false };
  const isUnknown = (host: string, path: string): boolean => {
    if (onNetwork && (ownHost === undefined || probed.has(path))) return false;
    if (host !== last.host) {
      const name = nameIn(host);
      last = { host, isOwn: name === ownHost || isLocal(name) };
    }
    return !last.isOwn;
  };
  const mayCall = (origin: string, host: string | undefined): boolean =>
    corsOrigins.includes('*') ||
    corsOrigins.includes(origin) ||
    origin === ownOrigin ||
    (host !== undefined && originIn(origin)?.host === host.toLowerCase());
  return (req, path) => {
    const { host, origin } = req.headers;
    const invalid = refuseProtocol(req);
    if (invalid) return invalid;
    if (host !== undefined && isUnknown(host, path)) return misdirected(host);
    return origin === undefined || mayCall(origin, host) ? undefined : foreign(origin);
  };
}

/** Why a request is not valid HTTP although the parser has read it, if it is not. */
function refuseProtocol(req: IncomingMessage): Failure | undefined {
  if (!/^1\.[01]$/.test(req.httpVersion))
    return malformed('The request is not HTTP/1.0 or HTTP/1.1.');
  const hosts = countOfHosts(req);
  if (hosts > 1) return malformed('The request has more than one Host header. Send one.');
  if (hosts === 0 && req.httpVersion === '1.1')
    return malformed('The request has no Host header. HTTP/1.1 requires one.');
  const { host = '', 'transfer-encoding': coding = 'chunked' } = req.headers;
  if (!isHost.test(host)) return malformed(`The Host header "${shown(host)}" is not a host.`);
  if (coding.toLowerCase() !== 'chunked')
    return malformed(`The Transfer-Encoding "${shown(coding)}" is unknown. Send chunked alone.`);
  return undefined;
}

/** A name or an address with or without a port: RFC 9110, section 7.2. */
const isHost = /^(\[[0-9a-fA-F:.]+\]|[\w.~!$&'()*+,;=%-]*)(:\d*)?$/;

const shown = (value: string): string => value.slice(0, 253).toWellFormed();

const malformed = (detail: string): Failure =>
  new Failure({ kind: 'malformed', code: 'request_malformed', detail });

function countOfHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count;
}

/** The address by which a request reaches the service: `publicUrl` if it names the host. */
export function addressIn(req: IncomingMessage, publicUrl: string | undefined): string {
  const { host = '' } = req.headers;
  const isPublic = publicUrl !== undefined && nameIn(host) === hostOf(publicUrl);
  if (isPublic || !/^[\w.:[\]-]+$/.test(host)) return publicUrl ?? '';
  return `http://${host}`;
}

/** Whether no machine but this one can have the name: resolvers answer it with a loopback address. */
export const isLocal = (name: string): boolean => isLoopback(name) || name.endsWith('.localhost');

/** The name in a `Host` header, without its port and the dot at its end; empty if it is none. */
const nameIn = (host: string): string =>
  /^(\[[^\]]*\]|[^:]*?)\.?(?::\d*)?$/.exec(host)?.[1]?.toLowerCase() ?? '';

const originIn = (text: string): URL | undefined =>
  URL.canParse(text) ? new URL(text) : undefined;

const misdirected = (host: string): Failure =>
  new Failure({
    kind: 'misdirected',
    code: 'misdirected_request',
    detail: `The service is not at the host "${host.slice(0, 253)}". Use the host of PUBLIC_URL, or localhost on the machine of the service.`,
  });

const foreign = (origin: string): Failure =>
  forbidden(
    'origin_not_allowed',
    `Pages of "${origin.slice(0, 253)}" may not call the service: CORS_ORIGINS does not name this origin.`,
  );
