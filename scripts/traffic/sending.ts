import { Agent, request as open } from 'node:http';
import type { WireRequest } from './requests.ts';

export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly ms: number;
}

/** A response, or why there is none: `cut` if we cut the connection, `late` if none arrived in time. */
export type Exchanged = WireAnswer | { readonly none: string; readonly ms: number };

const timeoutMs = 30_000;
/** An event stream is closed after this time. */
const streamMs = 500;

/** Sends requests unchanged; keeps connections open if the requests allow it. */
export function createSend(url: string): (request: WireRequest) => Promise<Exchanged> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 16 });
  return (wire) => {
    const began = performance.now();
    const ms = (): number => performance.now() - began;
    return new Promise((done) => {
      const headers = wire.headers.flat();
      if (wire.body) headers.push('content-length', String(wire.body.length));
      headers.push('host', new URL(url).host);
      const asking = open(url, {
        method: wire.method,
        path: wire.path,
        agent,
        headers,
      });
      const timer = setTimeout(() => {
        done({ none: 'late', ms: ms() });
        asking.destroy();
      }, timeoutMs);
      const end = (exchanged: Exchanged): void => {
        clearTimeout(timer);
        done(exchanged);
      };
      asking.on('error', (error) =>
        end({ none: wire.cutAt === undefined ? error.message : 'cut', ms: ms() }),
      );
      asking.once('response', (answer) => {
        const chunks: Buffer[] = [];
        const finish = (): void =>
          end({
            status: answer.statusCode ?? 0,
            headers: headersOf(answer.rawHeaders),
            text: Buffer.concat(chunks).toString('utf8'),
            ms: ms(),
          });
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', finish);
        answer.once('end', finish);
        if (answer.headers['content-type']?.startsWith('text/event-stream') === true)
          setTimeout(() => {
            finish();
            asking.destroy();
          }, streamMs);
      });
      if (wire.cutAt === undefined) asking.end(wire.body);
      else {
        asking.write(wire.body?.subarray(0, wire.cutAt) ?? '');
        setTimeout(() => asking.destroy(new Error('cut')), 20);
      }
    });
  };
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < raw.length; index += 2)
    headers.append(raw[index] ?? '', raw[index + 1] ?? '');
  return headers;
}
