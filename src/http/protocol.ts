import type { IncomingMessage, ServerResponse } from 'node:http';

export const allMethods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

const absolute = /^https?:\/\/([^/?#]*)([^#]*)/i;

/**
 * Reads a target in absolute form as proxies send it: its path, and its host in place of the header's (RFC 9112, section
 * 3.2.2).
 */
export function readTarget(req: IncomingMessage): void {
  const { url = '' } = req;
  if (url.startsWith('/')) return;
  const [, host, rest = ''] = absolute.exec(url) ?? [];
  if (host === undefined) return;
  req.url = rest.startsWith('/') ? rest : `/${rest}`;
  req.headers.host = host;
}

const expected = /(?:^|\W)100-continue(?:$|\W)/i;

/**
 * Has a client send its body that waits until it is wanted. Called once nothing in the headers refuses the request: otherwise
 * the client gets the refusal, and Node closes the connection, as nobody knows whether the body follows.
 */
export function continueBody({ headers, httpVersion }: IncomingMessage, res: ServerResponse): void {
  const { expect } = headers;
  if (expect !== undefined && httpVersion === '1.1' && expected.test(expect)) res.writeContinue();
}
