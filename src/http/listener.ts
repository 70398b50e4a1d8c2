import type { IncomingMessage, RequestListener } from 'node:http';
import type { Express, Request, Response } from 'express';
import type { Config } from '../config.ts';
import type { AddressOf } from './address.ts';
import type { Dispatch } from './dispatch.ts';
import { failPage } from './failures.ts';
import type { CheckHost } from './hosts.ts';
import { corsFor } from './pages.ts';
import { allHeaders } from './response-headers.ts';
import { RequestState, requestIdOf } from './state.ts';
import { inTurns } from './turns.ts';

interface ListenerParts {
  readonly config: Pick<Config, 'corsOrigins'>;
  readonly checkHost: CheckHost;
  readonly dispatch: Dispatch;
  /** Serves what is no operation. */
  readonly http: Express;
  readonly addressOf: AddressOf;
}

const flatHeaders = allHeaders.flat();

/**
 * Answers the operations of the contract before Express is entered, which would cost them a third of their time. All
 * other requests go through it, and those that it has no page for are refused as the contract says.
 */
export function createListener(parts: ListenerParts): RequestListener {
  const { dispatch, http, addressOf, checkHost } = parts;
  const { corsOrigins } = parts.config;
  const cors = corsOrigins.length > 0 ? corsFor(corsOrigins) : undefined;
  /** When requests arrived that Express handles. */
  const arrivals = new WeakMap<IncomingMessage, number>();
  http.use((req, res) => {
    const arrived = arrivals.get(req) ?? performance.now();
    const requestId = String(res.getHeader('X-Request-Id'));
    const { path } = req;
    const state = new RequestState(req, res, { arrived, requestId, path, headers: [], addressOf });
    void dispatch.answer(state, dispatch.match(req.method, path));
  });
  http.use((error: unknown, req: Request, res: Response, _next: unknown) =>
    failPage(req, res, error),
  );
  return inTurns(addressOf, (req, res, arrived) => {
    const { method = '', url = '' } = req;
    const end = url.indexOf('?');
    const path = end === -1 ? url : url.slice(0, end);
    const match = dispatch.match(method, path);
    if (match === undefined || !('operation' in match)) {
      arrivals.set(req, arrived);
      return http(req, res);
    }
    const requestId = requestIdOf(req);
    const headers = ['X-Request-Id', requestId, ...flatHeaders];
    cors?.(req as Request, res as Response, () => {});
    const state = new RequestState(req, res, { arrived, requestId, path, headers, addressOf });
    void dispatch.answer(state, match, checkHost(req, path));
  });
}
