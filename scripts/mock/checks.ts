import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { InvalidRequest } from '../../src/errors.ts';
import { validatorOf } from '../../src/http/validate.ts';
import { parseJson } from '../../src/http/json.ts';
import { type Form, readForm } from '../../src/http/multipart.ts';
import type { Spool } from '../../src/storage/spool.ts';
import type { Operation } from './contract.ts';
import { isKnown } from './pages.ts';

/** A request of which the path is known. */
export interface Incoming {
  readonly operation: Operation;
  readonly params: Record<string, string>;
  /** The path as sent. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly requestId: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** The declared problem, or the faults, that the server answers with. */
export type Refusal =
  | { readonly status: number; readonly code: string; readonly members?: object }
  | { readonly faults: readonly unknown[] };

/** What the server refuses whatever it stores; undefined for a request that it accepts. */
export async function refusalOf(request: Incoming): Promise<Refusal | undefined> {
  return (
    credentialRefusal(request) ??
    bodyRefusal(request) ??
    (await faultsIn(request)) ??
    lookupRefusal(request) ??
    conditionRefusal(request)
  );
}

function credentialRefusal({ operation, headers }: Incoming): Refusal | undefined {
  if (!operation.session && !operation.apiKey) return undefined;
  const key = headers['x-api-key'];
  const token = headers['authorization'];
  const unauthorized = { status: 401, code: 'unauthorized' };
  // Any credential will do, but for these: what happens when one expires can be tried too.
  if (key === 'vap_wrong' || (key === undefined && /^bearer wrong$/i.test(token ?? '')))
    return unauthorized;
  if (key === undefined && !/^bearer ./i.test(token ?? '')) return unauthorized;
  return key !== undefined && !operation.apiKey
    ? { status: 403, code: 'api_key_not_allowed' }
    : undefined;
}

function bodyRefusal({ operation, headers, body }: Incoming): Refusal | undefined {
  if (!operation.body || body.length === 0) return undefined;
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (!operation.body.types.some((each) => each === type))
    return { status: 415, code: 'unsupported_media_type' };
  if (body.length > operation.body.limit) return { status: 413, code: 'payload_too_large' };
  return undefined;
}

/** What a form's file is here: read, and not kept. */
const spool: Pick<Spool, 'write' | 'remove'> = {
  async write(stream) {
    for await (const _ of stream);
    return { path: '', bytes: 0, sha256: '' };
  },
  async remove() {},
};

/** The form as the server reads it. Throws `InvalidRequest` for what is none. */
const formIn = ({ headers, body }: Incoming): Promise<Form> =>
  readForm({ headers } as IncomingMessage, Readable.from([body]), {
    spool: spool as Spool,
    signal: AbortSignal.timeout(10_000),
  });

async function faultsIn(request: Incoming): Promise<Refusal | undefined> {
  const { operation, params, query, headers, body } = request;
  try {
    const isJson = operation.bodySchema !== undefined && !operation.body?.isForm;
    const parsed =
      isJson && body.length > 0
        ? parseJson(body, { holdsSecrets: operation.secrets.size > 0 })
        : body;
    const sent = operation.body?.isForm && body.length > 0 ? await formIn(request) : parsed;
    validatorOf(operation)({
      req: { url: `?${query.toString()}`, headers },
      path: '',
      params,
      body: body.length === 0 ? undefined : sent,
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error;
    return { faults: error.faults };
  }
}

/** An id that nothing in the examples has is not found. */
function lookupRefusal({ operation, params }: Incoming): Refusal | undefined {
  const missing = Object.entries(params).find(([name, id]) => name !== 'provider' && !isKnown(id));
  if (!missing || operation.rawBody) return undefined;
  return { status: 404, code: 'not_found', members: { param: missing[0] } };
}

/** The `ETag` of every representation. */
export const etag = '"3-3.nQ8vX2mBz5Lk0aTe"';

const used = new Map<string, string>();

function conditionRefusal({ operation, headers, body, params }: Incoming): Refusal | undefined {
  const condition = headers['if-match'];
  const takes = operation.parameters.some(({ name }) => name === 'If-Match');
  if (takes && condition !== undefined && condition !== '*' && !condition.includes(etag))
    return { status: 412, code: 'precondition_failed' };
  const key = headers['idempotency-key'];
  if (!operation.idempotent || key === undefined) return undefined;
  const request = JSON.stringify([operation.id, params]) + body.toString('latin1');
  const digest = createHash('sha256').update(request).digest('base64');
  const first = used.get(key);
  if (first !== undefined && first !== digest)
    return { status: 409, code: 'idempotency_key_reused' };
  if (used.size >= 10_000) used.clear();
  used.set(key, digest);
  return undefined;
}
