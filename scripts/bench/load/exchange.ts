import { Agent, request } from 'node:http';
import type { WireRequest } from '../../traffic/requests.ts';

export interface Exchanged {
  /** 0 if there was no response. */
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly ms: number;
}

export type Exchange = (wire: WireRequest) => Promise<Exchanged>;

/** An event stream is closed after this time. */
const streamMs = 500;
const keptBytes = 200_000;

/** Sends requests over a number of kept connections; never throws. A response that takes longer is cut off. */
export function createExchange(url: string, connections: number, timeoutMs = 60_000): Exchange {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: connections,
    maxFreeSockets: connections,
  });
  const { host, hostname, port } = new URL(url);
  return ({ method, path, headers, body }) =>
    new Promise((done) => {
      const began = performance.now();
      const sent = headers.flat();
      if (body) sent.push('content-length', String(body.length));
      sent.push('host', host);
      let status = 0;
      let text = '';
      let received = new Headers();
      const finish = (): void => {
        clearTimeout(timer);
        done({ status, headers: received, text, ms: performance.now() - began });
      };
      const open = request({ agent, hostname, port, method, path, headers: sent });
      const timer = setTimeout(() => open.destroy(new Error('It took too long.')), timeoutMs);
      open.once('error', (error) => {
        text ||= error.message;
        finish();
      });
      open.once('response', (answer) => {
        status = answer.statusCode ?? 0;
        received = new Headers(
          Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const),
        );
        const keep = /json/.test(received.get('content-type') ?? '');
        answer.on('data', (chunk: Buffer) => {
          if (keep && text.length < keptBytes) text += chunk.toString('latin1');
        });
        answer.once('error', finish);
        answer.once('end', finish);
        if (received.get('content-type')?.startsWith('text/event-stream') === true)
          setTimeout(() => {
            finish();
            open.destroy();
          }, streamMs);
      });
      open.end(body);
    });
}
