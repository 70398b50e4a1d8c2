import { createServer, type IncomingMessage, request, type RequestListener } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { withErrorListener } from '../system/with-error-listener.ts';
import { answerMs, type Door, DoorFailure, textOf } from './operation-client.ts';

/** Where requests come from, and whose they are. */
interface Origin {
  /** The request that carries the messages. */
  readonly req: IncomingMessage;
  readonly key: string;
  readonly requestId: string;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
}

/**
 * Opens doors to the listener of this process. A request goes through Node's HTTP server over a pair of streams instead
 * of a socket: the listener cannot tell it from one that came over the network, from the address of the client.
 */
export function inProcessClients(listener: RequestListener): (origin: Origin) => Door {
  const server = createServer(listener);
  const connect = (remoteAddress: string | undefined): Duplex => {
    const [ours, theirs] = duplexPair();
    withErrorListener(ours);
    withErrorListener(theirs);
    Object.assign(theirs, { remoteAddress });
    server.emit('connection', theirs);
    return ours;
  };
  return (origin) =>
    async ({ method, path, headers, body }) => {
      const { req, key, requestId, signal } = origin;
      const connection = connect(req.socket.remoteAddress);
      try {
        const answer = await new Promise<IncomingMessage>((resolve, reject) => {
          withErrorListener(
            request({
              method,
              path,
              headers: {
                ...headers,
                ...forwardedOf(req),
                host: req.headers.host ?? 'localhost',
                'x-api-key': key,
                'x-request-id': requestId,
                ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
                connection: 'close',
              },
              createConnection: () => connection,
              signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
            }),
          )
            .once('response', resolve)
            .once('error', reject)
            .end(body);
        });
        const text = await textOf(answer);
        return { status: answer.statusCode ?? 0, headers: answer.headers as never, text };
      } catch (error) {
        if (error instanceof DoorFailure) throw error;
        throw new DoorFailure('The operation did not answer in time.', { cause: error });
      } finally {
        connection.destroy();
      }
    };
}

/** What a proxy in front says of the client: rate limits count it as they count the client's other requests. */
const forwardedOf = ({ headers }: IncomingMessage): Record<string, string> => {
  const forwarded = headers['x-forwarded-for'];
  return forwarded === undefined ? {} : { 'x-forwarded-for': String(forwarded) };
};
