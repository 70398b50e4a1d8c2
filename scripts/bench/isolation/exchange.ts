import { Agent, type IncomingMessage, request } from 'node:http';

/** A request as sent. */
export interface WireRequest {
  readonly method: string;
  /** Including the query. */
  readonly path: string;
  /** A name may occur more than once. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer | undefined;
  /** The connection is cut after this many bytes of the body. */
  readonly cutAt?: number;
  /** The local address to send from. */
  readonly from?: string;
  /** Reads nothing of the response for this long. */
  readonly readAfterMs?: number;
}

interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: number;
  readonly ms: number;
}

/** A response, or why there is none: `cut` if we cut the connection, `late` if none arrived in time. */
export type Exchanged = WireAnswer | { readonly none: string; readonly ms: number };

export interface Exchange {
  readonly exchange: (request: WireRequest) => Promise<Exchanged>;
  readonly close: () => void;
}

/** An event stream is closed after this time. */
const streamMs = 500;

/** Sends requests unchanged and keeps connections open if the requests allow it; never throws. */
export function createExchange(url: string, timeoutMs = 30_000): Exchange {
  const agent = new Agent({ keepAlive: true });
  const exchange = ({ method, path, body, cutAt, from, readAfterMs, ...wire }: WireRequest) => {
    const began = performance.now();
    const ms = (): number => performance.now() - began;
    return new Promise<Exchanged>((done) => {
      const headers = wire.headers.flat();
      if (body) headers.push('content-length', String(body.length));
      headers.push('host', new URL(url).host);
      const where = from === undefined ? {} : { localAddress: from };
      const open = request(url, { method, path, agent, headers, ...where });
      const timer = setTimeout(() => {
        done({ none: 'late', ms: ms() });
        open.destroy();
      }, timeoutMs);
      const end = (exchanged: Exchanged): void => {
        clearTimeout(timer);
        done(exchanged);
      };
      open.on('error', (error) =>
        end({ none: cutAt === undefined ? error.message : 'cut', ms: ms() }),
      );
      open.once('response', (answer: IncomingMessage) => {
        const chunks: Buffer[] = [];
        const finish = (): void => {
          const whole = Buffer.concat(chunks);
          end({
            status: answer.statusCode ?? 0,
            headers: headersOf(answer.rawHeaders),
            text: whole.toString('utf8'),
            bytes: whole.length,
            ms: ms(),
          });
        };
        const read = (): void => void answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        if (readAfterMs === undefined) read();
        else setTimeout(read, readAfterMs);
        answer.on('error', finish);
        answer.once('end', finish);
        if (answer.headers['content-type']?.startsWith('text/event-stream') === true)
          setTimeout(() => {
            finish();
            open.destroy();
          }, streamMs);
      });
      if (cutAt === undefined) open.end(body);
      else {
        open.write(body?.subarray(0, cutAt) ?? '');
        setTimeout(() => open.destroy(new Error('cut')), 20);
      }
    });
  };
  return { exchange, close: () => agent.destroy() };
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < raw.length; index += 2)
    headers.append(raw[index] ?? '', raw[index + 1] ?? '');
  return headers;
}
