import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of a server, which can break as a network does. */
export interface Proxy {
  /** The server's URL, by way of the proxy. */
  readonly url: string;
  /** How many connections are open. */
  readonly connections: () => number;
  /** Forwards everything, on stalled connections too: the state at the start. */
  pass(): void;
  /** Accepts connections and bytes and forwards nothing. */
  stall(): void;
  /** Drops everything that arrives on the connections that are open, from now on; new ones pass. */
  lose(): void;
  /** Resets the connections that are open; with `refuse`, new ones too until `pass`. */
  cut(options?: { readonly refuse: boolean }): void;
  close(): Promise<void>;
}

/** Both ends of one connection. */
interface Pair {
  readonly sockets: readonly [Socket, Socket];
  isLost: boolean;
}

/** Starts a proxy in front of the server of a URL such as `postgres://user@host:port/database`. */
export async function startProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<Pair>();
  let state: 'passing' | 'stalled' | 'refusing' = 'passing';
  const forward = (pair: Pair): void => {
    const [near, far] = pair.sockets;
    if (!pair.isLost && state === 'passing') {
      near.pipe(far);
      far.pipe(near);
      return;
    }
    for (const socket of [near.unpipe(far), far.unpipe(near)]) {
      // Lost bytes are read, so that the end of the connection is noticed.
      if (pair.isLost) socket.resume();
      else socket.pause();
    }
  };
  const server = createServer((near) => {
    if (state === 'refusing') return void near.resetAndDestroy();
    const far = connect(Number(port), hostname);
    const pair: Pair = { sockets: [near, far], isLost: false };
    pairs.add(pair);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.setNoDelay(true).on('error', () => {});
      socket.once('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
    forward(pair);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const become = (next: typeof state): void => {
    state = next;
    for (const pair of pairs) forward(pair);
  };
  const reset = (): void => {
    for (const { sockets } of pairs) for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: url.href,
    connections: () => pairs.size,
    pass: () => become('passing'),
    stall: () => become('stalled'),
    lose() {
      for (const pair of pairs) pair.isLost = true;
      become('passing');
    },
    cut({ refuse } = { refuse: false }) {
      if (refuse) state = 'refusing';
      reset();
    },
    async close() {
      server.close();
      reset();
      await once(server, 'close');
    },
  };
}
