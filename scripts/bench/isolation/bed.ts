import { randomBytes } from 'node:crypto';
import { createSend, newTally, type Send, type Tally } from './sending.ts';
import type { StartedServer } from './server.ts';

export type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

/** One organization with its credentials as headers. */
export interface Tenant {
  readonly organization_id: number;
  readonly session: Readonly<Record<string, string>>;
  readonly key: Readonly<Record<string, string>>;
  /** Calls with the session; throws if it is refused. */
  api(method: string, path: string, body?: unknown): Promise<Json>;
}

/** A server with a hostile or unlucky caller, and a bystander who must not notice. */
export interface Bed {
  readonly server: StartedServer;
  readonly database: string | undefined;
  readonly hostile: Tenant;
  readonly bystander: Tenant;
  readonly admin: Tenant;
  /** Its requests are counted in the table. */
  readonly send: Send;
  readonly tally: Tally;
  /** A temporary directory. */
  readonly directory: string;
  /** The models may be moved below this directory. */
  readonly modelsRoot: string;
  close(): void;
}

/** The address of hostile traffic without credentials, so that limits by address do not affect the bystander. */
export const elsewhere = '127.0.0.2';

export const adminUser = { email: 'admin@isolation.test', password: 'isolation-admin' };
const password = 'isolation-password';

export async function makeBed(
  server: StartedServer,
  parts: Pick<Bed, 'database' | 'directory' | 'modelsRoot'>,
): Promise<Bed> {
  const tally = newTally();
  const { send, close } = createSend(server.url, tally);
  const admin = await enter(server.url, '/auth/login', adminUser);
  const signUp = (name: string): Promise<Tenant> =>
    enter(server.url, '/auth/signup', { email: emailOf(name), password, organization_name: name });
  const hostile = await signUp('hostile');
  const bystander = await signUp('bystander');
  return { ...parts, server, admin, hostile, bystander, send, tally, close };
}

const emailOf = (name: string): string =>
  `${name}-${randomBytes(4).toString('hex')}@isolation.test`;

async function enter(url: string, path: string, body: Json): Promise<Tenant> {
  const entered = await call(url, {}, 'POST', path, body);
  const session = { authorization: `Bearer ${entered['access_token']}` };
  const { key } = await call(url, session, 'POST', '/auth/api-keys', { name: 'Isolation' });
  return {
    organization_id: entered['user'].organization_id,
    session,
    key: { 'x-api-key': key },
    api: (method, where, what) => call(url, session, method, where, what),
  };
}

async function call(
  url: string,
  headers: Readonly<Record<string, string>>,
  ...[method, path, body]: [string, string, unknown?]
): Promise<Json> {
  const type = typeof body === 'string' ? 'text/csv' : 'application/json';
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 1000)}`);
  return text === '' ? {} : (JSON.parse(text) as Json);
}

/** Findings of a case in addition to the common figures. */
export interface Shown {
  /** For the table's last column. */
  readonly note?: string;
  /** Broken promises of the server, one sentence each. */
  readonly faults?: readonly string[];
}

export interface Case {
  /** The number in the list of cases. */
  readonly item: number;
  readonly name: string;
  readonly needs?: 'postgres' | 'silent dns';
  readonly env?: Readonly<Record<string, string>>;
  /** The maximum duration of the bystander's requests; without it they are not checked. */
  readonly bystanderMs?: number;
  /** Prepares what is not measured, and returns what is. */
  prepare(bed: Bed): Promise<() => Promise<Shown>>;
}

export const defineCase = (made: Case): Case => made;
