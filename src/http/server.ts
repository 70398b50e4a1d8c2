import { randomUUID } from 'node:crypto';
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
  type IncomingMessage,
} from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { Failure, methodNotAllowed } from '../errors.ts';
import { withErrorListener } from '../system/with-error-listener.ts';
import { answerFor } from './failures.ts';
import { allMethods, readTarget } from './protocol.ts';
import { allHeaders } from './response-headers.ts';
import { hasBody } from './body.ts';

/** How long a body may be silent, and how fast it arrives at least after that. */
export interface BodyRate {
  readonly patienceMs: number;
  readonly bytesPerSecond: number;
}

interface Arriving {
  /** What its connection had received when it was last looked at. */
  bytes: number;
  /** How long it may still be silent. What arrives gives back the time that it should have taken. */
  leftMs: number;
}

/**
 * Disconnects clients whose bodies do not arrive, with the 408 that Node sends for a whole request that is late. The
 * time in which the server has bytes that it has not read yet does not count.
 */
function endSlowBodies(server: Server, { patienceMs, bytesPerSecond }: BodyRate): void {
  const everyMs = patienceMs / 10;
  const bodies = new Map<IncomingMessage, Arriving>();
  server.on('request', (req: IncomingMessage) => {
    if (!hasBody(req)) return;
    bodies.set(req, { bytes: req.socket.bytesRead, leftMs: patienceMs });
    req.once('close', () => bodies.delete(req));
  });
  const look = (): void => {
    for (const [req, body] of bodies) {
      if (req.complete) continue;
      const { socket, readableLength } = req;
      const gained = ((socket.bytesRead - body.bytes) / bytesPerSecond) * 1000;
      body.bytes = socket.bytesRead;
      if (readableLength === 0) body.leftMs -= everyMs;
      body.leftMs = Math.min(patienceMs, body.leftMs + gained);
      // As Node ends a request that takes too long.
      if (body.leftMs < 0) socket.emit('error', late());
    }
  };
  const looking = setInterval(look, everyMs).unref();
  server.once('close', () => clearInterval(looking));
}

const late = (): Error =>
  Object.assign(new Error('The body arrives too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** Maximum header size: cookies and long tokens fit. Larger headers get 431. */
export const maxHeaderSize = 16_384;
/** How often Node checks for requests that exceed their time limits. */
const connectionsCheckingInterval = 1000;

const leastRate: BodyRate = { patienceMs: 10_000, bytesPerSecond: 1024 };

/** What takes the WebSockets of a path. */
export interface Upgrades {
  readonly path: string;
  /** Takes over a connection; throws a `Failure` for one that is refused. */
  take(req: IncomingMessage, socket: Duplex, head: Buffer): void;
}

interface ServerOptions {
  readonly rate?: BodyRate;
  readonly upgrades?: Upgrades | undefined;
}

/**
 * A server that disconnects clients that send or read too slowly, since each holds a connection and memory. Does not
 * listen yet.
 */
export function createHttpServer(
  listener: RequestListener,
  timeouts: Config['timeouts'],
  { rate = leastRate, upgrades }: ServerOptions = {},
): Server {
  /** The last response of a connection. */
  const responses = new WeakMap<Duplex, ServerResponse>();
  const server = createServer(
    {
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.keepAliveMs,
      connectionsCheckingInterval,
      maxHeaderSize,
      // `refuseProtocol` does, with the body of a problem.
      requireHostHeader: false,
      // Other upgrades, such as to HTTP/2, are offers that a server may ignore.
      shouldUpgradeCallback: ({ url, headers }) =>
        pathOf(url) === upgrades?.path && headers.upgrade?.toLowerCase() === 'websocket',
    },
    (req, res) => {
      readTarget(req);
      // A connection that has sent its last answer takes no further request.
      if (req.socket.writableEnded) req.resume();
      else listener(req, res);
    },
  )
    // Node would ask for the body, or refuse with a status of its own, before anything else is decided.
    .on('checkContinue', (req, res) => void server.emit('request', req, res))
    .on('checkExpectation', (req, res) => void server.emit('request', req, res))
    .on('upgrade', (req, socket, head) => {
      withErrorListener(socket);
      try {
        upgrades?.take(req, socket, head);
      } catch (error) {
        socket.end(textOf(error, pathOf(req.url)));
      }
    })
    .on('connect', (_, socket) => void socket.end(textOf(noTunnel)))
    .setTimeout(timeouts.stalledMs)
    .prependListener('request', ({ socket }, res) => void responses.set(socket, res))
    .on('clientError', (error: NodeJS.ErrnoException, socket) => {
      const last = responses.get(socket);
      const isAnswering = last?.headersSent === true && !last.writableFinished;
      if (socket.writable && !isAnswering) socket.write(refusalOf(error));
      socket.destroy(error);
    });
  endSlowBodies(server, rate);
  return server;
}

/** Why the parser of HTTP gave up a request, by the code of its error. */
const refusals: Readonly<Record<string, Failure['problem']>> = {
  HPE_HEADER_OVERFLOW: {
    kind: 'headers_too_large',
    code: 'headers_too_large',
    detail: `The headers are larger than ${maxHeaderSize} bytes.`,
    members: { limit_bytes: maxHeaderSize },
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    kind: 'too_late',
    code: 'request_timeout',
    detail: 'The request did not arrive in time.',
  },
};

const malformed: Failure['problem'] = {
  kind: 'malformed',
  code: 'request_malformed',
  detail: 'The request is not valid HTTP.',
};

const noTunnel = methodNotAllowed('CONNECT', allMethods);

const refusalOf = ({ code = '' }: NodeJS.ErrnoException): string =>
  textOf(new Failure(refusals[code] ?? malformed));

/** The response to a request that gets no ordinary one, such as one that could not be read up to its path, as it is sent. */
function textOf(failure: unknown, path = '/'): string {
  const requestId = randomUUID();
  const { status, headers, text } = answerFor(failure, { path, requestId });
  const all = ['X-Request-Id', requestId, ...allHeaders.flat(), ...headers, 'Connection', 'close'];
  const lines = all.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []));
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${text}`;
}

interface Closing {
  /**
   * Closes each connection after its next response: Node's `close` alone leaves one open that is answered later, until
   * its keep-alive ends. New connections are still accepted.
   */
  begin(): void;
  /**
   * Stops accepting connections, and resolves when all are closed: those on which a request arrives meanwhile after its
   * answer, the others when all requests are answered.
   */
  end(): Promise<void>;
  /** The requests that are not answered, without their queries; at most ten of them. */
  unanswered(): string[];
}

const maxNamed = 10;
/** How long connections are still read after the last answer: while their clients send, and then for this silence. */
const lingerMs = 5000;
const silentMs = 1000;
/** After so many turns of the loop without an arrival, everything that the system had received has been read. */
const quietTurns = 3;
/** Clients that keep sending do not keep the server from closing. */
const turnLimit = 2000;

/** Call it before requests arrive. */
export function closing(server: Server): Closing {
  const unanswered = new Set<ServerResponse>();
  /** Each connection with how many bytes of it had been read when its last request was answered. */
  const connections = new Map<Socket, number>();
  let arrivals = 0;
  let isClosing = false;
  let allAnswered = (): void => {};
  function answered(this: ServerResponse): void {
    const { socket } = this.req;
    unanswered.delete(this);
    if (connections.has(socket)) connections.set(socket, socket.bytesRead);
    if (unanswered.size === 0) allAnswered();
  }
  server.on('connection', (socket) => {
    arrivals += 1;
    connections.set(socket, 0);
    socket.once('close', () => connections.delete(socket));
    // Node calls it after the last answer of a connection.
    socket.destroySoon = () => linger(socket);
  });
  server.prependListener('request', (_, res) => {
    if (isClosing) closeAfter(res);
    arrivals += 1;
    unanswered.add(res);
    res.on('close', answered);
  });
  const begin = (): void => {
    if (isClosing) return;
    isClosing = true;
    // Only the last answer to pipelined requests may end their connection.
    for (const res of new Map([...unanswered].map((each) => [each.req.socket, each])).values())
      closeAfter(res);
  };
  return {
    begin,
    async end() {
      begin();
      for (let turn = 0, quiet = 0; turn < turnLimit && quiet < quietTurns; turn += 1) {
        const before = arrivals;
        await nextTurn();
        quiet = arrivals === before ? quiet + 1 : 0;
      }
      // Not `close` of the HTTP server, which destroys connections that wait for a request: one may be on its way.
      const closed = new Promise<void>((done) =>
        NetServer.prototype.close.call(server, () => done()),
      );
      if (unanswered.size > 0) await new Promise<void>((done) => (allAnswered = done));
      for (const [socket, bytesRead] of connections)
        if (bytesRead > 0 && socket.bytesRead === bytesRead) linger(socket);
      // The first request of a connection that has just been opened may be on its way.
      const silent = setTimeout(() => {
        for (const [socket] of connections) if (socket.bytesRead === 0) linger(socket);
      }, silentMs);
      await closed;
      clearTimeout(silent);
    },
    unanswered: () =>
      [...unanswered].slice(0, maxNamed).map(({ req }) => `${req.method} ${pathOf(req.url)}`),
  };
}

/**
 * Ends a connection so that its client can read what was sent: closing one with unread bytes resets it, so what the
 * client still sends is read and dropped for a while.
 */
function linger(socket: Socket): void {
  if (socket.destroyed || socket.writableEnded) return;
  socket.end();
  socket.setTimeout(silentMs, () => socket.destroy());
  const late = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(late));
}

const pathOf = (url = ''): string => url.split('?', 1)[0] ?? '';

function closeAfter(res: ServerResponse): void {
  const { socket } = res.req;
  if (res.headersSent) res.once('finish', () => linger(socket));
  else res.setHeader('Connection', 'close');
}
