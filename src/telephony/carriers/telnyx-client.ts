import type { Credentials } from '../credentials.ts';
import { single, textOf } from './answers.ts';
import { type CarrierHttp, type HttpAnswer, mustBeInstalled } from './http.ts';

export interface Connection {
  readonly http: CarrierHttp;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** The answers and errors so far, which the client's own errors do not show. */
  readonly answers: HttpAnswer[];
  readonly errors: unknown[];
}

/**
 * A client for one request. Loading it takes a quarter of a second, which most processes never need.
 */
export async function clientFor(
  credentials: Credentials,
  { http, baseUrl, timeoutMs, answers, errors }: Connection,
) {
  mustBeInstalled('telnyx');
  const { default: Telnyx } = await import('telnyx');
  return new Telnyx({
    baseURL: baseUrl,
    apiKey: textOf(credentials, 'api_key'),
    // If omitted, the client reads them from the environment.
    publicKey: null,
    clientID: null,
    clientSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    async fetch(url, init) {
      try {
        const answer = await http.send(await requestOf(new Request(url, init)), timeoutMs);
        answers.push(answer);
        return responseOf(answer);
      } catch (error) {
        errors.push(error);
        throw error;
      }
    },
  });
}

const requestOf = async (request: Request) => ({
  url: request.url,
  method: request.method,
  headers: Object.fromEntries(request.headers),
  body: request.body ? await request.text() : undefined,
});

const responseOf = ({ status, text, headers }: HttpAnswer): Response =>
  new Response(text === '' ? null : text, {
    status,
    headers: { 'content-type': single(headers['content-type']) ?? '' },
  });
