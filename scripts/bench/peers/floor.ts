import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callerOf, send } from './database.ts';
import { operationOf } from './contract.ts';
import { operationId, readTask } from './tasks.ts';

/** The minimum for the response: Node's HTTP server, pg with named statements, no validation. */
const { statement, view } = await readTask();
const { path, status } = operationOf(operationId);
const route = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

async function answer(req: IncomingMessage): Promise<string> {
  const params = route.exec(req.url ?? '')?.groups;
  const now = new Date().toISOString();
  const caller = await callerOf(req.headers, now);
  return JSON.stringify(view(await send(statement, { ...caller, ...params, now })));
}

async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    const text = await answer(req);
    res.writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
    });
    res.end(text);
  } catch (error) {
    res.writeHead(500).end(String(error));
  }
}

const server = createServer((req, res) => void handle(req, res));
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
