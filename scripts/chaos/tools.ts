import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from './random.ts';

/** A server of tools that is slow at times, and at times gives no answer to what it has done. */
export interface ToolServer {
  readonly url: string;
  /** How often it was asked to do each thing. */
  readonly writes: ReadonlyMap<string, number>;
  close(): void;
}

/** Longer than `toolTimeoutMs`, at times. */
const slowMs = 3000;
export const toolTimeoutMs = 2000;

export async function createToolServer(random: Random): Promise<ToolServer> {
  const writes = new Map<string, number>();
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const { id } = (await json(request)) as { readonly id: string };
      writes.set(id, (writes.get(id) ?? 0) + 1);
      if (random.chance(0.5)) await pause(random.next() * slowMs);
      if (random.chance(0.1)) return void request.socket.destroy();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id }));
    };
    answer().catch(() => request.socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bookings`,
    writes,
    close: () => server.close().closeAllConnections(),
  };
}
