import {
  type Client,
  createClient,
  type components,
  type operations,
} from '@voice-agent-platform/client';
import { currentToken, stateOf, tokenAfter } from './session.ts';

export type Schemas = components['schemas'];

/** For each set of roles, the operations that only these may call: written by the build from the contract. */
declare const ROLES: Readonly<Record<string, readonly string[]>>;

const baseUrl = location.origin;

/** Sends requests with the session's token. One that is refused as the session has ended is sent again after a log-in. */
export const api: Client = createClient({
  baseUrl,
  credential: currentToken,
  fetch: (request) => sendAgain(request),
});

/** Sends requests without a session. */
export const anonymous: Client = createClient({
  baseUrl,
  maxRetries: 0,
  // Goes on where the page is left.
  fetch: (request) => fetch(request, { keepalive: true }),
});

/** Nothing could be loaded, which is tried again. */
export class Unreachable extends Error {}

/** A request that brings nothing for so long is given up. */
const patienceMs = 30_000;

/** What takes as long as it takes. */
const long: readonly unknown[] = ['text/event-stream', 'text/csv'];

function send(request: Request): Promise<Response> {
  const isLong = long.includes(request.headers.get('accept'));
  const signals = [request.signal, ...(isLong ? [] : [AbortSignal.timeout(patienceMs)])];
  return fetch(request, { signal: AbortSignal.any(signals) });
}

async function sendAgain(request: Request, through = send): Promise<Response> {
  const again = request.clone();
  const sentAt = Date.now();
  const response = await through(request);
  compareClocks(response, sentAt);
  if (response.status !== 401) return response;
  const [, refused = ''] = (request.headers.get('authorization') ?? '').split(' ');
  again.headers.set('authorization', `Bearer ${await tokenAfter(refused)}`);
  return sendAgain(again, through);
}

/**
 * A client that sends the file as the body of its requests. The browser reads it from the disk while it is sent, and says
 * how far it is, which `fetch` does not.
 */
export function sendFile(file: File, onSent: (bytes: number) => void): Client {
  const through = (request: Request): Promise<Response> =>
    new Promise((done, failed) => {
      const sending = new XMLHttpRequest();
      sending.open(request.method, request.url);
      for (const [name, value] of request.headers) sending.setRequestHeader(name, value);
      sending.responseType = 'blob';
      sending.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
      sending.addEventListener('load', () => {
        const lines = sending.getAllResponseHeaders().trim().split('\r\n');
        const headers = lines.map((line) => line.split(/: (.*)/, 2) as [string, string]);
        done(new Response(sending.response as Blob, { status: sending.status, headers }));
      });
      for (const event of ['error', 'abort'])
        sending.addEventListener(event, () => failed(new TypeError('The file could not be sent.')));
      request.signal.addEventListener('abort', () => sending.abort());
      sending.send(file);
    });
  const again = (request: Request): Promise<Response> => sendAgain(request, through);
  return createClient({ baseUrl, credential: currentToken, fetch: again });
}

/** How far this machine's clock is behind the server's, in milliseconds; within a second. */
let behindMs = 0;

function compareClocks(response: Response, sentAt: number): void {
  const date = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(date)) return;
  // The header has whole seconds: the clock is corrected where it cannot be right.
  behindMs = Math.min(Math.max(behindMs, date - Date.now()), date + 999 - sentAt);
}

/** The server's time. */
export const now = (): number => Date.now() + behindMs;

/** Whether the user's role lets the operation be called. What it does not is not shown. */
export function may(operation: keyof operations): boolean {
  const state = stateOf();
  if (!('user' in state)) return false;
  const only = Object.entries(ROLES).find(([, ids]) => ids.includes(operation));
  if (only === undefined) return true;
  return state.user.is_email_verified && only[0].split(' ').includes(state.user.role);
}
