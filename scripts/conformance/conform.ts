import { type Result, tryOperation } from './cases.ts';
import { type Client, createClient, type Exchange } from './client.ts';
import { type Operation, operations } from './contract.ts';
import { createSubjects, type CredentialFor } from './subjects.ts';

interface Options {
  readonly url: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The operations to try; all by default. */
  readonly only?: readonly string[];
  readonly onOperation?: (id: string) => void;
}

/** Tries every operation of a server. Throws if nobody can log in there. */
export async function conform({ url, environment, only, onOperation }: Options): Promise<{
  results: Result[];
  exchanges: readonly Exchange[];
}> {
  const client = createClient(url);
  const token =
    environment['TOKEN'] ?? (await logIn(client, environment['EMAIL'], environment['PASSWORD']));
  const { ADMIN_TOKEN, ADMIN_EMAIL, ADMIN_PASSWORD } = environment;
  const admin = ADMIN_TOKEN ?? (ADMIN_EMAIL && (await logIn(client, ADMIN_EMAIL, ADMIN_PASSWORD)));
  const credentialFor = credentials(token, admin ?? undefined);
  const run = {
    client,
    credentialFor,
    hasAdmin: Boolean(admin),
    role: await roleOf(client, token),
    subjects: createSubjects(client, credentialFor),
  };
  const results: Result[] = [];
  const chosen = operations.filter(({ id }) => only?.includes(id) ?? true);
  // A log-out ends the session that all others use.
  for (const operation of chosen.toSorted(
    (a, b) => Number(a.id === 'logOut') - Number(b.id === 'logOut'),
  )) {
    onOperation?.(operation.id);
    results.push(...(await tryOperation(operation, run)));
  }
  return { results, exchanges: client.exchanges };
}

/** A session for each operation: an administrator's where the operation is theirs. */
export const credentials =
  (token: string, admin: string | undefined): CredentialFor =>
  (operation: Operation) => {
    if (!operation.secured) return {};
    return { authorization: `Bearer ${operation.superAdmin ? (admin ?? token) : token}` };
  };

async function roleOf(client: Client, token: string): Promise<string> {
  const { json } = await client.send({
    method: 'GET',
    path: '/api/v1/auth/me',
    headers: { authorization: `Bearer ${token}` },
  });
  const { user } = Object(json) as { user?: { role?: string } };
  return user?.role ?? 'owner';
}

export async function logIn(
  client: Client,
  email = 'demo@example.com',
  password = 'demo-password',
): Promise<string> {
  const { status, json } = await client.send({
    method: 'POST',
    path: '/api/v1/auth/login',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { access_token: token } = Object(json) as { access_token?: string };
  if (token) return token;
  throw new Error(`${email} cannot log in (${status}). Set EMAIL and PASSWORD, or TOKEN.`);
}
