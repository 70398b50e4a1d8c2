import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Hosted {
  readonly commit: string;
  readonly files: Readonly<Record<string, Buffer>>;
}
/** A request for a file's bytes. */
interface Read {
  readonly path: string;
  /** The first byte asked for. */
  readonly from: number;
  readonly authorization: string | undefined;
  /** The bytes that were sent. */
  sent: number;
}
/** What goes wrong while a file is sent: after its first bytes the hub waits, then goes on or breaks the connection. */
interface Fault {
  readonly after: number;
  readonly until: Promise<'go on' | 'break'>;
}

export const commit = 'c0ffee'.padEnd(40, '0');
/** Larger files are in LFS, whose bytes come from another server. */
const maxGitBytes = 1000;

export const sha256 = (content: Buffer): string =>
  createHash('sha256').update(content).digest('hex');
export const gitHash = (content: Buffer): string =>
  createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
const isLarge = (content: Buffer): boolean => content.length > maxGitBytes;
const blobOf = (content: Buffer): string => (isLarge(content) ? sha256(content) : gitHash(content));

/** A server that speaks the hub's API, and one for large files. */
export async function startHub() {
  const models = new Map<string, Hosted>();
  const reads: Read[] = [];
  const faults = new Map<string, Fault[]>();
  const lies = new Map<string, Buffer>();
  const entries = new Map<string, object>();
  let status: number | undefined;
  let listed = 0;

  async function sendFile(request: IncomingMessage, response: ServerResponse, path: string) {
    const [, name = '', file = ''] = /^\/(.+)\/resolve\/[^/]+\/(.+)$/.exec(path) ?? [];
    const decoded = decodeURIComponent(file);
    const content = lies.get(decoded) ?? models.get(name)?.files[decoded];
    if (!content) return void response.writeHead(404).end();
    const [, start] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
    const from = Number(start ?? 0);
    const { authorization } = request.headers;
    const read: Read = { path: decoded, from, authorization, sent: 0 };
    reads.push(read);
    const part = content.subarray(from);
    response.writeHead(start === undefined ? 200 : 206, {
      'content-length': part.length,
      'accept-ranges': 'bytes',
      'x-repo-commit': commit,
      etag: `"${blobOf(content)}"`,
      ...(start !== undefined && {
        'content-range': `bytes ${from}-${content.length - 1}/${content.length}`,
      }),
    });
    const fault = faults.get(decoded)?.shift();
    const first = part.subarray(0, fault?.after ?? part.length);
    response.write(first);
    read.sent += first.length;
    if (fault && (await fault.until) === 'break') return void response.destroy();
    read.sent = part.length;
    response.end(part.subarray(first.length));
  }

  const cdn = createServer((request, response) => {
    void sendFile(request, response, new URL(request.url ?? '', 'http://cdn').pathname);
  });
  await listen(cdn);
  const hub = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://hub');
    const json = (code: number, body: unknown) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (status !== undefined) return void json(status, { error: 'No.' });
    const [, name = '', kind] =
      /^\/api\/models\/(.+)\/(revision|tree)\/[^/]+$/.exec(pathname) ?? [];
    const model = models.get(name);
    if (kind !== undefined && !model) return void json(404, { error: 'Repository not found' });
    if (kind === 'revision')
      return void json(200, { _id: '1', id: name, sha: model?.commit, likes: 0, downloads: 0 });
    if (kind === 'tree') {
      listed += 1;
      return void json(
        200,
        Object.entries(model?.files ?? {}).map(([path, content]) => ({
          type: 'file',
          path,
          size: content.length,
          oid: gitHash(content),
          ...(isLarge(content) && { lfs: { oid: sha256(content), size: content.length } }),
          ...entries.get(path),
        })),
      );
    }
    const [, file = ''] = /\/resolve\/[^/]+\/(.+)$/.exec(pathname) ?? [];
    const owner = [...models.values()].find(({ files }) => decodeURIComponent(file) in files);
    const content = owner?.files[decodeURIComponent(file)];
    if (content && isLarge(content)) {
      const linked = { 'x-linked-etag': `"${sha256(content)}"`, 'x-linked-size': content.length };
      response.writeHead(302, { location: urlOf(cdn) + pathname, ...linked }).end();
    } else void sendFile(request, response, pathname);
  });
  await listen(hub);

  return {
    url: urlOf(hub),
    reads,
    listed: () => listed,
    host(name: string, files: Readonly<Record<string, Buffer>>) {
      models.set(name, { commit, files });
    },
    /** Lets the next request for a file stop after some bytes until it is decided how it goes on. */
    pauseAt(path: string, after: number) {
      const { promise, resolve } = Promise.withResolvers<'go on' | 'break'>();
      faults.set(path, [...(faults.get(path) ?? []), { after, until: promise }]);
      return { goOn: () => resolve('go on'), breakOff: () => resolve('break') };
    },
    /** Sends other bytes than the hub lists. */
    lieAbout: (path: string, content: Buffer) => void lies.set(path, content),
    /** Lists a file with other members. */
    listAs: (path: string, entry: object) => void entries.set(path, entry),
    answerWith: (code: number) => void (status = code),
    async [Symbol.asyncDispose]() {
      for (const server of [hub, cdn]) {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      }
    },
  };
}

const urlOf = (server: Server): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function listen(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}
