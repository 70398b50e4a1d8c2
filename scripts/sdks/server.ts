import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const root = new URL('../..', import.meta.url).pathname;

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
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      HOST: '127.0.0.1',
      DEMO: '1',
      DATA_DIR: join(directory, 'data'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await new Promise<string>((done, failed) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        if (output.length < 100_000) output += chunk;
        const found = /"url":"(http[^"]+)"/.exec(output)?.[1];
        if (found) done(found);
      });
    }
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`The server ended with ${code}:\n${output}`)));
  });
  const proxy = createProxy(url).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    api: `http://127.0.0.1:${port}/api/v1`,
    async stop() {
      proxy.close();
      proxy.closeAllConnections();
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await ended;
      clearTimeout(timer);
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
