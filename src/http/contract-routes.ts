import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Express, RequestHandler } from 'express';
import { namesEtag } from './etag.ts';
import { refuseOtherMethods } from './pages.ts';
import { atPresent, keptForWeek } from './example-times.ts';

const generated = new URL('../../generated/', import.meta.url);

/** Serves the contract itself, its examples at present, for SDK generators and readers; answers 304 if the client has it already. */
export function serveContract(http: Express): void {
  for (const name of ['openapi.json', 'openapi.yaml', 'openapi-client.json', 'openapi-go.json']) {
    const type = name.endsWith('.yaml') ? 'application/yaml' : 'application/json';
    http.get(`/api/v1/${name}`, file(name, type));
    refuseOtherMethods(http, [`/api/v1/${name}`]);
  }
}

function file(name: string, type: string): RequestHandler {
  const content = keptForWeek(() => read(name));
  return (req, res) => {
    const { text, etag } = content();
    res.set({ ETag: etag, 'Cache-Control': 'no-cache' });
    if (namesEtag(req.headers['if-none-match'], etag)) res.status(304).end();
    else res.type(type).send(text);
  };
}

function read(name: string): { text: string; etag: string } {
  const text = atPresent(readFileSync(new URL(name, generated), 'utf8'));
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
}
