import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SilentProxy {
  readonly port: number;
  /** Forwards nothing from now on, also for new connections, and keeps all of them open. */
  silence(): void;
  close(): void;
}

/** A proxy to a TCP server on this machine. */
export async function startSilentProxy(target: URL): Promise<SilentProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((from) => {
    sockets.add(from.on('error', () => {}));
    if (isSilent) return;
    const to = connect(Number(target.port), target.hostname).on('error', () => {});
    sockets.add(to);
    for (const each of [from, to])
      each.once('close', () => (isSilent ? undefined : [from, to].forEach((one) => one.destroy())));
    from.pipe(to).pipe(from);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
