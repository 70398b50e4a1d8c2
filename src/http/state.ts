import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Caller } from '../caller.ts';
import type { Operation } from './operations.ts';

/** What is known of a request while it is answered; the log and the metrics read it at the end. */
export interface RequestState {
  readonly requestId: string;
  readonly started: number;
  readonly req: Request;
  readonly res: Response;
  /** Made when something first asks for its signal: most requests are over before anything would listen. */
  leaving: AbortController | undefined;
  operation: Operation | undefined;
  params: Record<string, string>;
  caller: Caller | undefined;
  /** Whose limit the request was counted against when it arrived; undefined if it was not. */
  countedAddress: string | undefined;
  body: unknown;
  /** What was thrown, for the log. */
  error: unknown;
}

/** Aborted when the client leaves before the answer is complete. */
export const signalOf = (state: RequestState): AbortSignal => {
  state.leaving ??= new AbortController();
  if (state.res.destroyed && !state.res.writableFinished) state.leaving.abort();
  return state.leaving.signal;
};

const sane = /^[A-Za-z0-9._:-]{1,128}$/;

/** Names every request, those outside the contract too. */
export const nameRequest: RequestHandler = (req, res, next) => {
  const sent = req.get('x-request-id');
  res.setHeader('X-Request-Id', sent !== undefined && sane.test(sent) ? sent : randomUUID());
  next();
};

/** Notes when a request has arrived. */
export const arrivedNow = (res: Response): void => {
  res.locals['arrived'] = performance.now();
};

export function begin(req: Request, res: Response): RequestState {
  return {
    requestId: String(res.getHeader('X-Request-Id')),
    started: res.locals['arrived'] as number,
    req,
    res,
    leaving: undefined,
    operation: undefined,
    params: {},
    caller: undefined,
    countedAddress: undefined,
    body: undefined,
    error: undefined,
  };
}
