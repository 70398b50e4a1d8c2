import type { IncomingMessage, Server } from 'node:http';
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
export function endSlowBodies(server: Server, { patienceMs, bytesPerSecond }: BodyRate): void {
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
