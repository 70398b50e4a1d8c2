import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import canonicalize from 'canonicalize';
import type { ServedApp } from './context.ts';
import type { FormFile } from './multipart.ts';
import type { RequestState } from './state.ts';

type Fingerprinting = Pick<ServedApp, 'secrets'>;
type Request = Pick<
  RequestState,
  'operation' | 'path' | 'req' | 'body' | 'file' | 'bodyHash' | 'caller'
>;

/** What is kept of a request to recognise it. */
export function fingerprintOf(app: Fingerprinting, request: Request): Buffer {
  const [first] = fingerprintsOf(app, request);
  if (!first) throw new Error('Every request has a fingerprint.');
  return first;
}

/** Whether what was kept is that of this request, in this release or a former one. */
export const isFingerprintOf = (app: Fingerprinting, request: Request, kept: Buffer): boolean =>
  fingerprintsOf(app, request).some((each) => kept.equals(each));

/**
 * What identifies a request: operation, path, query and body, and of a session its user, so that nobody is shown what
 * another user got. Of a body that could be guessed from a plain hash it is a hash with each configured key, the newest
 * first. The first one is kept. The others are what former releases have kept, and what API keys keep.
 */
function* fingerprintsOf(app: Fingerprinting, request: Request): Generator<Buffer> {
  const { body, bodyHash, caller } = request;
  const keys = bodyHash || isGuessable(body) ? app.secrets.keysFor('idempotency fingerprint') : [];
  for (const textOf of [canonicalText, formerText]) {
    const text = textOf(request);
    const texts = caller?.kind === 'session' ? [`user ${caller.user_id}: ${text}`, text] : [text];
    for (const each of texts) {
      for (const key of keys) yield createHmac('sha256', key).update(each).digest();
      yield createHash('sha256').update(each).digest();
    }
  }
}

/** One text for all requests that mean the same, as RFC 8785 writes it: members and parameters have one order. */
function canonicalText(request: Request): string {
  const { operation, path, req } = request;
  const query = { ...parseQuery(req.url?.slice(path.length + 1) ?? '') };
  return String(canonicalize([operation?.id, path, query, contentOf(request)]));
}

/** What releases before 0.3.0 hash, with the members as they were sent. */
const formerText = (request: Request): string =>
  JSON.stringify([request.operation?.id, request.req.url, contentOf(request)]);

function contentOf({ req, body, bodyHash, file }: Request): unknown {
  if (bodyHash) return { type: mediaType(req), sha256: bodyHash.copy().digest('hex') };
  return file ? withoutPath(body, file) : (body ?? null);
}

/** Few passwords, phone numbers and codes of keys are possible. */
const isGuessable = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  ('password' in body || 'phone_number' in body || 'keys' in body);

/** The type says how the bytes are read. */
const mediaType = ({ headers }: IncomingMessage): string | undefined =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase();

/** A form, with its file's hash in place of the temporary file. */
const withoutPath = (body: unknown, { sha256, filename }: FormFile): object => ({
  ...(body as object),
  file: { sha256, filename },
});
