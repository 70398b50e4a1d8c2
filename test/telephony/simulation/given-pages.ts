import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly method: string | undefined;
  readonly type: string | undefined;
  readonly url: URL;
  readonly form: Record<string, string>;
  readonly body: string;
  readonly headers: Record<string, string>;
}

export type Answer = (res: ServerResponse) => unknown;

/** An agent runtime on this machine that records the calls that it is sent. */
export async function givenRuntime(answer: Answer = (res) => res.writeHead(204).end()) {
  const received: Received[] = [];
  const take = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const body = await text(req);
    received.push({
      method: req.method,
      type: req.headers['content-type'],
      url: new URL(req.url ?? '', 'http://runtime'),
      form: Object.fromEntries(new URLSearchParams(body)),
      body,
      headers: Object.fromEntries(
        ['webhook-id', 'webhook-timestamp', 'webhook-signature'].flatMap((name) => {
          const value = req.headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        }),
      ),
    });
    answer(res);
  };
  const runtime = createServer((req, res) => void take(req, res));
  await new Promise<void>((done) => runtime.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    runtime.close().closeAllConnections();
  });
  const { port } = runtime.address() as AddressInfo;
  return { received, voice_url: `http://127.0.0.1:${port}/voice?line=2` };
}
