import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const accessKeyId = 'test-access-key';
const secretAccessKey = 'test-secret-key';

export interface S3Server {
  readonly url: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Objects by path, such as `/bucket/key`. */
  readonly objects: Map<string, Buffer>;
  /** What the next requests get instead of an answer. */
  readonly failures: ('drop' | 503)[];
  /** Requests by method and path. */
  readonly requests: string[];
  close(): Promise<void>;
}

/**
 * Speaks the part of Amazon's S3 protocol for objects: PUT with a checksum, GET with a range, DELETE, each with a
 * verified signature of version 4. https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export async function startS3(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const failures: S3Server['failures'] = [];
  const requests: string[] = [];
  const server = createServer((req, res) => {
    const path = (req.url ?? '').split('?', 1)[0]!;
    requests.push(`${req.method} ${path}`);
    const failure = failures.shift();
    if (failure === 'drop') return void req.socket.destroy();
    if (failure) return void req.resume().once('end', () => fault(res, failure, 'SlowDown'));
    if (!isSigned(req)) return fault(res, 403, 'SignatureDoesNotMatch');
    void answer(req, res, path, objects);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId, secretAccessKey },
    objects,
    failures,
    requests,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  objects: Map<string, Buffer>,
): Promise<void> {
  if (req.method === 'PUT') {
    const body = await buffer(req).catch(() => undefined);
    if (!body || body.length !== Number(req.headers['content-length'])) return;
    const checksum = createHash('sha256').update(body).digest('base64');
    if (req.headers['x-amz-checksum-sha256'] !== checksum) return fault(res, 400, 'BadDigest');
    objects.set(path, body);
    return void res.setHeader('ETag', '"an-etag"').end();
  }
  if (req.method === 'DELETE') {
    objects.delete(path);
    return void res.writeHead(204).end();
  }
  const object = objects.get(path);
  if (!object) return fault(res, 404, 'NoSuchKey');
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '') ?? [];
  const part = start === undefined ? object : object.subarray(Number(start), Number(end) + 1);
  res.writeHead(start === undefined ? 200 : 206, { 'content-length': part.length }).end(part);
}

function fault(res: ServerResponse, status: number, code: string): void {
  res
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const [, scope, names, signature] =
    /Credential=test-access-key\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (!scope || !names) return false;
  const { pathname, searchParams } = new URL(url, 'http://s3');
  searchParams.sort();
  const canonical = [
    method,
    pathname,
    [...searchParams]
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const toSign = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = scope
    .split('/')
    .reduce<string | Buffer>(
      (secret, part) => createHmac('sha256', secret).update(part).digest(),
      `AWS4${secretAccessKey}`,
    );
  return createHmac('sha256', key).update(toSign).digest('hex') === signature;
}
