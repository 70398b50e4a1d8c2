import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { addressOf, spawnDemo, stop } from '../demo-server.ts';

/** The campaign of the demo whose state the proxy replaces by one that the contract does not know. */
export const changedCampaign = '1';
export const unknownState = 'hibernating';

export interface Service {
  /** The base URL of the API, by way of the proxy; it ends with `/api/v1`. */
  readonly api: string;
  stop(): Promise<void>;
}

/** Starts the server with demo data on a database in the directory, and the proxy in front of it. */
export async function startService(directory: string): Promise<Service> {
  const server = spawnDemo(directory);
  const url = await addressOf(server).catch(async (error: unknown) => {
    await stop(server);
    throw error;
  });
  const proxy = createProxy(url).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    api: `http://127.0.0.1:${port}/api/v1`,
    async stop() {
      proxy.close();
      proxy.closeAllConnections();
      await stop(server);
    },
  };
}

/** Passes everything on as it is, except for the state of one campaign. */
export function createProxy(target: string) {
  const { hostname, port } = new URL(target);
  return createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const isChanged = method === 'GET' && path === `/api/v1/campaign/${changedCampaign}`;
    // What is changed must not come compressed.
    const passed = isChanged ? { ...headers, 'accept-encoding': 'identity' } : headers;
    const forward = request({ hostname, port, method, path, headers: passed }, (answer) => {
      const status = answer.statusCode ?? 502;
      if (!isChanged) {
        outgoing.writeHead(status, answer.headers);
        // An event stream begins before its first event.
        outgoing.flushHeaders();
        answer.pipe(outgoing);
        answer.on('error', () => outgoing.destroy());
        return;
      }
      const sendChanged = (body: string): void => {
        const changed = body.replace(/"state":"\w+"/, `"state":"${unknownState}"`);
        const length = Buffer.byteLength(changed);
        outgoing.writeHead(status, { ...answer.headers, 'content-length': length }).end(changed);
      };
      text(answer).then(sendChanged, () => outgoing.destroy());
    });
    forward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forward.destroy());
    incoming.pipe(forward);
  });
}
