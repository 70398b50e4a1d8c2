import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

export interface Memory {
  /** The heap after a forced collection, in MiB. */
  heapMib(): Promise<number>;
  close(): void;
}

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

interface Answer {
  readonly id: number;
  readonly result: Record<string, unknown>;
}

/** Connects to the inspector of a process, which collects its garbage on request. */
export async function openMemory(port: number): Promise<Memory> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
  await once(socket, 'open');
  let last = 0;
  const call = async (method: string): Promise<Record<string, unknown>> => {
    const id = ++last;
    const answered = new Promise<Record<string, unknown>>((done) => {
      const read = (event: MessageEvent): void => {
        const answer = JSON.parse(String(event.data)) as Answer;
        if (answer.id !== id) return;
        socket.removeEventListener('message', read);
        done(answer.result);
      };
      socket.addEventListener('message', read);
    });
    socket.send(JSON.stringify({ id, method }));
    return answered;
  };
  return {
    async heapMib() {
      // The first collection runs finalizers, whose objects the second one frees.
      for (let time = 0; time < 2; time++) await call('HeapProfiler.collectGarbage');
      return Number((await call('Runtime.getHeapUsage'))['usedSize']) / 2 ** 20;
    },
    close: () => socket.close(),
  };
}
