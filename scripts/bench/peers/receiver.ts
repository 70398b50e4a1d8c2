import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Accepts every POST with 204, on the given number of ports; prints their URLs. */
const ports = Number(process.env['PORTS'] ?? 1);
const urls: string[] = [];
for (let port = 0; port < ports; port++) {
  const server = createServer((req, res) => {
    req.resume();
    req.on('end', () => res.writeHead(204).end());
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => {
    urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    if (urls.length === ports) console.log(urls.join(' '));
  });
}
process.on('SIGTERM', () => process.exit(0));
