import { demoUser } from '../../src/demo/accounts.ts';

/** A failure that the user has to act on. */
export class Unusable extends Error {}

export interface Api {
  /** The base URL; it ends with `/api/v1`. */
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
}

const patienceMs = 20_000;

/** With the token, which is of a session or an API key, or logged in as the demo's user. */
export async function connect(base: string, token: string | undefined): Promise<Api> {
  if (token?.startsWith('vap_')) return { base, headers: { 'x-api-key': token } };
  if (token) return { base, headers: { authorization: `Bearer ${token}` } };
  const { email, password } = demoUser;
  const answer = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
    signal: AbortSignal.timeout(patienceMs),
  }).catch(() => {
    throw new Unusable(
      `No server answers at ${base}. Start the demo with "make start" in another terminal; API=http://HOST:PORT/api/v1 names another server.`,
    );
  });
  if (!answer.ok)
    throw new Unusable(
      `The server at ${base} does not know the demo's user. Set TOKEN to a session token or an API key with the scope read.`,
    );
  const { access_token } = (await answer.json()) as { readonly access_token: string };
  return { base, headers: { authorization: `Bearer ${access_token}` } };
}

/** The JSON at the path; undefined if the server does not answer, or not now. Throws Unusable if it refuses. */
export async function read<T>({ base, headers }: Api, path: string): Promise<T | undefined> {
  let answer: Response;
  try {
    answer = await fetch(`${base}/${path}`, { headers, signal: AbortSignal.timeout(patienceMs) });
    if (answer.ok) return (await answer.json()) as T;
  } catch {
    return undefined;
  }
  if (answer.status >= 500 || answer.status === 429) return undefined;
  const { detail } = (await answer.json().catch(() => ({}))) as { readonly detail?: unknown };
  throw new Unusable(
    `The server refuses ${path}, ${answer.status}: ${typeof detail === 'string' ? detail : ''}`,
  );
}
