import { randomUUID } from 'node:crypto';
import type { Client, Received, Sent } from './client.ts';
import { type Operation, operationNamed, operations, resolve, successOf } from './contract.ts';
import { type Ids, requestOf, takes } from './requests.ts';
import type { CredentialFor, Subjects } from './subjects.ts';
import { left } from './tables.ts';
import { violationOf } from './validity.ts';

export interface Result {
  readonly operation: string;
  readonly name: string;
  readonly verdict: 'passed' | 'failed' | 'not reached';
  /** Why it failed or was not reached. */
  readonly reason: string | null;
}

export interface Run {
  readonly client: Client;
  readonly subjects: Subjects;
  readonly credentialFor: CredentialFor;
  /** Whether there is a super admin's credential. */
  readonly hasAdmin: boolean;
  /** The role of the user whose credential there is. */
  readonly role: string;
}

interface Case {
  readonly name: string;
  /** Undefined if the operation has no such case. */
  readonly sent: (usual: Sent, ids: Ids) => Sent | undefined;
  readonly status: number;
  readonly code?: string;
}

const isGet = ({ method }: Operation): boolean => method === 'GET';
const without = (headers: Sent['headers'], ...names: string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
const also = (sent: Sent, headers: Record<string, string>): Sent => ({
  ...sent,
  headers: { ...sent.headers, ...headers },
});
const credentials = ['authorization', 'x-api-key'];

/** The refusals that every server can be brought to, each by one request. */
const refusals = (operation: Operation): Case[] => [
  {
    name: 'no credential',
    status: 401,
    code: 'unauthorized',
    sent: (usual) =>
      operation.secured ? { ...usual, headers: without(usual.headers, ...credentials) } : undefined,
  },
  {
    name: 'a wrong credential',
    status: 401,
    code: 'unauthorized',
    sent: (usual) =>
      operation.secured ? also(usual, { authorization: 'Bearer wrong' }) : undefined,
  },
  {
    name: 'a malformed body',
    status: 422,
    sent: (usual) => (isJsonBody(operation) ? { ...usual, body: '{"' } : undefined),
  },
  {
    name: 'a missing member',
    status: 422,
    sent: (usual) => (isJsonBody(operation) ? withoutMember(operation, usual) : undefined),
  },
  {
    name: 'an unknown parameter',
    status: 422,
    sent: (usual) =>
      operation.secured && 422 in operation.responses
        ? { ...usual, path: withQuery(usual.path, 'surprise=1') }
        : undefined,
  },
  {
    name: 'another content type',
    status: 415,
    code: 'unsupported_media_type',
    sent: (usual) =>
      operation.body && operation.secured
        ? also({ ...usual, body: usual.body ?? '{}' }, { 'content-type': 'application/x-unknown' })
        : undefined,
  },
  {
    name: 'too large a body',
    status: 413,
    code: 'payload_too_large',
    sent: (usual) =>
      isJsonBody(operation) && operation.bodyLimit <= 1_048_576
        ? { ...usual, body: `{"x":"${'x'.repeat(operation.bodyLimit)}"}` }
        : undefined,
  },
  {
    name: 'an unknown id',
    status: 404,
    code: 'not_found',
    sent: (usual, ids) => (operation.secured ? withUnknownId(operation, usual, ids) : undefined),
  },
  {
    name: 'a stale If-Match',
    status: 412,
    code: 'precondition_failed',
    sent: (usual) =>
      takes(operation, 'If-Match') ? also(usual, { 'if-match': '"stale"' }) : undefined,
  },
];

const isJsonBody = ({ body, secured }: Operation): boolean =>
  secured && body !== undefined && Object.keys(body).join() === 'application/json';

function withoutMember(operation: Operation, usual: Sent): Sent | undefined {
  const schema = operation.body?.['application/json']?.schema ?? {};
  const [name] = resolve<{ required?: string[] }>(schema).required ?? [];
  if (name === undefined || typeof usual.body !== 'string') return undefined;
  const { [name]: _, ...rest } = JSON.parse(usual.body) as Record<string, unknown>;
  return { ...usual, body: JSON.stringify(rest) };
}

function withUnknownId(operation: Operation, usual: Sent, ids: Ids): Sent | undefined {
  const [, name = ''] = [...operation.path.matchAll(/\{(\w+)\}/g)].at(-1) ?? [];
  const parameter = operation.parameters.find((each) => each.in === 'path' && each.name === name);
  if (!parameter) return undefined;
  const { type, maximum = Infinity } = resolve<{ type?: string; maximum?: number }>(
    parameter.schema,
  );
  const unknown =
    type === 'integer' ? Math.min(maximum, 2_000_000_000) : '00000000-0000-4000-8000-000000000000';
  const { path } = requestOf(operation, { ids: { ...ids, [name]: unknown } });
  return { ...usual, path };
}

/** Why the operation refuses every credential that there is. */
function refusalOf({ superAdmin, roles }: Operation, { hasAdmin, role }: Run) {
  if (superAdmin && !hasAdmin)
    return {
      name: 'a user who is no super admin',
      code: 'super_admin_required',
      reason: 'there is no ADMIN_EMAIL or ADMIN_TOKEN',
    };
  if (roles !== undefined && !roles.includes(role))
    return {
      name: 'a user with another role',
      code: 'role_required',
      reason: `the user has the role ${role}`,
    };
  return undefined;
}

interface Expected {
  readonly status: number;
  readonly code?: string;
}

interface Exchange {
  readonly sent: Sent;
  readonly received: Received;
}

/** Tries the operation: what it refuses, its success, and what follows from that. */
export async function tryOperation(operation: Operation, run: Run): Promise<Result[]> {
  const results: Result[] = [];
  const report = (name: string, verdict: Result['verdict'], reason: string | null = null): void =>
    void results.push({ operation: operation.id, name, verdict, reason });
  const { client, subjects, credentialFor } = run;
  const ids = await subjects.idsFor(operation);
  const members = await subjects.membersFor(operation);
  const usual = (): Sent =>
    requestOf(operation, { ids, members, headers: credentialFor(operation) });

  /** Reports a violation, or whether the answer is the one that was aimed at. */
  async function tried(name: string, sent: Sent, expected: Expected): Promise<Received> {
    return judged(name, { sent, received: await client.send(sent) }, expected);
  }

  function judged(name: string, { sent, received }: Exchange, expected: Expected): Received {
    const violation = violationOf(operation, sent, received);
    const { code, detail } = Object(received.json) as { code?: string; detail?: unknown };
    const isIt = received.status === expected.status && (!expected.code || expected.code === code);
    const other = `answered ${received.status} ${code ?? ''}: ${JSON.stringify(detail ?? '').slice(0, 160)}`;
    if (violation) report(name, 'failed', violation);
    else if (isIt) report(name, 'passed');
    else if (received.status < 300 || received.status >= 500 || name in mustRefuse)
      report(name, 'failed', other);
    else report(name, 'not reached', other);
    return received;
  }

  const refusal = refusalOf(operation, run);
  if (refusal) {
    report('success', 'not reached', refusal.reason);
    await tried(refusal.name, usual(), { status: 403, code: refusal.code });
  }
  for (const each of refusals(operation).filter(({ status }) => !refusal || status === 401)) {
    const sent = each.sent(usual(), ids);
    if (sent) await tried(each.name, sent, each);
  }
  const reason = left[operation.id];
  if (refusal) return results;
  if (reason !== undefined) report('success', 'not reached', reason);
  else await trySuccess();
  return results;

  async function trySuccess(): Promise<void> {
    const [status, response] = successOf(operation);
    const sent = usual();
    const first = await tried('success', sent, { status });
    if (first.status !== status) return;
    const etag = first.headers.get('etag');
    if (isGet(operation) && etag !== null && 304 in operation.responses)
      judged('the same again', await unchanged(etag), { status: 304 });
    if (takes(operation, 'Idempotency-Key')) {
      const again = await tried('the same Idempotency-Key', sent, { status });
      const isSame = JSON.stringify(again.json) === JSON.stringify(first.json);
      if (!isSame) report('the same Idempotency-Key', 'failed', 'it was answered differently');
      await tried('an Idempotency-Key of another request', await withUsedKey(), {
        status: 409,
        code: 'idempotency_key_reused',
      });
    }
    if ('next_cursor' in Object(first.json))
      await tried(
        'an unknown cursor',
        { ...sent, path: withQuery(sent.path, 'cursor=unknown') },
        { status: 422 },
      );
    if (response['x-location'] !== undefined) await readBack(first.headers.get('location') ?? '');
  }

  /** What changes by itself, such as a delivery in progress, is asked for with its new tag, a few times at most. */
  async function unchanged(etag: string): Promise<Exchange> {
    for (let [tag, tries] = [etag, 10]; ; tries -= 1) {
      const sent = also(usual(), { 'if-none-match': tag });
      const received = await client.send(sent);
      const next = received.headers.get('etag') ?? tag;
      if (received.status !== 200 || next === tag || tries === 0) return { sent, received };
      tag = next;
    }
  }

  /** The request with a key that another operation was sent with. */
  async function withUsedKey(): Promise<Sent> {
    // It can be repeated as often as a server is tried: no limit counts what it makes.
    const other = operationNamed(
      operation.id === 'addDoNotCallNumbers' ? 'createConsent' : 'addDoNotCallNumbers',
    );
    const key = { 'idempotency-key': randomUUID() };
    await client.send(
      requestOf(other, {
        ids: {},
        members: await subjects.membersFor(other),
        headers: { ...credentialFor(other), ...key },
      }),
    );
    return also(usual(), key);
  }

  /** What was created is found where `Location` says. */
  async function readBack(location: string): Promise<void> {
    const path = location.split('?')[0] ?? '';
    const reader = operations.find((each) => isGet(each) && pattern(each.path).test(path));
    if (!reader) return report('Location', 'failed', `no operation reads ${location}`);
    const received = await client.send({
      method: 'GET',
      path: location,
      headers: credentialFor(reader),
    });
    const isFound = received.status === 200;
    report(
      'Location',
      isFound ? 'passed' : 'failed',
      isFound ? null : `it answers ${received.status}`,
    );
  }
}

/** Refusals that do not depend on what a server has stored. */
const mustRefuse: Readonly<Record<string, true>> = {
  'no credential': true,
  'a wrong credential': true,
  'a malformed body': true,
  'a missing member': true,
  'an unknown parameter': true,
};

const withQuery = (path: string, query: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${query}`;

const pattern = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
