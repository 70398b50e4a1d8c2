import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';
import { Failure, forbidden } from '../errors.ts';
import { hostOf, isLoopback } from '../process/variables.ts';

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
    if (countOfHosts(req) > 1) return twoHosts();
    if (host !== undefined && isUnknown(host, path)) return misdirected(host);
    return origin === undefined || mayCall(origin, host) ? undefined : foreign(origin);
  };
}

/** The address by which a request reaches the service: `publicUrl` if it names the host. */
export function addressIn(req: IncomingMessage, publicUrl: string | undefined): string {
  const { host = '' } = req.headers;
  const isPublic = publicUrl !== undefined && nameIn(host) === hostOf(publicUrl);
  if (isPublic || !/^[\w.:[\]-]+$/.test(host)) return publicUrl ?? '';
  return `http://${host}`;
}

/** Whether no machine but this one can have the name: resolvers answer it with a loopback address. */
const isLocal = (name: string): boolean => isLoopback(name) || name.endsWith('.localhost');

/** The name in a `Host` header, without its port and the dot at its end; empty if it is none. */
const nameIn = (host: string): string =>
  /^(\[[^\]]*\]|[^:]*?)\.?(?::\d*)?$/.exec(host)?.[1]?.toLowerCase() ?? '';

const originIn = (text: string): URL | undefined =>
  URL.canParse(text) ? new URL(text) : undefined;

function countOfHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count;
}

const twoHosts = (): Failure =>
  new Failure({
    kind: 'malformed',
    code: 'request_malformed',
    detail: 'The request has more than one Host header. Send one.',
  });

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
