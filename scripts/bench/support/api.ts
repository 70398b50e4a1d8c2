import { demoUser } from '../../../src/demo/accounts.ts';

interface Json {
  readonly [name: string]: unknown;
}

async function call(url: string, init: RequestInit): Promise<Json> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Json;
}

const post = (url: string, body: Json, headers: Record<string, string> = {}): Promise<Json> =>
  call(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** The demo user's session, as the header that carries it. */
export async function logIn(url: string): Promise<{ authorization: string }> {
  const session = await post(`${url}/api/v1/auth/login`, { ...demoUser });
  return { authorization: `Bearer ${String(session['access_token'])}` };
}

/** A new API key of the demo user's organization, as the header that carries it. */
export async function createApiKey(url: string): Promise<{ 'x-api-key': string }> {
  const { key } = await post(`${url}/api/v1/auth/api-keys`, { name: 'Bench' }, await logIn(url));
  return { 'x-api-key': String(key) };
}

interface Item {
  readonly id: number;
  /** Of runs. */
  readonly workflow_id: number;
}

/** The items of a list's first page. */
export async function list(url: string, headers: Record<string, string>): Promise<Item[]> {
  const page = await call(url, { headers });
  return page['items'] as Item[];
}
