import express, { type Express, type Request, type Response } from 'express';
import helmet from 'helmet';
import { methodNotAllowed } from '../errors.ts';
import type { RequestState } from './state.ts';

/** Everything comes from this server. What an operation answers is shown from memory: audio, pictures, downloads. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    connectSrc: ["'self'"],
    imgSrc: ["'self'", 'blob:'],
    mediaSrc: ['blob:'],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
};

/** The headers of everything that a page consists of. */
export const pageHeaders = helmet({
  contentSecurityPolicy,
  referrerPolicy: { policy: 'no-referrer' },
});

/** How long a file is kept whose name changes with its content. */
export const forever = 'public, max-age=31536000, immutable';

/** The Express application for what is no operation: the contract, its reference, health, MCP. */
export const createPages = (): Express => express().disable('x-powered-by').disable('etag');

/** Has Express answer a request. Resolves to whether it did; rejects with what a page throws. */
export const serve = (pages: Express, state: RequestState): Promise<boolean> =>
  new Promise((resolve, reject) => {
    state.isPage = true;
    state.setHeaders();
    state.res.once('close', () => resolve(true));
    pages(state.req as Request, state.res as Response, (error?: unknown) => {
      // A path that cannot be decoded is nobody's, as with operations.
      if (error !== undefined && !(error instanceof URIError)) return reject(error);
      state.isPage = false;
      resolve(false);
    });
  });

/** Refuses the other methods of paths outside the contract. */
export function refuseOtherMethods(
  pages: Express,
  paths: readonly string[],
  methods: readonly string[] = ['GET', 'HEAD'],
): void {
  const allowed = [...methods, 'OPTIONS'];
  pages.all([...paths], (req, res) => {
    if (req.method !== 'OPTIONS') throw methodNotAllowed(req.method, allowed);
    res.status(204).set('Allow', allowed.join(', ')).end();
  });
}
