import { randomUUID } from 'node:crypto';
import type { Span } from '@opentelemetry/api';
import type { Request, RequestHandler, Response } from 'express';
import type { AnyCaller } from '../caller.ts';
import type { FormFile } from './multipart.ts';
import type { Operation } from './operations.ts';

/** What is known about a request while it is processed; the log and metrics read it at the end. */
export interface RequestState {
  readonly requestId: string;
  readonly started: number;
  readonly req: Request;
  readonly res: Response;
  /** Created on first use: most requests end before anything listens to the signal. */
  leaving: AbortController | undefined;
  operation: Operation | undefined;
  params: Record<string, string>;
  caller: AnyCaller | undefined;
  /** Absent before the request matches an operation, and of a carrier's callback before its call is known. */
  span: Span | undefined;
  /** The limit that the request was counted against when it arrived; undefined if none. */
  countedAddress: string | undefined;
  body: unknown;
  /** The temporary file of a form. */
  file: FormFile | undefined;
  /** The error thrown, for the log. */
  error: unknown;
}

/** Identifies a caller among those of its kind. */
export function callerId(caller: AnyCaller): number {
  if (caller.kind === 'session') return caller.session_id;
  return caller.kind === 'api_key' ? caller.api_key_id : caller.run_id;
}

/** Aborted when the client leaves before the response is complete. */
export const signalOf = (state: RequestState): AbortSignal => {
  state.leaving ??= new AbortController();
  if (state.res.destroyed && !state.res.writableFinished) state.leaving.abort();
  return state.leaving.signal;
};

const validId = /^[A-Za-z0-9._:-]{1,128}$/;

/** Assigns an id to every request, including those outside the contract. */
export const nameRequest: RequestHandler = (req, res, next) => {
  const sent = req.get('x-request-id');
  res.setHeader('X-Request-Id', sent !== undefined && validId.test(sent) ? sent : randomUUID());
  next();
};

/** Records when a request arrived. */
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
    span: undefined,
    countedAddress: undefined,
    body: undefined,
    file: undefined,
    error: undefined,
  };
}
