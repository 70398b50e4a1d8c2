import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { namesEtag } from './etag.ts';

/** The same text in the encodings that browsers take. Each is made once, when it is first requested. */
export interface Representations {
  readonly hash: string;
  readonly type: string;
  encoded(encoding: Encoding): Promise<Buffer>;
}

type Encoding = 'br' | 'gzip' | 'identity';

const hashLength = 12;
/** The highest takes ten times as long and saves 3%. */
const brotliQuality = 9;

const encoders: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
    }),
  gzip: (bytes) => promisify(gzip)(bytes),
  identity: async (bytes) => bytes,
};

export function represent(text: string, type: string): Representations {
  const bytes = Buffer.from(text);
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
    hash: hash('sha256', bytes, 'base64url').slice(0, hashLength),
    encoded(encoding) {
      const known = made.get(encoding) ?? encoders[encoding](bytes);
      made.set(encoding, known);
      return known;
    },
  };
}

/** Answers with the encoding that the client prefers, or 304. Each encoding has its own strong ETag. */
export const send =
  (find: () => Representations, cacheControl: string): RequestHandler =>
  async (req, res) => {
    const found = find();
    const encoding = chosenEncoding(req.headers['accept-encoding']);
    const etag = `"${found.hash}${encoding === 'identity' ? '' : `-${encoding}`}"`;
    res.set({ ETag: etag, 'Cache-Control': cacheControl }).vary('Accept-Encoding');
    if (res.statusCode === 200 && namesEtag(req.headers['if-none-match'], etag)) {
      res.status(304).end();
      return;
    }
    const bytes = await found.encoded(encoding);
    if (encoding !== 'identity') res.set('Content-Encoding', encoding);
    res.type(found.type).send(bytes);
  };

/** The smallest that the client accepts; a weight of 0 refuses an encoding. */
function chosenEncoding(header = ''): Encoding {
  const accepted = new Map(
    header.split(',').map((part) => {
      const [name = '', weight = ''] = part.split(';');
      return [name.trim().toLowerCase(), !/^\s*q=0(?:\.0*)?\s*$/.test(weight)];
    }),
  );
  const takes = (encoding: Encoding): boolean =>
    accepted.get(encoding) ?? accepted.get('*') ?? false;
  return (['br', 'gzip'] as const).find(takes) ?? 'identity';
}
